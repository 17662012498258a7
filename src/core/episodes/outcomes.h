// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Connects rules and rows: the environments of a run of tasks, and the outcomes of the run.
#pragma once

#include <parallel_pool/core/author/concepts.h>
#include <parallel_pool/core/batches/batch_layout.h>
#include <parallel_pool/core/queues/action_buffer_queue.h>

#include <cstddef>
#include <cstdint>

namespace pp {

// The environments of a run of tasks: those that the tasks name...
struct ListedEnvs {
  const Task* tasks;

  static constexpr bool kInOrder = false;
  std::size_t operator[](std::size_t i) const { return tasks[i].env; }
  bool resets(std::size_t i) const { return tasks[i].is_reset; }
};

// ...or consecutive environments from `first` on, all of which step.
struct EnvsInOrder {
  std::size_t first;

  static constexpr bool kInOrder = true;
  std::size_t operator[](std::size_t i) const { return first + i; }
  bool resets(std::size_t) const { return false; }
};

// The outcomes of a run of tasks, column by column, as they go into the batch.
struct Outcomes {
  static constexpr std::size_t kCapacity = 256;

  double reward[kCapacity];
  bool terminated[kCapacity];
  bool truncated[kCapacity];
  std::int32_t elapsed_step[kCapacity];
  RowKind kind[kCapacity];

  void set(std::size_t i, RowKind row_kind) {
    reward[i] = 0.0;
    terminated[i] = false;
    truncated[i] = false;
    elapsed_step[i] = 0;
    kind[i] = row_kind;
  }
  void set(std::size_t i, const Transition& transition, std::int32_t elapsed) {
    reward[i] = transition.reward;
    terminated[i] = transition.terminated;
    truncated[i] = transition.truncated;
    elapsed_step[i] = elapsed;
    kind[i] = RowKind::kStep;
  }
  bool ended(std::size_t i) const { return terminated[i] || truncated[i]; }
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Between rules and rows: which environments a run of tasks is for, and what came of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "action_buffer_queue.h"
#include "batch_layout.h"
#include "env.h"

namespace pp {

// The environments of a run of tasks: those that entries name...
struct ListedEnvs {
  const Entry* entries;

  static constexpr bool kInOrder = false;
  std::size_t operator[](std::size_t i) const { return entries[i].env; }
  bool resets(std::size_t i) const { return entries[i].is_reset; }
};

// ...or one after the other from `first`, all to be stepped.
struct EnvsInOrder {
  std::size_t first;

  static constexpr bool kInOrder = true;
  std::size_t operator[](std::size_t i) const { return first + i; }
  bool resets(std::size_t) const { return false; }
};

// What a run of tasks came to, column by column, as it goes into the batch.
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

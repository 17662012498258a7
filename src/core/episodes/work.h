// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Kinds and amounts of work.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pp {

// What tasks that are sent are. A step of an environment whose episode has ended resets it.
enum class TaskKind : std::uint8_t { kStep, kReset };

// How many steps and resets there are. A step that ends an episode in autoreset mode 'SameStep' is
// one of each.
struct Work {
  std::size_t steps = 0;
  std::size_t resets = 0;

  static Work of(std::size_t count, TaskKind kind) {
    return kind == TaskKind::kReset ? Work{.resets = count} : Work{.steps = count};
  }
};

}  // namespace pp

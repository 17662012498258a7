// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An amount of work.
#pragma once

#include <cstddef>

namespace pp {

// How many steps and resets there are. A step that ends an episode in autoreset mode 'SameStep' is
// one of each.
struct Work {
  std::size_t steps = 0;
  std::size_t resets = 0;

  static Work of(std::size_t count, bool for_reset) {
    return for_reset ? Work{.resets = count} : Work{.steps = count};
  }
};

}  // namespace pp

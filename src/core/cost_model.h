// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a step and a reset cost, measured as they run. It sizes chunks and decides whether sharing
// pays; results never depend on it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace pp {

class CostModel {
 public:
  double step_ns() const { return step_ns_.load(std::memory_order_relaxed); }
  double reset_ns() const { return reset_ns_.load(std::memory_order_relaxed); }

  // Accounts for a run of `steps` steps and `resets` resets that took `elapsed_ns`. Several workers
  // may do so at once: each value is a single relaxed atomic, and a lost update costs nothing.
  void record(std::size_t steps, std::size_t resets, double elapsed_ns) {
    if (resets == 0) {
      blend(step_ns_, elapsed_ns / static_cast<double>(steps));
    } else if (steps == 0) {
      blend(reset_ns_, elapsed_ns / static_cast<double>(resets));
    } else {
      const double rest = elapsed_ns - static_cast<double>(steps) * step_ns();
      blend(reset_ns_, std::max(rest / static_cast<double>(resets), step_ns()));
    }
  }

 private:
  static void blend(std::atomic<double>& mean, double sample) {
    const double old = mean.load(std::memory_order_relaxed);
    mean.store(old + 0.25 * (sample - old), std::memory_order_relaxed);
  }

  // First guesses: a small task, so that the first chunks are short.
  std::atomic<double> step_ns_{10'000.0};
  std::atomic<double> reset_ns_{10'000.0};
};

}  // namespace pp

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
  double step_ns() const { return or_guess(step_ns_); }
  double reset_ns() const { return or_guess(reset_ns_); }
  bool measured(bool resets) const {
    return (resets ? reset_ns_ : step_ns_).load(std::memory_order_relaxed) > 0;
  }

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
    const double first = std::max(sample, 0.1);
    mean.store(old > 0 ? old + 0.25 * (sample - old) : first, std::memory_order_relaxed);
  }
  static double or_guess(const std::atomic<double>& mean) {
    const double ns = mean.load(std::memory_order_relaxed);
    return ns > 0 ? ns : kFirstGuessNs;
  }

  // A small task, so that the first chunks are short.
  static constexpr double kFirstGuessNs = 10'000.0;

  std::atomic<double> step_ns_{0};  // 0: not measured yet
  std::atomic<double> reset_ns_{0};
};

}  // namespace pp

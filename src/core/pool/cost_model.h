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
  // `guess_ns` stands for a cost until it is measured.
  explicit CostModel(double guess_ns) : guess_ns_(guess_ns) {}

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
      record_mixed(static_cast<double>(steps), static_cast<double>(resets), elapsed_ns);
    }
  }

 private:
  // A large batch has ended episodes nearly every time, so mixed runs have to correct both costs:
  // each by its share of what was expected. A first reset accounts for all that steps do not.
  void record_mixed(double steps, double resets, double elapsed_ns) {
    if (!measured(true)) {
      blend(reset_ns_, std::max((elapsed_ns - steps * step_ns()) / resets, step_ns()));
      return;
    }
    const double step = step_ns();
    const double reset = reset_ns();
    const double expected = steps * step + resets * reset;
    const double error = elapsed_ns / expected - 1;
    blend(step_ns_, step * (1 + error * steps * step / expected));
    blend(reset_ns_, reset * (1 + error * resets * reset / expected));
  }

  // A thread that lost its CPU in the middle of a task measures milliseconds for what takes
  // nanoseconds. So no sample counts for more than a few times the mean; a cost that has really
  // risen is believed after a few samples more.
  static void blend(std::atomic<double>& mean, double sample) {
    const double old = mean.load(std::memory_order_relaxed);
    const double first = std::max(sample, 0.1);
    const double bounded = std::min(sample, kMostRise * old);
    mean.store(old > 0 ? old + 0.25 * (bounded - old) : first, std::memory_order_relaxed);
  }
  double or_guess(const std::atomic<double>& mean) const {
    const double ns = mean.load(std::memory_order_relaxed);
    return ns > 0 ? ns : guess_ns_;
  }

  static constexpr double kMostRise = 4.0;

  const double guess_ns_;
  std::atomic<double> step_ns_{0};  // 0: not measured yet
  std::atomic<double> reset_ns_{0};
};

}  // namespace pp

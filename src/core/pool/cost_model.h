// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a step and a reset cost, measured as they run. It sizes chunks and decides whether sharing
// pays; results never depend on it.
#pragma once

#include <parallel_pool/core/episodes/work.h>

#include <algorithm>
#include <atomic>
#include <limits>

namespace pp {

class CostModel {
 public:
  // `guess_ns` stands for a cost until it is measured. A first sample counts as `first_at_most_ns`
  // at most.
  explicit CostModel(double guess_ns,
                     double first_at_most_ns = std::numeric_limits<double>::infinity())
      : guess_ns_(guess_ns), first_at_most_ns_(first_at_most_ns) {}

  double step_ns() const { return or_guess(step_ns_); }
  double reset_ns() const { return or_guess(reset_ns_); }
  bool measured(TaskKind kind) const {
    return (kind == TaskKind::kReset ? reset_ns_ : step_ns_).load(std::memory_order_relaxed) > 0;
  }

  double ns(const Work& work) const {
    return static_cast<double>(work.steps) * step_ns() +
           static_cast<double>(work.resets) * reset_ns();
  }
  // The number of steps that cost as much.
  double worth_in_steps(const Work& work) const {
    const double steps = static_cast<double>(work.steps);
    if (work.resets == 0) return steps;
    return steps + static_cast<double>(work.resets) * (reset_ns() / step_ns());
  }

  // Accounts for work that took `elapsed_ns`. Several workers may do so at once: each value is a
  // single relaxed atomic, and a lost update costs nothing.
  void record(const Work& work, double elapsed_ns) {
    if (work.steps + work.resets == 0) return;
    const auto steps = static_cast<double>(work.steps);
    const auto resets = static_cast<double>(work.resets);
    if (work.resets == 0) {
      blend(step_ns_, elapsed_ns / steps);
    } else if (work.steps == 0) {
      blend(reset_ns_, elapsed_ns / resets);
    } else {
      record_mixed(steps, resets, elapsed_ns);
    }
  }

 private:
  // A large batch has ended episodes nearly every time, so mixed runs have to correct both costs:
  // each by its share of what was expected. A first reset accounts for all that steps do not.
  void record_mixed(double steps, double resets, double elapsed_ns) {
    if (!measured(TaskKind::kReset)) {
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
  void blend(std::atomic<double>& mean, double sample) const {
    const double old = mean.load(std::memory_order_relaxed);
    const double first = std::clamp(sample, kLeastNs, first_at_most_ns_);
    const double bounded = std::min(sample, kMostRise * old);
    mean.store(old > 0 ? old + 0.25 * (bounded - old) : first, std::memory_order_relaxed);
  }
  double or_guess(const std::atomic<double>& mean) const {
    const double ns = mean.load(std::memory_order_relaxed);
    return ns > 0 ? ns : guess_ns_;
  }

  static constexpr double kMostRise = 4.0;
  static constexpr double kLeastNs = 0.1;

  const double guess_ns_;
  const double first_at_most_ns_;
  std::atomic<double> step_ns_{0};  // 0: not measured yet
  std::atomic<double> reset_ns_{0};
};

}  // namespace pp

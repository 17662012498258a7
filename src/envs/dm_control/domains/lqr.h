// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// LQR: bring a chain of springs to rest. Each seed has springs of its own.
#pragma once

#include <cmath>

#include "dm_control/task.h"

namespace pp::dm_control {

class Lqr final : public Task {
 public:
  static constexpr std::array kWritten{ModelArray::kJntStiffness};

  explicit Lqr(Physics& physics) : Task(physics), state_(2 * physics.facts().nq) {}

  void load(RandomState& random) override {
    for (std::size_t i = 0; i < physics_.facts().nq; ++i) {
      physics_.in_model(ModelArray::kJntStiffness)[i] = random.uniform(15, 25);
      random.rand();  // the damping, which is 0
    }
  }
  void start_episode(RandomState& random) override {
    const std::size_t count = physics_.facts().nq;
    for (std::size_t i = 0; i < count; ++i) state_[i] = random.randn();
    const double norm = numpy::norm({state_.data(), count});
    for (std::size_t i = 0; i < count; ++i) qpos()[i] = std::sqrt(2.0) * state_[i] / norm;
  }
  void observe(Observer& out) const override {
    out.add("position", positions());
    out.add("velocity", velocities());
  }
  double reward() const override {
    const double state_cost = 0.5 * numpy::dot(positions(), positions());
    const double control_cost = 0.5 * numpy::dot(controls(), controls());
    return 1 - (state_cost + control_cost * .1);
  }
  bool terminated() const override {
    std::copy(velocities().begin(), velocities().end(),
              std::copy(positions().begin(), positions().end(), state_.begin()));
    return numpy::norm(state_) < 1e-6;
  }

 private:
  mutable std::vector<double> state_;  // room for positions and velocities
};

}  // namespace pp::dm_control

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Cartpole: balance one pole or a chain of them on a cart.
#pragma once

#include <algorithm>

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Cartpole final : public Task {
 public:
  Cartpole(Physics& physics, bool swing_up, bool sparse)
      : Task(physics), swing_up_(swing_up), sparse_(sparse), cosines_(physics.facts().nbody - 2) {}

  void start_episode(RandomState& random) override {
    const std::size_t joints = physics_.facts().nv;
    if (swing_up_) {
      qpos()[0] = .01 * random.randn();
      qpos()[1] = kPi + .01 * random.randn();
      for (std::size_t i = 2; i < joints; ++i) qpos()[i] = .1 * random.randn();
    } else {
      qpos()[0] = random.uniform(-.1, .1);
      for (std::size_t i = 1; i < joints; ++i) qpos()[i] = random.uniform(-.034, .034);
    }
    for (std::size_t i = 0; i < joints; ++i) qvel()[i] = 0.01 * random.randn();
  }
  void observe(Observer& out) const override {
    const std::size_t bodies = physics_.facts().nbody;
    double* position = out.part("position", {1 + 2 * (bodies - kFirstPole)});
    *position++ = qpos()[0];
    for (std::size_t body = kFirstPole; body < bodies; ++body) {
      const double* const rotation = physics_.matrix(Array::kXmat, body);
      *position++ = rotation[kZZ];
      *position++ = rotation[kXZ];
    }
    out.add("velocity", velocities());
  }
  double reward() const override {
    for (std::size_t i = 0; i < cosines_.size(); ++i) {
      cosines_[i] = physics_.matrix(Array::kXmat, kFirstPole + i)[kZZ];
    }
    return sparse_ ? sparse_reward() : smooth_reward();
  }

 private:
  static constexpr std::size_t kFirstPole = 2;  // after the world and the cart

  double sparse_reward() const {
    double angles = 1.0;
    for (const double cosine : cosines_) angles *= angle_in_bounds_.of_element(cosine);
    return cart_in_bounds_(qpos()[0]) * angles;
  }
  double smooth_reward() const {
    for (double& cosine : cosines_) cosine = (cosine + 1) / 2;
    const double centered = (1 + centered_(qpos()[0])) / 2;
    const double control = (4 + small_control_.of_element(controls()[0])) / 5;
    double slow = kInfinity;
    for (const double velocity : velocities().subspan(1)) {
      slow = std::min(slow, small_velocity_.of_element(velocity));
    }
    slow = (1 + slow) / 2;
    return numpy::mean(cosines_) * control * slow * centered;
  }

  bool swing_up_, sparse_;
  mutable std::vector<double> cosines_;  // of the poles' angles
  Tolerance cart_in_bounds_{{.lower = -.25, .upper = .25}};
  Tolerance angle_in_bounds_{{.lower = .995, .upper = 1}};
  Tolerance centered_{{.margin = 2}};
  Tolerance small_control_{{.margin = 1, .sigmoid = Sigmoid::kQuadratic, .value_at_margin = 0}};
  Tolerance small_velocity_{{.margin = 5}};
};

}  // namespace pp::dm_control

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pendulum: swing up a pole whose motor is too weak to lift it at once.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Pendulum final : public Task {
 public:
  explicit Pendulum(Physics& physics)
      : Task(physics),
        pole_(model().body("pole")),
        upright_({.lower = numpy::cos(8 * (kPi / 180)), .upper = 1}) {}

  void start_episode(RandomState& random) override { qpos()[0] = random.uniform(-kPi, kPi); }
  void observe(Observer& out) const override {
    double* const orientation = out.part("orientation", {2});
    orientation[0] = rotation()[kZZ];
    orientation[1] = rotation()[kXZ];
    out.add("velocity", velocities());
  }
  double reward() const override { return upright_(rotation()[kZZ]); }

 private:
  const double* rotation() const { return physics_.matrix(Array::kXmat, pole_); }

  std::size_t pole_;
  Tolerance upright_;
};

}  // namespace pp::dm_control

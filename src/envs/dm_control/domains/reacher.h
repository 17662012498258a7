// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reacher: bring the tip of a planar arm to a target.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Reacher final : public Task {
 public:
  static constexpr std::array kWritten{ModelArray::kGeomSize, ModelArray::kGeomPos};

  Reacher(Physics& physics, double target_size)
      : Task(physics),
        target_size_(target_size),
        target_(model().geom("target")),
        finger_(model().geom("finger")),
        near_({.upper = target_size + geom_size("finger")}) {}

  void start_episode(RandomState& random) override {
    physics_.in_model(ModelArray::kGeomSize)[3 * target_] = target_size_;
    randomize_joints(physics_, random);
    const double angle = random.uniform(0, 2 * kPi);
    const double radius = random.uniform(.05, .20);
    double* const position = physics_.in_model(ModelArray::kGeomPos) + 3 * target_;
    position[0] = radius * numpy::sin(angle);
    position[1] = radius * numpy::cos(angle);
  }
  void observe(Observer& out) const override {
    out.add("position", positions());
    out.add("to_target", to_target());
    out.add("velocity", velocities());
  }
  double reward() const override { return near_(numpy::norm(to_target())); }

 private:
  std::array<double, 2> to_target() const {
    const double* const target = physics_.vector(Array::kGeomXpos, target_);
    const double* const finger = physics_.vector(Array::kGeomXpos, finger_);
    return {target[0] - finger[0], target[1] - finger[1]};
  }

  double target_size_;
  std::size_t target_, finger_;
  Tolerance near_;
};

}  // namespace pp::dm_control

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Walker: stand, walk or run on two legs, in a plane.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Walker final : public Task {
 public:
  // A speed of 0 is to stand.
  Walker(Physics& physics, double speed)
      : Task(physics),
        speed_(speed),
        torso_(model().body("torso")),
        velocity_(model().sensor("torso_subtreelinvel")),
        move_({.lower = speed,
               .upper = kInfinity,
               .margin = speed / 2,
               .sigmoid = Sigmoid::kLinear,
               .value_at_margin = 0.5}) {}

  void start_episode(RandomState& random) override { randomize_joints(physics_, random); }
  void observe(Observer& out) const override {
    const std::size_t bodies = physics_.facts().nbody;
    double* orientations = out.part("orientations", {2 * (bodies - 1)});
    for (std::size_t body = 1; body < bodies; ++body) {
      const double* const rotation = physics_.matrix(Array::kXmat, body);
      *orientations++ = rotation[kXX];
      *orientations++ = rotation[kXZ];
    }
    out.add("height", height());
    out.add("velocity", velocities());
  }
  double reward() const override {
    const double standing = standing_(height());
    const double upright = (1 + physics_.matrix(Array::kXmat, torso_)[kZZ]) / 2;
    const double stand = (3 * standing + upright) / 4;
    if (speed_ == 0) return stand;
    return stand * (5 * move_(physics_.sensor(velocity_)[0]) + 1) / 6;
  }

 private:
  static constexpr double kStandHeight = 1.2;

  double height() const { return physics_.vector(Array::kXpos, torso_)[2]; }

  double speed_;
  std::size_t torso_;
  const Sensor& velocity_;
  Tolerance standing_{{.lower = kStandHeight, .upper = kInfinity, .margin = kStandHeight / 2}};
  Tolerance move_;
};

}  // namespace pp::dm_control

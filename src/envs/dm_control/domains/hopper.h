// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Hopper: stand or hop on one leg, in a plane.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Hopper final : public Task {
 public:
  Hopper(Physics& physics, bool hopping)
      : Task(physics),
        hopping_(hopping),
        torso_(model().body("torso")),
        foot_(model().body("foot")),
        velocity_(model().sensor("torso_subtreelinvel")),
        toe_(model().sensor("touch_toe")),
        heel_(model().sensor("touch_heel")) {}

  void start_episode(RandomState& random) override { randomize_joints(physics_, random); }
  void observe(Observer& out) const override {
    out.add("position", positions().subspan(1));
    out.add("velocity", velocities());
    double* const touch = out.part("touch", {2});
    touch[0] = numpy::log1p(physics_.sensor(toe_)[0]);
    touch[1] = numpy::log1p(physics_.sensor(heel_)[0]);
  }
  double reward() const override {
    const double height =
        physics_.vector(Array::kXipos, torso_)[2] - physics_.vector(Array::kXipos, foot_)[2];
    const double standing = standing_(height);
    if (hopping_) return standing * hop_(physics_.sensor(velocity_)[0]);
    return standing * ((small_control(controls()) + 4) / 5);
  }

 private:
  static constexpr double kStandHeight = 0.6;
  static constexpr double kHopSpeed = 2;

  bool hopping_;
  std::size_t torso_, foot_;
  const Sensor &velocity_, &toe_, &heel_;
  Tolerance standing_{{.lower = kStandHeight, .upper = 2}};
  Tolerance hop_{{.lower = kHopSpeed,
                  .upper = kInfinity,
                  .margin = kHopSpeed / 2,
                  .sigmoid = Sigmoid::kLinear,
                  .value_at_margin = 0.5}};
};

}  // namespace pp::dm_control

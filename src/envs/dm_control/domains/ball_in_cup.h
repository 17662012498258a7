// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ball in cup: swing a ball on a string into a cup, in a plane.
#pragma once

#include <cmath>

#include "dm_control/task.h"

namespace pp::dm_control {

class BallInCup final : public Task {
 public:
  explicit BallInCup(Physics& physics)
      : Task(physics),
        ball_(model().body("ball")),
        target_(model().site("target")),
        x_(qpos_of("ball_x")),
        z_(qpos_of("ball_z")),
        room_{site_size("target", 0) - geom_size("ball"),
              site_size("target", 2) - geom_size("ball")} {}

  void start_episode(RandomState& random) override {
    do {
      qpos()[x_] = random.uniform(-.2, .2);
      qpos()[z_] = random.uniform(.2, .5);
      physics_.after_reset();
    } while (physics_.contacts() > 0);
  }
  void observe(Observer& out) const override {
    out.add("position", positions());
    out.add("velocity", velocities());
  }
  double reward() const override {
    const double* const target = physics_.vector(Array::kSiteXpos, target_);
    const double* const ball = physics_.vector(Array::kXpos, ball_);
    return std::abs(target[0] - ball[0]) < room_[0] && std::abs(target[2] - ball[2]) < room_[1];
  }

 private:
  std::size_t ball_, target_, x_, z_;
  std::array<double, 2> room_;  // for the ball in the cup, along x and z
};

}  // namespace pp::dm_control

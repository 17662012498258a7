// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Acrobot: swing up a double pendulum by the joint between its arms.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Acrobot final : public Task {
 public:
  Acrobot(Physics& physics, bool sparse)
      : Task(physics),
        upper_(model().body("upper_arm")),
        lower_(model().body("lower_arm")),
        target_(model().site("target")),
        tip_(model().site("tip")),
        near_({.upper = site_size("target"), .margin = sparse ? 0.0 : 1.0}) {}

  void start_episode(RandomState& random) override {
    qpos()[qpos_of("shoulder")] = random.uniform(-kPi, kPi);
    qpos()[qpos_of("elbow")] = random.uniform(-kPi, kPi);
  }
  void observe(Observer& out) const override {
    const double* const upper = physics_.matrix(Array::kXmat, upper_);
    const double* const lower = physics_.matrix(Array::kXmat, lower_);
    double* const orientations = out.part("orientations", {4});
    orientations[0] = upper[kXZ];
    orientations[1] = lower[kXZ];
    orientations[2] = upper[kZZ];
    orientations[3] = lower[kZZ];
    out.add("velocity", velocities());
  }
  double reward() const override {
    return near_(numpy::norm(difference(physics_.vector(Array::kSiteXpos, target_),
                                        physics_.vector(Array::kSiteXpos, tip_))));
  }

 private:
  std::size_t upper_, lower_, target_, tip_;
  Tolerance near_;
};

}  // namespace pp::dm_control

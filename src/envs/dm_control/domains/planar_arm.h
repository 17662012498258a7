// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The planar arm with a hand that manipulator and stacker share.
#pragma once

#include <string>

#include "dm_control/task.h"

namespace pp::dm_control {

class PlanarArm : public Task {
 public:
  explicit PlanarArm(Physics& physics) : Task(physics), hand_(model().body("hand")) {
    for (std::size_t i = 0; i < kJoints.size(); ++i) joints_[i] = &model().joint(kJoints[i]);
  }

 protected:
  static constexpr std::array kJoints{"arm_root", "arm_shoulder", "arm_elbow", "arm_wrist",
                                      "finger",   "fingertip",    "thumb",     "thumbtip"};

  void draw_arm(RandomState& random) {
    for (const Joint* const joint : joints_) {
      qpos()[joint->qpos] =
          joint->limited ? random.uniform(joint->low, joint->high) : random.uniform(-kPi, kPi);
    }
    qpos()[joints_[4]->qpos] = qpos()[joints_[6]->qpos];  // finger and thumb alike
  }
  void observe_arm(Observer& out) const {
    double* angles = out.part("arm_pos", {kJoints.size(), 2});
    for (const Joint* const joint : joints_) {
      *angles++ = numpy::sin(qpos()[joint->qpos]);
      *angles++ = numpy::cos(qpos()[joint->qpos]);
    }
    double* velocities = out.part("arm_vel", {kJoints.size()});
    for (const Joint* const joint : joints_) *velocities++ = qvel()[joint->dof];
  }
  // Position and orientation in the plane.
  void write_pose(std::size_t body, double* out) const {
    const double* const position = physics_.vector(Array::kXpos, body);
    const double* const quaternion = physics_[Array::kXquat] + 4 * body;
    out[0] = position[0];
    out[1] = position[2];
    out[2] = quaternion[0];
    out[3] = quaternion[2];
  }
  double site_distance(std::size_t a, std::size_t b) const {
    return numpy::norm(
        difference(physics_.vector(Array::kSiteXpos, a), physics_.vector(Array::kSiteXpos, b)));
  }

  std::array<const Joint*, kJoints.size()> joints_;
  std::size_t hand_;
};

}  // namespace pp::dm_control

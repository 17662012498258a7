// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Fish: stay upright in water, or swim to a target.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

class Fish final : public Task {
 public:
  static constexpr std::array kWritten{ModelArray::kGeomPos, ModelArray::kGeomRgba};

  Fish(Physics& physics, bool swims)
      : Task(physics),
        swims_(swims),
        root_(qpos_of("root")),
        torso_(model().body("torso")),
        mouth_(model().geom("mouth")),
        target_(model().geom("target")) {
    for (std::size_t i = 0; i < kJoints.size(); ++i) joints_[i] = qpos_of(kJoints[i]);
    const double radii = geom_size("mouth") + geom_size("target");
    in_target_ = Tolerance({.upper = radii, .margin = 2 * radii});
  }

  void start_episode(RandomState& random) override {
    double* const orientation = qpos() + root_ + 3;
    for (std::size_t i = 0; i < 4; ++i) orientation[i] = random.randn();
    const double norm = numpy::norm({orientation, 4});
    for (std::size_t i = 0; i < 4; ++i) orientation[i] /= norm;
    for (const std::size_t joint : joints_) qpos()[joint] = random.uniform(-.2, .2);
    if (swims_) {
      double* const target = physics_.in_model(ModelArray::kGeomPos) + 3 * target_;
      target[0] = random.uniform(-.4, .4);
      target[1] = random.uniform(-.4, .4);
      target[2] = random.uniform(.1, .3);
    } else {  // hides the target
      physics_.in_model<float>(ModelArray::kGeomRgba)[4 * target_ + 3] = 0;
    }
  }
  void observe(Observer& out) const override {
    double* const angles = out.part("joint_angles", {kJoints.size()});
    for (std::size_t i = 0; i < kJoints.size(); ++i) angles[i] = qpos()[joints_[i]];
    out.add("upright", upright());
    if (swims_) out.add("target", mouth_to_target());
    out.add("velocity", velocities());
  }
  double reward() const override {
    if (!swims_) return upright_(upright());
    const double in_target = in_target_(numpy::norm(mouth_to_target()));
    const double is_upright = 0.5 * (upright() + 1);
    return (7 * in_target + is_upright) / 8;
  }

 private:
  static constexpr std::array kJoints{"tail1",         "tail_twist",     "tail2",
                                      "finright_roll", "finright_pitch", "finleft_roll",
                                      "finleft_pitch"};

  double upright() const { return physics_.matrix(Array::kXmat, torso_)[kZZ]; }
  Vector mouth_to_target() const {
    return numpy::times_frame(difference(physics_.vector(Array::kGeomXpos, target_),
                                         physics_.vector(Array::kGeomXpos, mouth_)),
                              physics_.matrix(Array::kGeomXmat, mouth_));
  }

  bool swims_;
  std::size_t root_, torso_, mouth_, target_;
  std::array<std::size_t, kJoints.size()> joints_;
  Tolerance upright_{{.lower = 1, .upper = 1, .margin = 1}};
  Tolerance in_target_;
};

}  // namespace pp::dm_control

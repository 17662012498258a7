// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Stacker: stack boxes at a target with a planar arm.
#pragma once

#include <algorithm>

#include "dm_control/physics/tolerance.h"
#include "planar_arm.h"

namespace pp::dm_control {

class Stacker final : public PlanarArm {
 public:
  static constexpr std::array kWritten{ModelArray::kBodyPos};

  Stacker(Physics& physics, std::size_t boxes, bool fully_observable)
      : PlanarArm(physics),
        fully_observable_(fully_observable),
        target_(model().body("target")),
        target_site_(model().site("target")),
        grasp_(model().site("grasp")),
        box_size_(geom_size("target")),
        near_({.margin = 2 * box_size_}) {
    for (std::size_t i = 0; i < boxes; ++i) {
      const std::string name = "box" + std::to_string(i);
      boxes_.push_back({model().body(name), model().site(name), &model().joint(name + "_x"),
                        &model().joint(name + "_y"), &model().joint(name + "_z")});
    }
  }

  void start_episode(RandomState& random) override {
    do {
      draw_arm(random);
      const double height = 2 * random.randint(static_cast<std::uint32_t>(boxes_.size())) + 1;
      double* const target = physics_.in_model(ModelArray::kBodyPos) + 3 * target_;
      target[2] = box_size_ * height;
      target[0] = random.uniform(-.37, .37);
      for (const Box& box : boxes_) {
        qpos()[box.x->qpos] = random.uniform(.1, .3);
        qpos()[box.z->qpos] = random.uniform(0, .7);
        qpos()[box.angle->qpos] = random.uniform(0, 2 * kPi);
      }
      physics_.after_reset();
    } while (physics_.contacts() > 0);
  }
  void observe(Observer& out) const override {
    observe_arm(out);
    const std::span<const double> sensed = physics_.all(Array::kSensordata);
    double* const touch = out.part("touch", {sensed.size()});
    for (std::size_t i = 0; i < sensed.size(); ++i) touch[i] = numpy::log1p(sensed[i]);
    if (!fully_observable_) return;
    write_pose(hand_, out.part("hand_pos", {4}));
    double* const poses = out.part("box_pos", {boxes_.size(), 4});
    for (std::size_t i = 0; i < boxes_.size(); ++i) write_pose(boxes_[i].body, poses + 4 * i);
    double* velocities = out.part("box_vel", {3 * boxes_.size()});
    for (const Box& box : boxes_) {
      for (const Joint* const joint : {box.x, box.angle, box.z}) {
        *velocities++ = qvel()[joint->dof];
      }
    }
    double* const target = out.part("target_pos", {2});
    target[0] = physics_.vector(Array::kXpos, target_)[0];
    target[1] = physics_.vector(Array::kXpos, target_)[2];
  }
  double reward() const override {
    double nearest = kInfinity;
    for (const Box& box : boxes_)
      nearest = std::min(nearest, site_distance(box.site, target_site_));
    return near_(nearest) * far_(site_distance(grasp_, target_site_));
  }

 private:
  struct Box {
    std::size_t body, site;
    const Joint *x, *angle, *z;
  };

  bool fully_observable_;
  std::size_t target_, target_site_, grasp_;
  double box_size_;
  std::vector<Box> boxes_;
  Tolerance near_;
  Tolerance far_{{.lower = .1, .upper = kInfinity, .margin = .01}};  // the hand, from the target
};

}  // namespace pp::dm_control

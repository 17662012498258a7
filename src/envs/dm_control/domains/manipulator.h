// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Manipulator: bring a ball or a peg to a target, or insert it there, with a planar arm.
#pragma once

#include <algorithm>
#include <optional>

#include "dm_control/physics/tolerance.h"
#include "planar_arm.h"

namespace pp::dm_control {

class Manipulator final : public PlanarArm {
 public:
  static constexpr std::array kWritten{ModelArray::kBodyPos, ModelArray::kBodyQuat};

  struct Kind {
    bool use_peg = false, insert = false, fully_observable = true;
  };

  Manipulator(Physics& physics, const Kind& kind)
      : PlanarArm(physics),
        kind_(kind),
        target_(model().body(kind.use_peg ? "target_peg" : "target_ball")),
        object_(model().body(object_name())),
        x_(model().joint(object_name() + "_x")),
        z_(model().joint(object_name() + "_z")),
        angle_(model().joint(object_name() + "_y")),
        grasp_(model().site("grasp")) {
    if (kind.insert) receptacle_ = model().body(kind.use_peg ? "slot" : "cup");
    for (std::size_t i = 0; i < kTouch.size(); ++i) touch_[i] = &model().sensor(kTouch[i]);
    if (kind.use_peg) {
      pairs_ = {{{model().site("peg_grasp"), grasp_},
                 {model().site("peg_pinch"), model().site("pinch")},
                 {model().site("peg"), model().site("target_peg")},
                 {model().site("target_peg_tip"), model().site("peg_tip")}}};
    } else {
      pairs_[0] = {model().site("ball"), model().site("target_ball")};
    }
  }

  void start_episode(RandomState& random) override {
    do {
      draw_arm(random);
      const Place target = draw_target(random);
      draw_object(random, target);
      physics_.after_reset();
    } while (physics_.contacts() > 0);
  }
  void observe(Observer& out) const override {
    observe_arm(out);
    double* const touch = out.part("touch", {kTouch.size()});
    for (std::size_t i = 0; i < kTouch.size(); ++i) {
      touch[i] = numpy::log1p(physics_.sensor(*touch_[i])[0]);
    }
    if (!kind_.fully_observable) return;
    write_pose(hand_, out.part("hand_pos", {4}));
    write_pose(object_, out.part("object_pos", {4}));
    double* const velocity = out.part("object_vel", {3});
    velocity[0] = qvel()[x_.dof];
    velocity[1] = qvel()[z_.dof];
    velocity[2] = qvel()[angle_.dof];
    write_pose(target_, out.part("target_pos", {4}));
  }
  double reward() const override {
    if (!kind_.use_peg) return close(0);
    const double grasping = (close(0) + close(1)) / 2;
    const double bringing = (close(2) + close(3)) / 2;
    return std::max(bringing, grasping / 3);
  }

 private:
  static constexpr std::array kTouch{"palm_touch", "finger_touch", "thumb_touch", "fingertip_touch",
                                     "thumbtip_touch"};
  static constexpr double kClose = .01;
  static constexpr std::array kStarts{.1, .1,
                                      1 - .1 - .1};  // in the hand, at the target, elsewhere

  struct Place {
    double x, z, angle;
  };

  std::string object_name() const { return kind_.use_peg ? "peg" : "ball"; }
  double close(std::size_t pair) const {
    return close_(site_distance(pairs_[pair].first, pairs_[pair].second));
  }
  void put(std::size_t body, const Place& place) {
    double* const position = physics_.in_model(ModelArray::kBodyPos) + 3 * body;
    double* const quaternion = physics_.in_model(ModelArray::kBodyQuat) + 4 * body;
    position[0] = place.x;
    position[2] = place.z;
    quaternion[0] = numpy::cos(place.angle / 2);
    quaternion[2] = numpy::sin(place.angle / 2);
  }
  Place draw_target(RandomState& random) {
    Place place;
    place.x = random.uniform(-.4, .4);
    place.z = random.uniform(.1, .4);
    place.angle = kind_.insert ? random.uniform(-kPi / 3, kPi / 3) : random.uniform(-kPi, kPi);
    if (receptacle_) put(*receptacle_, place);
    put(target_, place);
    return place;
  }
  void draw_object(RandomState& random, const Place& target) {
    Place place = target;
    const std::size_t start = random.choice(kStarts);
    if (start == 0) {
      physics_.after_reset();
      const double* const grasp = physics_.vector(Array::kSiteXpos, grasp_);
      const double* const direction = physics_.matrix(Array::kSiteXmat, grasp_);
      place = {grasp[0], grasp[2], kPi - numpy::arctan2(direction[kZX], direction[kXX])};
    } else if (start == 2) {
      place.x = random.uniform(-.5, .5);
      place.z = random.uniform(0, .7);
      place.angle = random.uniform(0, 2 * kPi);
      qvel()[x_.dof] = random.uniform(-5, 5);
    }
    qpos()[x_.qpos] = place.x;
    qpos()[z_.qpos] = place.z;
    qpos()[angle_.qpos] = place.angle;
  }

  Kind kind_;
  std::size_t target_, object_;
  std::optional<std::size_t> receptacle_;
  const Joint &x_, &z_, &angle_;  // the object's
  std::size_t grasp_;
  std::array<const Sensor*, kTouch.size()> touch_;
  // Of a peg: grasp, pinch, peg and tip. Of a ball: the ball alone.
  std::array<std::pair<std::size_t, std::size_t>, 4> pairs_{};
  Tolerance close_{{.upper = kClose, .margin = kClose * 2}};
};

}  // namespace pp::dm_control

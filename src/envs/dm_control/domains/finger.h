// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finger: spin a body on a hinge, or turn its tip to a target, with a planar finger.
#pragma once

#include "dm_control/task.h"

namespace pp::dm_control {

class Finger : public Task {
 public:
  explicit Finger(Physics& physics)
      : Task(physics),
        proximal_(model().sensor("proximal")),
        distal_(model().sensor("distal")),
        proximal_velocity_(model().sensor("proximal_velocity")),
        distal_velocity_(model().sensor("distal_velocity")),
        hinge_velocity_(model().sensor("hinge_velocity")),
        tip_(model().sensor("tip")),
        spinner_(model().sensor("spinner")),
        touch_top_(model().sensor("touchtop")),
        touch_bottom_(model().sensor("touchbottom")) {}

  void observe(Observer& out) const override {
    const std::array<double, 2> tip = from_spinner(tip_);
    double* const position = out.part("position", {4});
    position[0] = physics_.sensor(proximal_)[0];
    position[1] = physics_.sensor(distal_)[0];
    position[2] = tip[0];
    position[3] = tip[1];
    double* const velocity = out.part("velocity", {3});
    velocity[0] = physics_.sensor(proximal_velocity_)[0];
    velocity[1] = physics_.sensor(distal_velocity_)[0];
    velocity[2] = physics_.sensor(hinge_velocity_)[0];
    double* const touch = out.part("touch", {2});
    touch[0] = numpy::log1p(physics_.sensor(touch_top_)[0]);
    touch[1] = numpy::log1p(physics_.sensor(touch_bottom_)[0]);
  }

 protected:
  // A sensed place as seen from the spinner, along x and z.
  std::array<double, 2> from_spinner(const Sensor& place) const {
    const std::span<const double> from = physics_.sensor(spinner_);
    const std::span<const double> to = physics_.sensor(place);
    return {to[0] - from[0], to[2] - from[2]};
  }
  void draw_angles(RandomState& random) {
    randomize_joints_without_contact(physics_, random, 1000);
  }

  const Sensor &proximal_, &distal_, &proximal_velocity_, &distal_velocity_, &hinge_velocity_;
  const Sensor &tip_, &spinner_, &touch_top_, &touch_bottom_;
};

class FingerSpin final : public Finger {
 public:
  static constexpr std::array kWritten{ModelArray::kSiteRgba, ModelArray::kDofDamping};

  using Finger::Finger;

  void start_episode(RandomState& random) override {
    float* const colors = physics_.in_model<float>(ModelArray::kSiteRgba);
    colors[4 * model().site("target") + 3] = 0;
    colors[4 * model().site("tip") + 3] = 0;
    physics_.in_model(ModelArray::kDofDamping)[dof_of("hinge")] = .03;
    draw_angles(random);
  }
  double reward() const override { return physics_.sensor(hinge_velocity_)[0] <= -15.0; }
};

class FingerTurn final : public Finger {
 public:
  static constexpr std::array kWritten{ModelArray::kSitePos, ModelArray::kSiteSize};

  FingerTurn(Physics& physics, double target_radius)
      : Finger(physics),
        radius_(target_radius),
        site_(model().site("target")),
        hinge_(model().joint_index("hinge")),
        target_(model().sensor("target")) {}

  void start_episode(RandomState& random) override {
    const double angle = random.uniform(-kPi, kPi);
    const double* const hinge = physics_.vector(Array::kXanchor, hinge_);
    const double radius = geom_size("cap1", 0) + geom_size("cap1", 1) + geom_size("cap1", 2);
    double* const place = physics_.in_model(ModelArray::kSitePos) + 3 * site_;
    place[0] = hinge[0] + radius * numpy::sin(angle);
    place[2] = hinge[2] + radius * numpy::cos(angle);
    physics_.in_model(ModelArray::kSiteSize)[3 * site_] = radius_;
    draw_angles(random);
  }
  void observe(Observer& out) const override {
    Finger::observe(out);
    out.add("target_position", from_spinner(target_));
    out.add("dist_to_target", distance());
  }
  double reward() const override { return distance() <= 0; }

 private:
  double distance() const {
    const std::array<double, 2> target = from_spinner(target_);
    const std::array<double, 2> tip = from_spinner(tip_);
    const std::array to_target{target[0] - tip[0], target[1] - tip[1]};
    return numpy::norm(to_target) - physics_.in_model(ModelArray::kSiteSize)[3 * site_];
  }

  double radius_;
  std::size_t site_, hinge_;
  const Sensor& target_;
};

}  // namespace pp::dm_control

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Humanoid and humanoid_CMU: stand, walk or run upright. The second has the body of a motion-capture
// subject, with other names and axes.
#pragma once

#include "dm_control/physics/tolerance.h"
#include "dm_control/task.h"

namespace pp::dm_control {

// What the two bodies call their parts.
struct HumanoidNames {
  const char* torso;
  Direction up;  // of the torso
  const char* velocity;
  std::array<const char*, 4> extremities;
};
inline constexpr HumanoidNames kHumanoid{
    "torso", kZZ, "torso_subtreelinvel", {"left_hand", "left_foot", "right_hand", "right_foot"}};
inline constexpr HumanoidNames kHumanoidCmu{
    "thorax", kZY, "thorax_subtreelinvel", {"lhand", "lfoot", "rhand", "rfoot"}};

class Humanoid final : public Task {
 public:
  // A speed of 0 is to stand. A pure state is positions and velocities alone.
  Humanoid(Physics& physics, const HumanoidNames& names, double speed, bool pure_state = false)
      : Task(physics),
        speed_(speed),
        pure_state_(pure_state),
        up_(names.up),
        torso_(model().body(names.torso)),
        head_(model().body("head")),
        velocity_(model().sensor(names.velocity)),
        move_({.lower = speed,
               .upper = kInfinity,
               .margin = speed,
               .sigmoid = Sigmoid::kLinear,
               .value_at_margin = 0}) {
    for (std::size_t i = 0; i < 4; ++i) extremities_[i] = model().body(names.extremities[i]);
  }

  void start_episode(RandomState& random) override {
    randomize_joints_without_contact(physics_, random);
  }
  void observe(Observer& out) const override {
    if (pure_state_) {
      out.add("position", positions());
      out.add("velocity", velocities());
      return;
    }
    const double* const torso = physics_.matrix(Array::kXmat, torso_);
    out.add("joint_angles", positions().subspan(7));
    out.add("head_height", head_height());
    observe_extremities(out.part("extremities", {12}));
    out.add("torso_vertical", {torso + kZX, 3});
    out.add("com_velocity", physics_.sensor(velocity_));
    out.add("velocity", velocities());
  }
  double reward() const override {
    const double upright = upright_(physics_.matrix(Array::kXmat, torso_)[up_]);
    const double stand = standing_(head_height()) * upright;
    const double control = (4 + small_control(controls())) / 5;
    const std::span<const double> horizontal = physics_.sensor(velocity_).first(2);
    if (speed_ == 0) {
      const std::array still{still_.of_element(horizontal[0]), still_.of_element(horizontal[1])};
      return control * stand * numpy::mean(still);
    }
    const double move = (5 * move_(numpy::norm(horizontal)) + 1) / 6;
    return control * stand * move;
  }

 private:
  static constexpr double kStandHeight = 1.4;

  double head_height() const { return physics_.vector(Array::kXpos, head_)[2]; }
  // Hands and feet as seen from the torso.
  void observe_extremities(double* out) const {
    for (const std::size_t body : extremities_) {
      const Vector seen = numpy::times_frame(
          difference(physics_.vector(Array::kXpos, body), physics_.vector(Array::kXpos, torso_)),
          physics_.matrix(Array::kXmat, torso_));
      out = std::copy(seen.begin(), seen.end(), out);
    }
  }

  double speed_;
  bool pure_state_;
  Direction up_;
  std::size_t torso_, head_;
  std::array<std::size_t, 4> extremities_;
  const Sensor& velocity_;
  Tolerance standing_{{.lower = kStandHeight, .upper = kInfinity, .margin = kStandHeight / 4}};
  Tolerance upright_{{.lower = 0.9,
                      .upper = kInfinity,
                      .margin = 1.9,
                      .sigmoid = Sigmoid::kLinear,
                      .value_at_margin = 0}};
  Tolerance still_{{.margin = 2}};
  Tolerance move_;
};

}  // namespace pp::dm_control

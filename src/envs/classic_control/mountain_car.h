// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// MountainCar: an engine too weak for the hill drives a car out of a valley by swinging. After
// Moore (1990), with the arithmetic of Gymnasium's MountainCarEnv.
#pragma once

#include <parallel_pool/env.h>

#include <cmath>

#include "reset_bounds.h"

namespace pp::classic_control {

class MountainCar {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    double goal_velocity = 0.0;
    static constexpr auto options() {
      return option_list(option("goal_velocity", &Config::goal_velocity,
                                "Minimum velocity at the goal that ends the episode."));
    }
  };
  using ResetOptions = ResetBounds<-0.6, -0.4>;
  struct Action {
    Row<std::int64_t> push;  // 0: to the left, 1: none, 2: to the right
  };
  struct Observation {
    Row<float, 2> state;  // position, velocity
  };
  struct RenderState {
    Row<double> position;
  };

  static Spec<MountainCar> spec(const Config&) {
    return {.observation = box(&Observation::state, {kLeftEnd, -kMaxSpeed}, {kRightEnd, kMaxSpeed}),
            .action = discrete(&Action::push, 3),
            .render_state = dict<RenderState>({{"position", value(&RenderState::position)}})};
  }

  explicit MountainCar(const Config& config) : goal_velocity_(config.goal_velocity) {}

  void reset(Rng& rng, const ResetOptions& bounds) {
    position_ = rng.uniform(bounds.low, bounds.high);
    velocity_ = 0.0;
  }

  Transition step(const Action& action) {
    const double push = static_cast<double>(action.push - 1) * kForce;
    velocity_ += push + std::cos(3.0 * position_) * -kGravity;
    velocity_ = math::clip(velocity_, -kMaxSpeed, kMaxSpeed);
    position_ = math::clip(position_ + velocity_, kLeftEnd, kRightEnd);
    if (position_ == kLeftEnd && velocity_ < 0.0) velocity_ = 0.0;
    return {.reward = -1.0, .terminated = position_ >= kGoal && velocity_ >= goal_velocity_};
  }

  void observe(Observation& out) const {
    out.state[0] = static_cast<float>(position_);
    out.state[1] = static_cast<float>(velocity_);
  }

  void render_state(RenderState& out) const { out.position = position_; }

  void serialize(StateIO& io) { io(position_, velocity_); }

 private:
  static constexpr double kLeftEnd = -1.2;
  static constexpr double kRightEnd = 0.6;
  static constexpr double kGoal = 0.5;
  static constexpr double kMaxSpeed = 0.07;
  static constexpr double kForce = 0.001;
  static constexpr double kGravity = 0.0025;

  double goal_velocity_;
  double position_ = 0.0;
  double velocity_ = 0.0;
};

}  // namespace pp::classic_control

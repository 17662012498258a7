// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// MountainCarContinuous: MountainCar with an engine that is throttled, with the arithmetic of
// Gymnasium's Continuous_MountainCarEnv. There the state is float64 after a reset and float32 after
// a step, and clipped numbers are Python floats, which take the precision of the other
// operand. The mixed precision below is that of the reference.
#pragma once

#include <parallel_pool/env.h>

#include <cmath>
#include <concepts>

#include "reset_bounds.h"

namespace pp::classic_control {

class ContinuousMountainCar {
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
    Row<float, 1> force;  // of the engine, positive to the right; cut to [-1, 1]
  };
  struct Observation {
    Row<float, 2> state;  // position, velocity
  };
  struct RenderState {
    Row<double> position;
    Row<bool> is_rounded;  // to float32
  };

  static Spec<ContinuousMountainCar> spec(const Config&) {
    return {.observation = box(&Observation::state, {kLeftEnd, -kMaxSpeed}, {kRightEnd, kMaxSpeed}),
            .action = box(&Action::force, -1.0, 1.0),
            .render_state = dict<RenderState>({{"position", value(&RenderState::position)},
                                               {"is_rounded", value(&RenderState::is_rounded)}})};
  }

  explicit ContinuousMountainCar(const Config& config) : goal_velocity_(config.goal_velocity) {}

  void reset(Rng& rng, const ResetOptions& bounds) {
    position_ = rng.uniform(bounds.low, bounds.high);
    velocity_ = 0.0;
    is_rounded_ = false;
  }

  Transition step(const Action& action) {
    const float force = action.force[0];
    const bool at_goal = is_rounded_ ? drive<float>(force) : drive<double>(force);
    is_rounded_ = true;
    const double effort = static_cast<double>(force) * force;  // exact, so pow gives it too
    return {.reward = (at_goal ? 100.0 : 0.0) - effort * 0.1, .terminated = at_goal};
  }

  void observe(Observation& out) const {
    out.state[0] = static_cast<float>(position_);
    out.state[1] = static_cast<float>(velocity_);
  }

  void render_state(RenderState& out) const {
    out.position = position_;
    out.is_rounded = is_rounded_;
  }

  void serialize(StateIO& io) { io(position_, velocity_, is_rounded_); }

 private:
  static constexpr double kLeftEnd = -1.2;
  static constexpr double kRightEnd = 0.6;
  static constexpr double kGoal = 0.45;
  static constexpr double kMaxSpeed = 0.07;
  static constexpr double kPower = 0.0015;
  static constexpr double kGravity = 0.0025;

  // What force and slope add to the velocity. A force within its bounds is a float32, one that was
  // cut is a Python float.
  template <std::floating_point T>
  static T acceleration(float force, T position) {
    const double slope = kGravity * std::cos(static_cast<double>(T{3} * position));
    if (force < -1.0f) return static_cast<T>(-kPower - slope);
    if (force > 1.0f) return static_cast<T>(kPower - slope);
    return force * static_cast<float>(kPower) - static_cast<float>(slope);
  }

  // Moves a car whose state has type T. Returns whether it is at the goal, and fast enough.
  template <std::floating_point T>
  bool drive(float force) {
    constexpr T max_speed = static_cast<T>(kMaxSpeed);
    constexpr T left_end = static_cast<T>(kLeftEnd);
    T position = static_cast<T>(position_);
    T velocity = static_cast<T>(velocity_);
    velocity += acceleration(force, position);
    const bool is_cut = velocity > max_speed || velocity < -max_speed;
    velocity = math::clip(velocity, -max_speed, max_speed);
    position = math::clip(position + velocity, left_end, static_cast<T>(kRightEnd));
    if (position == left_end && velocity < T{0}) velocity = T{0};

    const bool is_fast = is_cut ? std::copysign(kMaxSpeed, velocity) >= goal_velocity_
                                : velocity >= static_cast<T>(goal_velocity_);
    position_ = static_cast<float>(position);
    velocity_ = static_cast<float>(velocity);
    return position >= static_cast<T>(kGoal) && is_fast;
  }

  double goal_velocity_;
  double position_ = 0.0;
  double velocity_ = 0.0;
  bool is_rounded_ = false;  // the state holds float32 values, and is computed with as such
};

}  // namespace pp::classic_control

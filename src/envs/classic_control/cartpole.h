// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// CartPole: balance a pole on a cart. After Barto, Sutton and Anderson (1983), with the arithmetic
// of Gymnasium's CartPoleEnv.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "reset_bounds.h"

namespace pp::classic_control {

class CartPole {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    bool sutton_barto_reward = false;
    static constexpr auto options() {
      return std::tuple{
          option("sutton_barto_reward", &Config::sutton_barto_reward,
                 "Use Sutton and Barto's reward: 0 for each time step and -1 for the last.")};
    }
  };
  using ResetOptions = ResetBounds<-0.05, 0.05>;
  struct Action {
    Row<std::int64_t> push;  // 0: to the left, 1: to the right
  };
  struct Observation {
    Row<float, 4> state;  // position, velocity, pole angle, angular velocity
  };
  struct RenderState {
    Row<double, 4> state;  // as observed, with all its digits
  };

  static Spec<CartPole> spec(const Config&) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    return {.observation = box(&Observation::state, {-2 * kXLimit, -inf, -2 * kThetaLimit, -inf},
                               {2 * kXLimit, inf, 2 * kThetaLimit, inf}),
            .action = discrete(&Action::push, 2),
            .render_state = dict<RenderState>({{"state", value(&RenderState::state)}})};
  }

  explicit CartPole(const Config& config) : sutton_barto_reward_(config.sutton_barto_reward) {}

  void reset(Rng& rng, const ResetOptions& bounds) {
    for (double& value : state_) value = rng.uniform(bounds.low, bounds.high);
  }

  Transition step(const Action& action) {
    auto& [x, x_dot, theta, theta_dot] = state_;
    const double force = action.push == 1 ? kForce : -kForce;
    const double cosine = std::cos(theta);
    const double sine = std::sin(theta);
    const double temp = (force + kPoleMassLength * (theta_dot * theta_dot) * sine) / kTotalMass;
    const double theta_acc = (kGravity * sine - cosine * temp) /
                             (kLength * (4.0 / 3.0 - kPoleMass * (cosine * cosine) / kTotalMass));
    const double x_acc = temp - kPoleMassLength * theta_acc * cosine / kTotalMass;
    x = x + kTau * x_dot;
    x_dot = x_dot + kTau * x_acc;
    theta = theta + kTau * theta_dot;
    theta_dot = theta_dot + kTau * theta_acc;

    const bool fell = x < -kXLimit || x > kXLimit || theta < -kThetaLimit || theta > kThetaLimit;
    const double reward = sutton_barto_reward_ ? (fell ? -1.0 : 0.0) : 1.0;
    return {.reward = reward, .terminated = fell};
  }

  void observe(Observation& out) const {
    for (std::size_t i = 0; i < state_.size(); ++i) out.state[i] = static_cast<float>(state_[i]);
  }

  void render_state(RenderState& out) const { out.state = state_; }

  void serialize(StateIO& io) { io(state_); }

 private:
  static constexpr double kGravity = 9.8;
  static constexpr double kPoleMass = 0.1;
  static constexpr double kTotalMass = kPoleMass + 1.0;
  static constexpr double kLength = 0.5;  // half the pole's
  static constexpr double kPoleMassLength = kPoleMass * kLength;
  static constexpr double kForce = 10.0;
  static constexpr double kTau = 0.02;  // seconds between states
  static constexpr double kThetaLimit = 12 * 2 * std::numbers::pi / 360;
  static constexpr double kXLimit = 2.4;

  bool sutton_barto_reward_;
  std::array<double, 4> state_{};
};

}  // namespace pp::classic_control

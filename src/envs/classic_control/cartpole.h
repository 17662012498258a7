// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// CartPole: balance a pole on a cart. After Barto, Sutton and Anderson (1983), with the arithmetic
// of Gymnasium's CartPoleEnv.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/numerics.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "reset_bounds.h"

namespace pp::classic_control {

class CartPole {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    bool sutton_barto_reward = false;
    double gravity = 9.8;
    double masscart = 1.0;
    double masspole = 0.1;
    double length = 0.5;
    double force_mag = 10.0;
    static constexpr auto options() {
      return option_list(
          option("sutton_barto_reward", &Config::sutton_barto_reward,
                 "Use Sutton and Barto's reward: 0 for each time step and -1 for the last."),
          option("gravity", &Config::gravity, "The acceleration of gravity, in m/s^2."),
          option("masscart", &Config::masscart, "The mass of the cart, in kg."),
          option("masspole", &Config::masspole, "The mass of the pole, in kg."),
          option("length", &Config::length, "Half the length of the pole, in m."),
          option("force_mag", &Config::force_mag, "The force of a push, in N."));
    }
    void validate() const {
      const auto check = [](const char* name, double value, bool is_positive) {
        if (std::isfinite(value) && (value > 0 || !is_positive)) return;
        throw std::invalid_argument(std::string(name) + " must be " +
                                    (is_positive ? "positive and finite" : "finite") + ", got " +
                                    std::to_string(value));
      };
      check("gravity", gravity, false);
      check("masscart", masscart, true);
      check("masspole", masspole, true);
      check("length", length, true);
      check("force_mag", force_mag, false);
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
    Row<double> length;
  };

  static Spec<CartPole> spec(const Config&) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    return {.observation = box(&Observation::state, {-2 * kXLimit, -inf, -2 * kThetaLimit, -inf},
                               {2 * kXLimit, inf, 2 * kThetaLimit, inf}),
            .action = discrete(&Action::push, 2),
            .render_state = dict<RenderState>(
                {{"state", value(&RenderState::state)}, {"length", value(&RenderState::length)}})};
  }

  explicit CartPole(const Config& config)
      : sutton_barto_reward_(config.sutton_barto_reward),
        gravity_(config.gravity),
        pole_mass_(config.masspole),
        total_mass_(config.masspole + config.masscart),
        length_(config.length),
        pole_mass_length_(config.masspole * config.length),
        force_(config.force_mag) {}

  void reset(Rng& rng, const ResetOptions& bounds) {
    for (double& value : state_) value = rng.uniform(bounds.low, bounds.high);
  }

  Transition step(const Action& action) {
    auto& [x, x_dot, theta, theta_dot] = state_;
    const double force = action.push == 1 ? force_ : -force_;
    const double cosine = std::cos(theta);
    const double sine = std::sin(theta);
    const double temp = (force + pole_mass_length_ * (theta_dot * theta_dot) * sine) / total_mass_;
    const double theta_acc = (gravity_ * sine - cosine * temp) /
                             (length_ * (4.0 / 3.0 - pole_mass_ * (cosine * cosine) / total_mass_));
    const double x_acc = temp - pole_mass_length_ * theta_acc * cosine / total_mass_;
    x = x + kTau * x_dot;
    x_dot = x_dot + kTau * x_acc;
    theta = theta + kTau * theta_dot;
    theta_dot = theta_dot + kTau * theta_acc;

    const bool fell = x < -kXLimit || x > kXLimit || theta < -kThetaLimit || theta > kThetaLimit;
    return outcome(fell);
  }

#ifdef PARALLEL_POOL_FOUR_AT_ONCE
  static constexpr std::size_t kTogether = 4;

  static bool step_together(const std::array<CartPole*, 4>& envs,
                            const std::array<Action, 4>& actions,
                            std::array<Transition, 4>& transitions) {
    if (!math::has_four_at_once()) return false;
    step_four(envs, actions, transitions);
    return true;
  }
#endif

  void observe(Observation& out) const {
    for (std::size_t i = 0; i < state_.size(); ++i) out.state[i] = static_cast<float>(state_[i]);
  }

  void render_state(RenderState& out) const {
    out.state = state_;
    out.length = length_;
  }

  void serialize(StateIO& io) { io(state_); }

 private:
  static constexpr double kTau = 0.02;  // seconds between states
  static constexpr double kThetaLimit = 12 * 2 * std::numbers::pi / 360;
  static constexpr double kXLimit = 2.4;

#ifdef PARALLEL_POOL_FOUR_AT_ONCE
  // A value of each environment: their options may differ.
  [[gnu::target("avx2,fma"), gnu::always_inline]] static math::Four of_all(
      const std::array<CartPole*, 4>& envs, double CartPole::* member) {
    return math::Four{envs[0]->*member, envs[1]->*member, envs[2]->*member, envs[3]->*member};
  }
  // 0 for a push to the right, and the sign's bit for one to the left. Without a branch: which way
  // the next push goes cannot be predicted.
  [[gnu::target("avx2,fma"), gnu::always_inline]] static math::Four signs_of(
      const std::array<Action, 4>& actions) {
    const auto sign = [&](std::size_t k) { return std::uint64_t{actions[k].push != 1} << 63; };
    return (math::Four)math::FourBits{sign(0), sign(1), sign(2), sign(3)};
  }

  // The operations of `step` in the same order, on vectors.
  [[gnu::target("avx2,fma")]] static void step_four(const std::array<CartPole*, 4>& envs,
                                                    const std::array<Action, 4>& actions,
                                                    std::array<Transition, 4>& transitions) {
    using math::Four;
    std::array<Four, 4> state;
    for (std::size_t k = 0; k < 4; ++k) state[k] = _mm256_loadu_pd(envs[k]->state_.data());
    math::transpose(state);
    const auto& [x, x_dot, theta, theta_dot] = state;
    const Four force = _mm256_xor_pd(of_all(envs, &CartPole::force_), signs_of(actions));
    const Four total_mass = of_all(envs, &CartPole::total_mass_);
    const Four pole_mass_length = of_all(envs, &CartPole::pole_mass_length_);
    const math::FourAngles angles(theta);
    const Four cosine = angles.cosines();
    const Four sine = angles.sines();
    const Four temp = (force + pole_mass_length * (theta_dot * theta_dot) * sine) / total_mass;
    const Four theta_acc =
        (of_all(envs, &CartPole::gravity_) * sine - cosine * temp) /
        (of_all(envs, &CartPole::length_) *
         (4.0 / 3.0 - of_all(envs, &CartPole::pole_mass_) * (cosine * cosine) / total_mass));
    const Four x_acc = temp - pole_mass_length * theta_acc * cosine / total_mass;
    std::array<Four, 4> next{x + kTau * x_dot, x_dot + kTau * x_acc, theta + kTau * theta_dot,
                             theta_dot + kTau * theta_acc};
    const auto fell = (next[0] < -kXLimit) | (next[0] > kXLimit) | (next[2] < -kThetaLimit) |
                      (next[2] > kThetaLimit);
    math::transpose(next);
    for (std::size_t k = 0; k < 4; ++k) {
      _mm256_storeu_pd(envs[k]->state_.data(), next[k]);
      transitions[k] = envs[k]->outcome(fell[k] != 0);
    }
  }
#endif

  Transition outcome(bool fell) const {
    const double reward = sutton_barto_reward_ ? (fell ? -1.0 : 0.0) : 1.0;
    return {.reward = reward, .terminated = fell};
  }

  bool sutton_barto_reward_;
  double gravity_;
  double pole_mass_;
  double total_mass_;
  double length_;  // half the pole's
  double pole_mass_length_;
  double force_;
  std::array<double, 4> state_{};
};

}  // namespace pp::classic_control

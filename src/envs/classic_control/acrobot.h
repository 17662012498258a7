// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Acrobot: swing the tip of two linked arms above a line by torque at the joint between them. After
// Sutton (1996), with the arithmetic of Gymnasium's AcrobotEnv.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/numerics.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <stdexcept>
#include <string>

#include "four_acrobots.h"
#include "reset_bounds.h"

namespace pp::classic_control {

class Acrobot {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    std::string book_or_nips = "book";
    double torque_noise_max = 0.0;
    static constexpr auto options() {
      return option_list(
          option("book_or_nips", &Config::book_or_nips,
                 "Equations of motion: 'book' (Sutton and Barto) or 'nips' (the NIPS paper)."),
          option("torque_noise_max", &Config::torque_noise_max,
                 "Add noise drawn uniformly from [-torque_noise_max, torque_noise_max] to the "
                 "torque."));
    }
  };
  using ResetOptions = ResetBounds<-0.1, 0.1>;
  struct Action {
    Row<std::int64_t> torque;  // 0: -1, 1: none, 2: +1, in N m
  };
  struct Observation {
    Row<float, 6> state;  // cosine and sine of both angles, both angular velocities
  };
  struct RenderState {
    Row<double, 2> angles;
    Row<bool> is_rounded;  // to float32
  };

  static Spec<Acrobot> spec(const Config&) {
    return {.observation = box(&Observation::state, {-1, -1, -1, -1, -kMaxSpeed1, -kMaxSpeed2},
                               {1, 1, 1, 1, kMaxSpeed1, kMaxSpeed2}),
            .action = discrete(&Action::torque, 3),
            .render_state = dict<RenderState>({{"angles", value(&RenderState::angles)},
                                               {"is_rounded", value(&RenderState::is_rounded)}})};
  }

  explicit Acrobot(const Config& config)
      : is_nips_(config.book_or_nips == "nips"), noise_(config.torque_noise_max) {
    if (!is_nips_ && config.book_or_nips != "book") {
      throw std::invalid_argument("book_or_nips must be 'book' or 'nips', got '" +
                                  config.book_or_nips + "'");
    }
    if (!std::isfinite(2 * noise_)) {
      throw std::invalid_argument("torque_noise_max must be finite, got " + std::to_string(noise_));
    }
  }

  // The state after a reset is float32, and so are the observed sines and cosines.
  void reset(Rng& rng, const ResetOptions& bounds) {
    std::array<float, 4> drawn;
    for (float& value : drawn) value = static_cast<float>(rng.uniform(bounds.low, bounds.high));
    state_ = {drawn[0], drawn[1], drawn[2], drawn[3]};
    is_rounded_ = true;
    sine2_ = std::sin(state_[1]);
    cosine2_ = std::cos(state_[1]);
    directions_ = {math::numpy_cos(drawn[0]), math::numpy_sin(drawn[0]), math::numpy_cos(drawn[1]),
                   math::numpy_sin(drawn[1])};
  }

  Transition step(const Action& action, Rng& rng) {
    double torque = static_cast<double>(action.torque - 1);
    if (noise_ > 0.0) torque += rng.uniform(-noise_, noise_);
    integrate(torque);
    is_rounded_ = false;
    const double cosine1 = std::cos(state_[0]);
    const double sine1 = std::sin(state_[0]);
    cosine2_ = std::cos(state_[1]);
    sine2_ = std::sin(state_[1]);
    directions_ = {static_cast<float>(cosine1), static_cast<float>(sine1),
                   static_cast<float>(cosine2_), static_cast<float>(sine2_)};
    const bool is_up = -cosine1 - std::cos(state_[1] + state_[0]) > 1.0;
    return {.reward = is_up ? 0.0 : -1.0, .terminated = is_up};
  }

#ifdef PARALLEL_POOL_FOUR_AT_ONCE
  static constexpr std::size_t kTogether = 4;

  static bool step_together(const std::array<Acrobot*, 4>& envs,
                            const std::array<Action, 4>& actions,
                            std::array<Transition, 4>& transitions) {
    // The options of environments may differ.
    for (const Acrobot* env : envs) {
      if (env->noise_ > 0.0 || env->is_nips_ != envs[0]->is_nips_) return false;
    }
    return math::has_four_at_once() && step_four(envs, actions, transitions);
  }
#endif

  void observe(Observation& out) const {
    for (std::size_t i = 0; i < 4; ++i) out.state[i] = directions_[i];
    out.state[4] = static_cast<float>(state_[2]);
    out.state[5] = static_cast<float>(state_[3]);
  }

  void render_state(RenderState& out) const {
    out.angles = std::array{state_[0], state_[1]};
    out.is_rounded = is_rounded_;
  }

  void serialize(StateIO& io) { io(state_, sine2_, cosine2_, directions_, is_rounded_); }

 private:
  // Both angles, the second relative to the first arm, and both angular velocities; or how they
  // change.
  using State = std::array<double, 4>;

  static constexpr double kPi = std::numbers::pi;
  static constexpr double kMaxSpeed1 = 4 * kPi;
  static constexpr double kMaxSpeed2 = 9 * kPi;
  static constexpr double kTimeStep = 0.2;
  static constexpr double kGravity = 9.8;
  static constexpr double kMaxAngle = 1e6;  // beyond this, reset bounds or noise are far too large

  // Arms of length and mass 1, their centres in the middle, moments of inertia 1. Constants stand
  // where the reference multiplies by them, but for factors of 1.
  State change(const State& state, double sine2, double cosine2, double torque) const {
    const auto& [theta1, theta2, speed1, speed2] = state;
    const double d1 = 0.25 + (1.25 + cosine2) + 1.0 + 1.0;
    const double d2 = 0.25 + 0.5 * cosine2 + 1.0;
    const double phi2 = 0.5 * kGravity * std::cos(theta1 + theta2 - kPi / 2.0);
    const double phi1 = -0.5 * math::square(speed2) * sine2 - speed2 * speed1 * sine2 +
                        1.5 * kGravity * std::cos(theta1 - kPi / 2) + phi2;
    double push = torque + d2 / d1 * phi1;
    if (!is_nips_) push = push - 0.5 * math::square(speed1) * sine2;
    const double acceleration2 = (push - phi2) / (1.25 - math::square(d2) / d1);
    const double acceleration1 = -(d2 * acceleration2 + phi1) / d1;
    return {speed1, speed2, acceleration1, acceleration2};
  }

  // The change at the state that `slope` leads to in `time`.
  State change_after(double time, const State& slope, double torque) const {
    State ahead;
    for (std::size_t i = 0; i < 4; ++i) ahead[i] = state_[i] + time * slope[i];
    return change(ahead, std::sin(ahead[1]), std::cos(ahead[1]), torque);
  }

  // One step of the classical Runge-Kutta method.
  void integrate(double torque) {
    const State k1 = change(state_, sine2_, cosine2_, torque);
    const State k2 = change_after(kTimeStep / 2.0, k1, torque);
    const State k3 = change_after(kTimeStep / 2.0, k2, torque);
    const State k4 = change_after(kTimeStep, k3, torque);
    for (std::size_t i = 0; i < 4; ++i) {
      state_[i] += kTimeStep / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    state_[0] = wrapped(state_[0]);
    state_[1] = wrapped(state_[1]);
    state_[2] = math::clip(state_[2], -kMaxSpeed1, kMaxSpeed1);
    state_[3] = math::clip(state_[3], -kMaxSpeed2, kMaxSpeed2);
  }

  // The angle in [-pi, pi], turn by turn: each rounds.
  static double wrapped(double angle) {
    if (!(std::abs(angle) < kMaxAngle)) {
      throw std::domain_error("an arm turned by " + std::to_string(angle) +
                              " radians in one step: reset with smaller low and high, or choose a "
                              "smaller torque_noise_max");
    }
    while (angle > kPi) angle -= 2 * kPi;
    while (angle < -kPi) angle += 2 * kPi;
    return angle;
  }

#ifdef PARALLEL_POOL_FOUR_AT_ONCE
  [[gnu::target("avx2,fma")]] static bool step_four(const std::array<Acrobot*, 4>& envs,
                                                    const std::array<Action, 4>& actions,
                                                    std::array<Transition, 4>& transitions) {
    FourAcrobots four;
    math::Four torque;
    for (std::size_t k = 0; k < 4; ++k) {
      const Acrobot& env = *envs[k];
      four.state.theta1[k] = env.state_[0];
      four.state.theta2[k] = env.state_[1];
      four.state.speed1[k] = env.state_[2];
      four.state.speed2[k] = env.state_[3];
      four.sine2[k] = env.sine2_;
      four.cosine2[k] = env.cosine2_;
      torque[k] = static_cast<double>(actions[k].torque - 1);
    }
    if (!four.step(torque, envs[0]->is_nips_, kTimeStep, kMaxSpeed1, kMaxSpeed2, kMaxAngle)) {
      return false;
    }
    const math::Four height = -four.cosine1 - four.cosine12;
    for (std::size_t k = 0; k < 4; ++k) {
      Acrobot& env = *envs[k];
      env.state_ = {four.state.theta1[k], four.state.theta2[k], four.state.speed1[k],
                    four.state.speed2[k]};
      env.sine2_ = four.sine2[k];
      env.cosine2_ = four.cosine2[k];
      env.directions_ = {static_cast<float>(four.cosine1[k]), static_cast<float>(four.sine1[k]),
                         static_cast<float>(four.cosine2[k]), static_cast<float>(four.sine2[k])};
      env.is_rounded_ = false;
      const bool is_up = height[k] > 1.0;
      transitions[k] = {.reward = is_up ? 0.0 : -1.0, .terminated = is_up};
    }
    return true;
  }
#endif

  bool is_nips_;
  double noise_;
  State state_{};
  double sine2_ = 0.0;  // of the second angle
  double cosine2_ = 1.0;
  std::array<float, 4> directions_{};  // cosine and sine of both angles, as observed
  bool is_rounded_ = true;             // the state is a reset's; shown when rendered
};

}  // namespace pp::classic_control

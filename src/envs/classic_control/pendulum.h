// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pendulum: swing up and balance an inverted pendulum by torque, with the arithmetic of Gymnasium's
// PendulumEnv. Angles are NumPy float64 scalars there and the torque a float32 one; the mixed
// precision below is that of the reference.
#pragma once

#include <parallel_pool/env.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <stdexcept>
#include <string>

namespace pp::classic_control {

// In which order a step moves the angle and limits the speed.
enum class PendulumOrder { kLimitFirst, kMoveFirst };

template <PendulumOrder kOrder>
class PendulumOf {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    double g = 10.0;
    static constexpr auto options() {
      return option_list(option("g", &Config::g, "Gravitational acceleration in m/s^2."));
    }
  };
  struct ResetOptions {
    double x_init = std::numbers::pi;
    double y_init = 1.0;
    static constexpr auto options() {
      return option_list(
          option("x_init", &ResetOptions::x_init, "Draw the initial angle from [-x_init, x_init]."),
          option("y_init", &ResetOptions::y_init,
                 "Draw the initial angular velocity from [-y_init, y_init]."));
    }
    void validate() const {
      if (!(x_init >= 0 && y_init >= 0 && std::isfinite(2 * x_init) && std::isfinite(2 * y_init))) {
        throw std::invalid_argument(
            "reset options x_init and y_init must be finite and at least 0, got x_init=" +
            std::to_string(x_init) + ", y_init=" + std::to_string(y_init));
      }
    }
  };
  struct Action {
    Row<float, 1> torque;  // in N m, positive counter-clockwise
  };
  struct Observation {
    Row<float, 3> state;  // cos(theta), sin(theta), angular velocity
  };
  struct RenderState {
    Row<double> angle;
    Row<float> torque;  // of the last step
  };

  static Spec<PendulumOf> spec(const Config&) {
    return {.observation = box(&Observation::state, {-1, -1, -kMaxSpeed}, {1, 1, kMaxSpeed}),
            .action = box(&Action::torque, -kMaxTorque, kMaxTorque),
            .render_state = dict<RenderState>(
                {{"angle", value(&RenderState::angle)}, {"torque", value(&RenderState::torque)}})};
  }

  explicit PendulumOf(const Config& config) : g_(config.g) {
    if (!std::isfinite(g_)) {
      throw std::invalid_argument("g must be finite, got " + std::to_string(g_));
    }
  }

  void reset(Rng& rng, const ResetOptions& bounds) {
    theta_ = rng.uniform(-bounds.x_init, bounds.x_init);
    speed_ = rng.uniform(-bounds.y_init, bounds.y_init);
    last_torque_ = 0.0f;
    find_position();
  }

  Transition step(const Action& action) {
    const float torque = math::clip(action.torque[0], -kMaxTorque, kMaxTorque);
    last_torque_ = torque;
    const double cost =
        math::square(normalized_) + 0.1 * math::square(speed_) + 0.001f * math::square(torque);
    const double speed = speed_ + (3 * g_ / 2.0 * sine_ + 3.0f * torque) * kTimeStep;
    speed_ = math::clip(speed, -double{kMaxSpeed}, double{kMaxSpeed});
    theta_ = theta_ + (kOrder == PendulumOrder::kLimitFirst ? speed_ : speed) * kTimeStep;
    find_position();
    return {.reward = -cost};
  }

  void observe(Observation& out) const {
    out.state[0] = cosine_;
    out.state[1] = static_cast<float>(sine_);
    out.state[2] = static_cast<float>(speed_);
  }

  void render_state(RenderState& out) const {
    out.angle = theta_;
    out.torque = last_torque_;
  }

  void serialize(StateIO& io) {
    io(theta_, speed_, last_torque_);
    find_position();
  }

 private:
  static constexpr float kMaxSpeed = 8.0f;
  static constexpr float kMaxTorque = 2.0f;
  static constexpr double kTimeStep = 0.05;

  // The angle in [-pi, pi).
  static double normalized(double angle) {
    constexpr double pi = std::numbers::pi;
    return math::positive_remainder(angle + pi, 2 * pi) - pi;
  }

  // What is observed now is what the next step needs. The cosine is seen as float32 only, so it
  // need not come from cos: the root below is off by less than 3e-12 of its value where it is not
  // small, and wherever both ends of that margin round to the same float, cos would round to it as
  // well.
  void find_position() {
    normalized_ = normalized(theta_);
    sine_ = std::sin(theta_);
    const double square = 1.0 - sine_ * sine_;
    const double root = std::sqrt(square);
    const auto low = static_cast<float>(root * (1.0 - 4e-12));
    const auto high = static_cast<float>(root * (1.0 + 4e-12));
    cosine_ = std::abs(normalized_) < std::numbers::pi / 2 ? low : -low;
    if (square < 1e-4 || low != high) [[unlikely]]
      cosine_ = static_cast<float>(std::cos(theta_));
  }

  double g_;
  double theta_ = 0.0;
  double speed_ = 0.0;
  double sine_ = 0.0;
  double normalized_ = 0.0;
  float cosine_ = 0.0f;
  float last_torque_ = 0.0f;  // shown when rendered
};

using Pendulum = PendulumOf<PendulumOrder::kLimitFirst>;
// The first version of Gym, which Gymnasium no longer has.
using PendulumV0 = PendulumOf<PendulumOrder::kMoveFirst>;

}  // namespace pp::classic_control

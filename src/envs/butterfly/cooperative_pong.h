// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Two paddles that keep a ball in play, with the rules of PettingZoo's cooperative_pong_v6.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "rect.h"

namespace pp::butterfly {

// A stack of rectangles that move together; the wedding cake has four.
class Paddle {
 public:
  struct Tier {
    std::int32_t width, height;
  };

  Paddle(std::span<const Tier> tiers, bool is_left, double speed)
      : is_left_(is_left), count_(tiers.size()), speed_(speed) {
    for (std::size_t i = 0; i < count_; ++i) tiers_[i] = {0, 0, tiers[i].width, tiers[i].height};
  }

  std::span<const Rect> tiers() const { return std::span(tiers_).first(count_); }

  void reset(const Rect& area) {
    std::int32_t middle = area.center_y();
    std::int32_t right = area.right();
    for (Rect& tier : std::span(tiers_).first(count_)) {
      tier.y = middle - tier.h / 2;
      tier.x = is_left_ ? 0 : right - tier.w;
      middle = tier.y + tier.h / 2;
      right = tier.x;
    }
  }

  void move(const Rect& area, std::int64_t choice) {
    if (choice == 0) return;
    const auto distance = static_cast<std::int32_t>(choice == 1 ? -speed_ : speed_);
    Rect next = tiers_[0];
    next.y += distance;
    if (!area.contains(next)) return;
    for (Rect& tier : std::span(tiers_).first(count_)) tier.y += distance;
  }

  // Sends the ball back if it touches the paddle. Returns whether it did.
  bool bounce(Rect& ball, std::array<double, 2>& speed) const {
    for (std::size_t i = count_; i-- > 0;) {
      if (!tiers_[i].overlaps(ball)) continue;
      bounce_off(tiers_[i], ball, speed);
      return true;
    }
    return false;
  }

  void serialize(StateIO& io) {
    for (Rect& tier : std::span(tiers_).first(count_)) tier.serialize_place(io);
  }

 private:
  void bounce_off(const Rect& tier, Rect& ball, std::array<double, 2>& speed) const {
    if (is_left_ && ball.x < tier.right()) {
      ball.x = tier.right();
      if (speed[0] < 0) speed[0] *= -1;
    } else if (!is_left_ && ball.right() > tier.x) {
      ball.x = tier.x - ball.w;
      if (speed[0] > 0) speed[0] *= -1;
    }
    if (ball.bottom() > tier.y && ball.y - speed[1] < tier.y && speed[1] > 0) {
      ball.y = tier.y - ball.h;
      speed[1] *= -1;
    } else if (ball.y < tier.bottom() && ball.bottom() - speed[1] > tier.bottom() && speed[1] < 0) {
      ball.y = tier.bottom() - 1;
      speed[1] *= -1;
    }
  }

  bool is_left_;
  std::size_t count_;
  double speed_;
  std::array<Rect, 4> tiers_;
};

class CooperativePong {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    double ball_speed = 9.0;
    double left_paddle_speed = 12.0;
    double right_paddle_speed = 12.0;
    bool cake_paddle = true;
    std::int64_t max_cycles = 900;
    bool bounce_randomness = false;
    double max_reward = 100.0;
    double off_screen_penalty = -10.0;
    std::int64_t render_ratio = 2;
    static constexpr auto options() {
      return option_list(
          option("ball_speed", &Config::ball_speed, "The ball's speed, in pixels a time step."),
          option("left_paddle_speed", &Config::left_paddle_speed, "The left paddle's speed."),
          option("right_paddle_speed", &Config::right_paddle_speed, "The right paddle's speed."),
          option("cake_paddle", &Config::cake_paddle,
                 "The right paddle has four tiers, as a wedding cake."),
          option("max_cycles", &Config::max_cycles,
                 "The time limit, unless max_episode_steps is given."),
          option("bounce_randomness", &Config::bounce_randomness,
                 "Paddles send the ball back with a small random change of its angle."),
          option("max_reward", &Config::max_reward,
                 "What each agent gets in all if the ball stays in play for max_cycles."),
          option("off_screen_penalty", &Config::off_screen_penalty,
                 "What each agent gets when the ball leaves the screen."),
          option("render_ratio", &Config::render_ratio,
                 "The screen's 960 x 560 pixels are divided by this."));
    }
  };
  struct Action {
    PlayerRows<std::int64_t> choice;  // nothing, up, down
  };
  struct Observation {
    Row<std::uint8_t, kDynamic> screen;
  };
  struct RenderState {
    Row<std::uint8_t, kDynamic> picture, state;
  };

  static Spec<CooperativePong> spec(const Config& config) {
    check(config);
    const Rect area = area_of(config);
    const std::vector<std::size_t> shape{static_cast<std::size_t>(area.h),
                                         static_cast<std::size_t>(area.w), kColors};
    return {.observation = box(&Observation::screen, 0, 255, shape),
            .action = discrete(&Action::choice, 3),
            .render_state = dict<RenderState>(
                {{"picture", value(&RenderState::picture, Presence::kAlways, shape)},
                 {"state", box(&RenderState::state, 0, 255, shape)}}),
            .agents = {"paddle_0", "paddle_1"}};
  }
  static std::optional<std::int64_t> max_episode_steps(const Config& config) {
    return config.max_cycles;
  }

  explicit CooperativePong(const Config& config)
      : config_(config),
        area_(area_of(config)),
        left_(std::array{tier(config, 20, 80)}, true, config.left_paddle_speed),
        right_(right_paddle(config)) {
    ball_.w = ball_.h = static_cast<std::int32_t>(20 / config.render_ratio);
  }

  std::size_t players() const { return 2; }

  void reset(Rng& rng) {
    const double angle = starting_angle(rng);
    ball_ = Rect::centered(area_.center_x(), area_.center_y(), ball_.w, ball_.h);
    speed_ = {config_.ball_speed * std::cos(angle), config_.ball_speed * std::sin(angle)};
    left_.reset(area_);
    right_.reset(area_);
  }

  Transition step(const Action& action, Rewards& rewards, Rng& rng) {
    left_.move(area_, action.choice[0]);
    right_.move(area_, action.choice[1]);
    const bool is_out = !move_ball(rng);
    const double reward = is_out ? config_.off_screen_penalty
                                 : config_.max_reward / static_cast<double>(config_.max_cycles);
    rewards[0] = reward;
    rewards[1] = reward;
    return {.terminated = is_out};
  }

  void observe(Observation& out) const { draw(out.screen.values()); }
  void render_state(RenderState& out) const {
    draw(out.picture.values());
    draw(out.state.values());
  }

  void serialize(StateIO& io) {
    io(left_, right_);
    ball_.serialize_place(io);
    io(speed_);
    // Rotation rounds, hence the margin. NaN is refused too.
    const auto is_possible = [](double speed) { return std::abs(speed) <= 2 * kMostSpeed; };
    io.require(std::ranges::all_of(speed_, is_possible), "the state holds no speed of a ball");
  }

 private:
  static constexpr std::size_t kColors = 3;
  static constexpr double kMostSpeed = 1000.0;  // along an axis

  static void check(const Config& config) {
    if (config.render_ratio < 1 || config.render_ratio > 20) {
      throw std::invalid_argument("render_ratio must be 1 to 20, got " +
                                  std::to_string(config.render_ratio));
    }
    if (config.max_cycles < 1) {
      throw std::invalid_argument("max_cycles must be at least 1, got " +
                                  std::to_string(config.max_cycles));
    }
    for (const double speed :
         {config.ball_speed, config.left_paddle_speed, config.right_paddle_speed}) {
      if (!(std::abs(speed) <= kMostSpeed)) {
        throw std::invalid_argument("speeds must be -1000 to 1000, got " + std::to_string(speed));
      }
    }
  }

  static Rect area_of(const Config& config) {
    const auto ratio = static_cast<std::int32_t>(config.render_ratio);
    return {0, 0, 960 / ratio, 560 / ratio};
  }

  static Paddle::Tier tier(const Config& config, std::int32_t width, std::int32_t height) {
    const auto ratio = static_cast<std::int32_t>(config.render_ratio);
    return {width / ratio, height / ratio};
  }

  static Paddle right_paddle(const Config& config) {
    if (!config.cake_paddle) {
      return {std::array{tier(config, 20, 100)}, false, config.right_paddle_speed};
    }
    const auto [width, height] = tier(config, 30, 120);
    const std::array<Paddle::Tier, 4> cake{
        {{width, height}, {width, height * 2 / 3}, {width, height / 3}, {width, height / 12}}};
    return {cake, false, config.right_paddle_speed};
  }

  // A random direction that is neither nearly upright nor nearly level.
  static double starting_angle(Rng& rng) {
    constexpr double kDegree = std::numbers::pi / 180.0;
    const auto within = [](double angle, double low, double high) {
      return low * kDegree < angle && angle < high * kDegree;
    };
    double angle = 0.0;
    while (within(angle, 65, 115) || within(angle, 245, 295) || within(angle, 170, 190) ||
           angle > 350 * kDegree || angle < 10 * kDegree) {
      angle = 2.0 * std::numbers::pi * rng.random();
    }
    return angle;
  }

  // Moves the ball. Returns whether it stays in play.
  bool move_ball(Rng& rng) {
    ball_.x = static_cast<std::int32_t>(ball_.x + speed_[0]);
    ball_.y = static_cast<std::int32_t>(ball_.y + speed_[1]);
    if (!area_.contains(ball_)) {
      if (ball_.bottom() > area_.bottom()) {
        ball_.y = area_.bottom() - ball_.h;
        speed_[1] = -speed_[1];
      } else if (ball_.y < area_.y) {
        ball_.y = area_.y;
        speed_[1] = -speed_[1];
      }
      if (!area_.contains(ball_)) return false;
    }
    const bool in_left_half = ball_.center_x() < area_.center_x();
    if ((in_left_half ? left_ : right_).bounce(ball_, speed_) && config_.bounce_randomness) {
      turn_ball(2 * (1 / 100.0) * rng.random() - (1 / 100.0));
    }
    return true;
  }

  void turn_ball(double by) {
    const double magnitude = std::sqrt(math::square(speed_[0]) + math::square(speed_[1]));
    const double angle = std::atan2(speed_[1], speed_[0]) + by;
    speed_ = {magnitude * std::cos(angle), magnitude * std::sin(angle)};
  }

  void draw(std::uint8_t* screen) const {
    const auto row = static_cast<std::size_t>(area_.w) * kColors;
    std::memset(screen, 0, row * static_cast<std::size_t>(area_.h));
    const auto fill = [&](const Rect& rect) {
      const std::int32_t left = std::max(rect.x, 0);
      const std::int32_t right = std::min(rect.right(), area_.w);
      if (left >= right) return;
      for (std::int32_t y = std::max(rect.y, 0); y < std::min(rect.bottom(), area_.h); ++y) {
        std::memset(
            screen + static_cast<std::size_t>(y) * row + static_cast<std::size_t>(left) * kColors,
            255, static_cast<std::size_t>(right - left) * kColors);
      }
    };
    for (const Rect& tier : left_.tiers()) fill(tier);
    for (const Rect& tier : right_.tiers()) fill(tier);
    fill(ball_);
  }

  Config config_;
  Rect area_;
  Paddle left_;
  Paddle right_;
  Rect ball_;
  std::array<double, 2> speed_{};
};

}  // namespace pp::butterfly

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What moves in Knights Archers Zombies: sizes, headings and the places that follow from them.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "rect.h"

namespace pp::butterfly {

inline constexpr std::int32_t kScreenWidth = 1280;
inline constexpr std::int32_t kScreenHeight = 720;
inline constexpr std::int32_t kWall = 100;

// A unit vector; y grows downwards.
struct Direction {
  double x = 0.0;
  double y = -1.0;

  void serialize(StateIO& io) {
    io(x, y);
    // Rotation rounds, hence the margin. NaN is refused too.
    io.require(std::abs(x) <= 2.0 && std::abs(y) <= 2.0, "the state holds no direction");
  }
};

// A rotation, clockwise on the screen, as pygame's Vector2.rotate does it.
class Rotation {
 public:
  explicit Rotation(double degrees) {
    double angle = std::fmod(degrees * (std::numbers::pi / 180.0), 2.0 * std::numbers::pi);
    if (angle < 0.0) angle += 2.0 * std::numbers::pi;
    cosine_ = degrees == 0.0 ? 1.0 : std::cos(angle);
    sine_ = degrees == 0.0 ? 0.0 : std::sin(angle);
  }

  Direction of(Direction d) const {
    if (sine_ == 0.0) return d;
    return {cosine_ * d.x - sine_ * d.y, sine_ * d.x + cosine_ * d.y};
  }

 private:
  double cosine_;
  double sine_;
};

// The sides of the square that holds a player's picture, by its heading in steps of 10 degrees.
// It repeats after each quarter turn.
inline constexpr std::array<std::int32_t, 9> kPlayerSide{32, 37, 41, 43, 45, 45, 43, 41, 37};
inline constexpr std::int32_t kHeadings = 36;
inline void serialize_heading(StateIO& io, std::int32_t& heading) {
  io.within(heading, 0, kHeadings - 1, "heading");
}
inline constexpr std::int32_t kUprightSide = kPlayerSide[0];
inline constexpr std::int32_t kMaceSide = 32;
inline constexpr std::int32_t kArrowSide = 46;

struct Arrow {
  static constexpr double kSpeed = 45.0;

  Rect rect;
  Direction direction;
  std::int32_t heading = 0;  // the archer's when it shot

  void fly() {
    const auto x = static_cast<std::int32_t>(rect.center_x() + direction.x * kSpeed);
    const auto y = static_cast<std::int32_t>(rect.center_y() + direction.y * kSpeed);
    rect = Rect::centered(x, y, kArrowSide, kArrowSide);
  }
  bool is_on_screen() const {
    return rect.x >= 0 && rect.y >= 0 && rect.x <= kScreenWidth && rect.y <= kScreenHeight;
  }

  void serialize(StateIO& io) {
    io(rect, direction);
    serialize_heading(io, heading);
  }
};

// A knight's mace, which swings from its left to its right.
struct Mace {
  static constexpr std::int32_t kReach = 60;  // degrees to each side
  static constexpr std::int32_t kSpeed = 20;

  bool is_active = false;
  std::int32_t arc = kReach;
  Rect rect;
  Direction direction;  // of the knight when the attack began

  void swing(const Rect& knight, Direction heading) {
    static const std::array<Rotation, 6> kArcs{Rotation(40),  Rotation(20),  Rotation(0),
                                               Rotation(-20), Rotation(-40), Rotation(-60)};
    if (arc <= -kReach) {
      is_active = false;
      return;
    }
    arc -= kSpeed;
    const Direction to = kArcs[static_cast<std::size_t>((kReach - arc) / kSpeed - 1)].of(heading);
    rect = Rect::centered(knight.center_x(), knight.center_y(), kMaceSide, kMaceSide);
    rect.x += static_cast<std::int32_t>(to.x * (kMaceSide + knight.w) / 2);
    rect.y += static_cast<std::int32_t>(to.y * (kMaceSide + knight.h) / 2);
  }

  // Whether a swing can have come to this arc.
  bool is_possible() const {
    return arc >= -kReach && arc <= kReach && (kReach - arc) % kSpeed == 0;
  }

  void serialize(StateIO& io) { io(is_active, arc, rect, direction); }
};

struct Zombie {
  static constexpr std::int32_t kWidth = 29;
  static constexpr std::int32_t kHeight = 31;
  static constexpr std::int32_t kLeft = kWall - kHeight;
  static constexpr std::int32_t kRight = kScreenWidth - kWall - kWidth;
  static constexpr std::int32_t kBottom = kScreenHeight - kHeight;

  Rect rect;
  std::int32_t steps = 0;  // since it last chose a side

  static Zombie at_top(Rng& rng) {
    const std::int64_t x = rng.integers<std::int64_t>(kLeft, kRight);
    return {{static_cast<std::int32_t>(x), 5, kWidth, kHeight}, 0};
  }

  void walk(Rng& rng) {
    constexpr std::array<std::int32_t, 10> kSide{0, 1, -1, 1, -1, -1, 1, 0, -1, 0};
    rect.y += 5;
    if (++steps < 3) return;
    steps = 0;
    const auto choice = static_cast<std::size_t>(rng.integers<std::int64_t>(0, 10));
    const std::int32_t x = rect.x + 30 * kSide[choice];
    if (x >= kLeft && x <= kRight) rect.x = x;
  }

  void serialize(StateIO& io) {
    io(rect);
    io.within(steps, 0, 2, "steps of a zombie");
  }
};

struct Fighter {
  static constexpr std::int32_t kSpeed = 25;

  bool is_archer = true;
  Rect rect;
  Direction direction;
  std::int32_t heading = 0;  // in steps of 10 degrees, clockwise from upwards
  std::int32_t wait = 0;     // how many tries to attack, or to do anything, will still fail
  bool is_alive = true;
  bool is_hit = false;  // by a zombie: nothing touches it any more
  std::int64_t score = 0;
  std::vector<Arrow> arrows;  // an archer's
  Mace mace;                  // a knight's

  void stand_at(std::int32_t x, std::int32_t y, std::int32_t offset) {
    rect = Rect::centered(x, y, kUprightSide, kUprightSide);
    rect.x += offset;
    direction = {};
    heading = 0;
    wait = 0;
    is_alive = true;
    is_hit = false;
    score = 0;
    arrows.clear();
    mace = {};
  }

  void walk(std::int32_t sign) {
    rect.x += sign * static_cast<std::int32_t>(std::nearbyint(direction.x * kSpeed));
    rect.y += sign * static_cast<std::int32_t>(std::nearbyint(direction.y * kSpeed));
  }

  void turn(std::int32_t sign) {
    static const Rotation kLeft(-10);
    static const Rotation kRight(10);
    direction = (sign < 0 ? kLeft : kRight).of(direction);
    heading = (heading + sign + kHeadings) % kHeadings;
    const std::int32_t side = kPlayerSide[static_cast<std::size_t>(heading) % kPlayerSide.size()];
    rect = Rect::centered(rect.center_x(), rect.center_y(), side, side);
  }

  // Stays on the screen and between the walls. Returns whether it had left at the top or bottom.
  bool stay_inside() {
    constexpr std::int32_t kHalf = kUprightSide / 2;
    const std::int32_t x = rect.center_x();
    const std::int32_t y = rect.center_y();
    const bool went_out = y < kHalf || y > kScreenHeight - kHalf;
    rect.x = std::clamp(x, kWall + kHalf, kScreenWidth - kWall - kHalf) - rect.w / 2;
    rect.y = std::clamp(y, kHalf, kScreenHeight - kHalf) - rect.h / 2;
    return went_out;
  }

  void serialize(StateIO& io) {
    constexpr std::int64_t kMostScore = std::int64_t{1} << 50;
    io(rect, direction);
    serialize_heading(io, heading);
    io(wait, is_alive, is_hit);
    io.within(score, 0, kMostScore, "score");
    io(arrows, mace);
  }
};

}  // namespace pp::butterfly

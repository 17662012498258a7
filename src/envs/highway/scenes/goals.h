// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What parking compares a vehicle with its goal by, whatever the agent observes.
#pragma once

#include <array>
#include <cstddef>

#include "highway/road/body.h"

namespace pp::highway {

inline constexpr std::size_t kGoalSize = 6;
using GoalVector = std::array<double, kGoalSize>;

// x, y, vx, vy, cos_h and sin_h, each divided by its scale.
inline GoalVector goal_vector(const Body& body) {
  const Point velocity = body.is_vehicle() ? body.velocity() : Point{};
  const Point direction = body.direction();
  return {body.position.x / 100.0, body.position.y / 100.0, velocity.x / 5.0,
          velocity.y / 5.0,        direction.x / 1.0,       direction.y / 1.0};
}

}  // namespace pp::highway

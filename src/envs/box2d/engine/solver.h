// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the solvers of contacts and joints share: the state of an island's bodies during a step.
#pragma once

#include <bit>
#include <cstdint>

#include "geometry.h"

namespace pp::box2d {

struct Velocity {
  Vec2 v;
  float w = 0.0f;
};

// A body's centre of mass and angle. The sine and cosine are kept with the angle they belong to:
// most angles are asked for several times.
class Position {
 public:
  Vec2 center;
  float angle = 0.0f;

  Position() = default;
  Position(Vec2 at, float turned, Rotation rotation)
      : center(at), angle(turned), rotation_(rotation), rotated_by_(turned) {}

  Rotation rotation() {
    if (std::bit_cast<std::uint32_t>(angle) != std::bit_cast<std::uint32_t>(rotated_by_)) {
      rotation_ = Rotation(angle);
      rotated_by_ = angle;
    }
    return rotation_;
  }
  Transform transform(Vec2 local_center) {
    Transform t;
    t.rotation = rotation();
    t.position = center - rotate(t.rotation, local_center);
    return t;
  }

 private:
  Rotation rotation_;
  float rotated_by_ = 0.0f;
};

// The mass of a body as the solvers need it, and its place in the island.
struct Masses {
  int index = 0;
  float inverse_mass = 0.0f;
  float inverse_inertia = 0.0f;
  Vec2 local_center;
};

}  // namespace pp::box2d

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the solvers of contacts and joints share: the state of an island's bodies during a step.
#pragma once

#include "geometry.h"

namespace pp::box2d {

struct Velocity {
  Vec2 v;
  float w = 0.0f;
};

// A body's centre of mass and angle.
class Position {
 public:
  Vec2 center;
  float angle = 0.0f;

  Position() = default;
  Position(Vec2 at, float turned, Rotation rotation)
      : center(at), angle(turned), rotation_(turned, rotation) {}

  Rotation rotation() { return rotation_.by(angle); }
  Transform transform(Vec2 local_center) {
    Transform t;
    t.rotation = rotation();
    t.position = center - rotate(t.rotation, local_center);
    return t;
  }

 private:
  KeptRotation rotation_;
};

// The mass of a body as the solvers need it, and its place in the island.
struct Masses {
  int index = 0;
  float inverse_mass = 0.0f;
  float inverse_inertia = 0.0f;
  Vec2 local_center;
};

}  // namespace pp::box2d

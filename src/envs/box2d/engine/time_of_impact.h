// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Computes when two moving shapes first come as close to each other as touching shapes are.
#pragma once

#include <optional>

#include "shape.h"

namespace pp::box2d {

// The fraction of the sweeps at which the shapes touch; none where they stay apart, overlap from
// the start, or the search fails.
std::optional<float> time_of_impact(const Shape& a, Sweep sweep_a, const Shape& b, Sweep sweep_b);

// A shape that moves from one place to another and turns by an angle on the way.
struct Motion {
  const Shape& shape;
  const Transform& start;
  const Transform& end;
  Vec2 end_center;  // the centre of mass, which moves straight and about which the shape turns
  float turn;
};

// Whether a straight line separates the moving shape from one at rest, all the way and with room to
// spare: then there is no time of impact. A test that takes little time and settles most cases.
bool stays_clear(const Shape& still, const Transform& at, const Motion& motion);

}  // namespace pp::box2d

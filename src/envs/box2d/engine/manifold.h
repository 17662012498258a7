// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Where two shapes touch: up to two points, in the frame of the shape whose face they touch.
#pragma once

#include <array>
#include <cstdint>

#include "shape.h"

namespace pp::box2d {

// Which vertex or face of each shape made a point. Points keep their impulses from step to step
// where this stays the same.
struct Feature {
  enum class Kind : std::uint8_t { kVertex = 0, kFace = 1 };

  std::uint8_t a = 0;
  std::uint8_t b = 0;
  Kind kind_a = Kind::kVertex;
  Kind kind_b = Kind::kVertex;

  bool operator==(const Feature&) const = default;
  Feature swapped() const { return {b, a, kind_b, kind_a}; }
  template <class Io>
  void serialize(Io& io) {
    io(a, b, kind_a, kind_b);
  }
};

struct ManifoldPoint {
  Vec2 local_point;
  float normal_impulse = 0.0f;
  float tangent_impulse = 0.0f;
  Feature feature;

  template <class Io>
  void serialize(Io& io) {
    io(local_point, normal_impulse, tangent_impulse, feature);
  }
};

struct Manifold {
  static constexpr int kMaxPoints = 2;

  std::array<ManifoldPoint, kMaxPoints> points;
  Vec2 local_normal;
  Vec2 local_point;
  bool face_of_b = false;  // the face is B's, the points are A's; else the other way
  int count = 0;

  template <class Io>
  void serialize(Io& io) {
    io(points, local_normal, local_point, face_of_b, count);
  }
};

// One contact point in the world.
struct WorldPoint {
  Vec2 normal;  // from A to B
  Vec2 point;
  float separation = 0.0f;
};

// Both write all of the manifold but the impulses of points.
void collide_polygons(Manifold& manifold, const Shape& a, const Transform& at_a, const Shape& b,
                      const Transform& at_b);
void collide_edge_and_polygon(Manifold& manifold, const Shape& edge, const Transform& at_a,
                              const Shape& polygon, const Transform& at_b);

// A segment whose ends are on their way to become points of a manifold.
struct ClipPoint {
  Vec2 point;
  Feature feature;
};
using ClipSegment = std::array<ClipPoint, 2>;

// Cuts off what lies beyond the line dot(normal, v) = offset, which belongs to a vertex of A.
// Returns whether two points are left.
bool clip(ClipSegment& segment, Vec2 normal, float offset, int vertex_a);

}  // namespace pp::box2d

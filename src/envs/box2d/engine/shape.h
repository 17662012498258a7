// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Shapes of fixtures: convex polygons and line segments, with their masses and ray casts.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "geometry.h"

namespace pp::box2d {

struct MassData {
  float mass = 0.0f;
  Vec2 center;
  float inertia = 0.0f;  // about the body's origin
};

struct Ray {
  Vec2 from, to;
  float max_fraction = 1.0f;
};

struct Shape {
  static constexpr int kMaxVertices = 16;
  enum class Kind : std::uint8_t { kPolygon, kEdge };

  Kind kind = Kind::kPolygon;
  int count = 0;
  std::array<Vec2, kMaxVertices> vertices{};
  std::array<Vec2, kMaxVertices> normals{};  // of a polygon: of the side that starts at the vertex
  Vec2 centroid;

  // The hull of the points, counter-clockwise from its rightmost (then lowest) one. Throws
  // std::invalid_argument unless there are 3 to 16 points that enclose an area.
  static Shape polygon(std::span<const Vec2> points);
  // An axis-aligned box of these half sizes about the origin.
  static Shape box(float half_width, float half_height);
  static Shape edge(Vec2 from, Vec2 to);

  bool is_edge() const { return kind == Kind::kEdge; }
  std::span<const Vec2> points() const { return {vertices.data(), static_cast<unsigned>(count)}; }
  // The index of the vertex furthest in a direction; the first of equals.
  int support(Vec2 direction) const {
    int best = 0;
    float best_value = dot(vertices[0], direction);
    for (int i = 1; i < count; ++i) {
      const float value = dot(vertices[i], direction);
      if (value > best_value) {
        best = i;
        best_value = value;
      }
    }
    return best;
  }

  Box bounds(const Transform& at) const {
    Vec2 lower = apply(at, vertices[0]);
    Vec2 upper = lower;
    for (int i = 1; i < count; ++i) {
      const Vec2 v = apply(at, vertices[i]);
      lower = min(lower, v);
      upper = max(upper, v);
    }
    constexpr Vec2 skin{kShapeRadius, kShapeRadius};
    return {lower - skin, upper + skin};
  }
  MassData mass(float density) const;
  // The fraction of the ray at which it enters; negative if it does not.
  float cast(const Ray& ray, const Transform& at) const;

  template <class Io>
  void serialize(Io& io) {
    io(kind);
    io.within(count, 0, kMaxVertices, "vertices of a shape");
    for (int i = 0; i < count; ++i) io(vertices[i], normals[i]);
    io(centroid);
  }
};

}  // namespace pp::box2d

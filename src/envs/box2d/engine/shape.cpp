// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "shape.h"

#include <stdexcept>
#include <string>

namespace pp::box2d {

namespace {

constexpr float kThird = 1.0f / 3.0f;

int rightmost(std::span<const Vec2> points) {
  int found = 0;
  for (int i = 1; i < static_cast<int>(points.size()); ++i) {
    const Vec2 p = points[i];
    const Vec2 best = points[found];
    if (p.x > best.x || (p.x == best.x && p.y < best.y)) found = i;
  }
  return found;
}

// The point after `from` on the hull: all others lie to the left of the line to it.
int next_on_hull(std::span<const Vec2> points, int from) {
  int next = 0;
  for (int j = 1; j < static_cast<int>(points.size()); ++j) {
    if (next == from) {
      next = j;
      continue;
    }
    const Vec2 to_next = points[next] - points[from];
    const Vec2 to_j = points[j] - points[from];
    const float side = cross(to_next, to_j);
    const bool is_further = to_j.length_squared() > to_next.length_squared();
    if (side < 0.0f || (side == 0.0f && is_further)) next = j;
  }
  return next;
}

// The sum of triangles from the origin, whatever the polygon's place: so it rounds in Box2D.
Vec2 centroid_of(std::span<const Vec2> points) {
  Vec2 sum;
  float area = 0.0f;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 p = points[i];
    const Vec2 q = points[i + 1 < points.size() ? i + 1 : 0];
    const float triangle = 0.5f * cross(p, q);
    area += triangle;
    sum += triangle * kThird * (Vec2{0.0f, 0.0f} + p + q);
  }
  if (!(area > kFloatEpsilon)) {
    throw std::invalid_argument("a polygon needs points that enclose an area");
  }
  sum *= 1.0f / area;
  return sum;
}

float cast_at_edge(const Shape& edge, Vec2 p1, Vec2 d, float max_fraction) {
  const Vec2 v1 = edge.vertices[0];
  const Vec2 r = edge.vertices[1] - v1;
  Vec2 normal{r.y, -r.x};
  normal.normalize();
  const float numerator = dot(normal, v1 - p1);
  const float denominator = dot(normal, d);
  if (denominator == 0.0f) return -1.0f;
  const float t = numerator / denominator;
  if (t < 0.0f || max_fraction < t) return -1.0f;
  const float rr = dot(r, r);
  if (rr == 0.0f) return -1.0f;
  const float s = dot(p1 + t * d - v1, r) / rr;
  return s < 0.0f || 1.0f < s ? -1.0f : t;
}

// Cuts the ray by the half planes of the sides.
float cast_at_polygon(const Shape& polygon, Vec2 p1, Vec2 d, float max_fraction) {
  float lower = 0.0f;
  float upper = max_fraction;
  bool enters = false;
  for (int i = 0; i < polygon.count; ++i) {
    const float numerator = dot(polygon.normals[i], polygon.vertices[i] - p1);
    const float denominator = dot(polygon.normals[i], d);
    if (denominator == 0.0f) {
      if (numerator < 0.0f) return -1.0f;
    } else if (denominator < 0.0f && numerator < lower * denominator) {
      lower = numerator / denominator;
      enters = true;
    } else if (denominator > 0.0f && numerator < upper * denominator) {
      upper = numerator / denominator;
    }
    if (upper < lower) return -1.0f;
  }
  return enters ? lower : -1.0f;
}

}  // namespace

Shape Shape::polygon(std::span<const Vec2> points) {
  if (points.size() < 3 || points.size() > kMaxVertices) {
    throw std::invalid_argument("a polygon has 3 to 16 points, got " +
                                std::to_string(points.size()));
  }
  Shape shape;
  const int first = rightmost(points);
  int at = first;
  do {
    if (shape.count == kMaxVertices) {
      throw std::invalid_argument("a polygon needs points that enclose an area");
    }
    shape.vertices[shape.count++] = points[at];
    at = next_on_hull(points, at);
  } while (at != first);
  for (int i = 0; i < shape.count; ++i) {
    const Vec2 side = shape.vertices[i + 1 < shape.count ? i + 1 : 0] - shape.vertices[i];
    shape.normals[i] = cross(side, 1.0f);
    shape.normals[i].normalize();
  }
  shape.centroid = centroid_of(shape.points());
  return shape;
}

Shape Shape::box(float half_width, float half_height) {
  Shape shape;
  shape.count = 4;
  const float x = half_width;
  const float y = half_height;
  shape.vertices[0] = {-x, -y};
  shape.vertices[1] = {x, -y};
  shape.vertices[2] = {x, y};
  shape.vertices[3] = {-x, y};
  shape.normals[0] = {0.0f, -1.0f};
  shape.normals[1] = {1.0f, 0.0f};
  shape.normals[2] = {0.0f, 1.0f};
  shape.normals[3] = {-1.0f, 0.0f};
  return shape;
}

Shape Shape::edge(Vec2 from, Vec2 to) {
  Shape shape;
  shape.kind = Kind::kEdge;
  shape.count = 2;
  shape.vertices[0] = from;
  shape.vertices[1] = to;
  return shape;
}

// Triangles from the mean of the vertices, then moved to the body's origin.
MassData Shape::mass(float density) const {
  if (is_edge()) return {0.0f, 0.5f * (vertices[0] + vertices[1]), 0.0f};
  Vec2 mean;
  for (const Vec2 v : points()) mean += v;
  mean *= 1.0f / static_cast<float>(count);
  Vec2 center;
  float area = 0.0f;
  float inertia = 0.0f;
  for (int i = 0; i < count; ++i) {
    const Vec2 e1 = vertices[i] - mean;
    const Vec2 e2 = vertices[i + 1 < count ? i + 1 : 0] - mean;
    const float twice_area = cross(e1, e2);
    const float triangle = 0.5f * twice_area;
    area += triangle;
    center += triangle * kThird * (e1 + e2);
    const float xx = e1.x * e1.x + e2.x * e1.x + e2.x * e2.x;
    const float yy = e1.y * e1.y + e2.y * e1.y + e2.y * e2.y;
    inertia += (0.25f * kThird * twice_area) * (xx + yy);
  }
  MassData data;
  data.mass = density * area;
  center *= 1.0f / area;
  data.center = center + mean;
  data.inertia = density * inertia;
  data.inertia += data.mass * (dot(data.center, data.center) - dot(center, center));
  return data;
}

float Shape::cast(const Ray& ray, const Transform& at) const {
  const Vec2 p1 = rotate_back(at.rotation, ray.from - at.position);
  const Vec2 p2 = rotate_back(at.rotation, ray.to - at.position);
  return is_edge() ? cast_at_edge(*this, p1, p2 - p1, ray.max_fraction)
                   : cast_at_polygon(*this, p1, p2 - p1, ray.max_fraction);
}

}  // namespace pp::box2d

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A line segment and a polygon. Both sides of the segment are solid, and it has no neighbours.
#include "manifold.h"

namespace pp::box2d {

namespace {

// The polygon in the frame of the edge. Most are too far away for their normals to matter.
struct LocalPolygon {
  LocalPolygon(const Shape& polygon, const Transform& at) : count(polygon.count) {
    for (int i = 0; i < count; ++i) vertices[i] = apply(at, polygon.vertices[i]);
  }
  void add_normals(const Shape& polygon, const Transform& at) {
    for (int i = 0; i < count; ++i) normals[i] = rotate(at.rotation, polygon.normals[i]);
  }

  int count;
  std::array<Vec2, Shape::kMaxVertices> vertices;
  std::array<Vec2, Shape::kMaxVertices> normals;
};

constexpr float kSkin = 2.0f * kShapeRadius;

// How far the polygon is in front of the edge.
float edge_separation(const LocalPolygon& polygon, Vec2 v1, Vec2 normal) {
  float least = kFloatMax;
  for (int i = 0; i < polygon.count; ++i) {
    const float s = dot(normal, polygon.vertices[i] - v1);
    if (s < least) least = s;
  }
  return least;
}

struct FaceAxis {
  int face = -1;
  float separation = -kFloatMax;
};

// The polygon's face that the edge is furthest in front of; none where all look the wrong way.
FaceAxis polygon_separation(const LocalPolygon& polygon, Vec2 v1, Vec2 v2, Vec2 normal) {
  FaceAxis best;
  for (int i = 0; i < polygon.count; ++i) {
    const Vec2 n = -polygon.normals[i];
    const float s1 = dot(n, polygon.vertices[i] - v1);
    const float s2 = dot(n, polygon.vertices[i] - v2);
    const float s = min(s1, s2);
    if (s > kSkin) return {i, s};
    if (dot(n - -normal, normal) < -kAngularSlop) continue;
    if (s > best.separation) best = {i, s};
  }
  return best;
}

struct Face {
  int first, second;
  Vec2 v1, v2;
  Vec2 normal;
};

int most_opposed(const LocalPolygon& polygon, Vec2 normal) {
  int best = 0;
  float least = dot(normal, polygon.normals[0]);
  for (int i = 1; i < polygon.count; ++i) {
    const float value = dot(normal, polygon.normals[i]);
    if (value < least) {
      least = value;
      best = i;
    }
  }
  return best;
}

ClipPoint vertex_of_polygon(const LocalPolygon& polygon, int i) {
  using enum Feature::Kind;
  return {polygon.vertices[i], {0, static_cast<std::uint8_t>(i), kFace, kVertex}};
}

ClipPoint end_of_edge(Vec2 v, int face) {
  using enum Feature::Kind;
  return {v, {0, static_cast<std::uint8_t>(face), kVertex, kFace}};
}

bool clip_between_ends(ClipSegment& segment, const Face& face) {
  const Vec2 side{face.normal.y, -face.normal.x};
  return clip(segment, side, dot(side, face.v1), face.first) &&
         clip(segment, -side, dot(-side, face.v2), face.second);
}

}  // namespace

void collide_edge_and_polygon(Manifold& manifold, const Shape& edge, const Transform& at_a,
                              const Shape& polygon, const Transform& at_b) {
  manifold.count = 0;
  const Transform at = relative(at_a, at_b);
  const Vec2 centroid = apply(at, polygon.centroid);
  const Vec2 v1 = edge.vertices[0];
  const Vec2 v2 = edge.vertices[1];
  Vec2 along = v2 - v1;
  along.normalize();
  const Vec2 right{along.y, -along.x};
  const bool is_front = dot(right, centroid - v1) >= 0.0f;
  const Vec2 normal = is_front ? right : -right;

  LocalPolygon local(polygon, at);
  const float edge_axis = edge_separation(local, v1, normal);
  if (edge_axis > kSkin) return;
  local.add_normals(polygon, at);
  const FaceAxis axis = polygon_separation(local, v1, v2, normal);
  if (axis.face >= 0 && axis.separation > kSkin) return;
  // The edge's normal is preferred, so that the choice does not flicker.
  manifold.face_of_b = axis.face >= 0 && axis.separation > 0.98f * edge_axis + 0.001f;

  Face face;
  ClipSegment segment;
  if (manifold.face_of_b) {
    face.first = axis.face;
    face.second = axis.face + 1 < local.count ? axis.face + 1 : 0;
    face.v1 = local.vertices[face.first];
    face.v2 = local.vertices[face.second];
    face.normal = local.normals[face.first];
    segment = {end_of_edge(v1, axis.face), end_of_edge(v2, axis.face)};
  } else {
    face = is_front ? Face{0, 1, v1, v2, right} : Face{1, 0, v2, v1, -right};
    const int i = most_opposed(local, normal);
    segment = {vertex_of_polygon(local, i),
               vertex_of_polygon(local, i + 1 < local.count ? i + 1 : 0)};
  }
  if (!clip_between_ends(segment, face)) return;
  manifold.local_normal = manifold.face_of_b ? polygon.normals[face.first] : face.normal;
  manifold.local_point = manifold.face_of_b ? polygon.vertices[face.first] : face.v1;
  for (const ClipPoint& clipped : segment) {
    if (!(dot(face.normal, clipped.point - face.v1) <= kSkin)) continue;
    ManifoldPoint& point = manifold.points[manifold.count++];
    point.local_point = manifold.face_of_b ? clipped.point : apply_inverse(at, clipped.point);
    point.feature = manifold.face_of_b ? clipped.feature.swapped() : clipped.feature;
  }
}

}  // namespace pp::box2d

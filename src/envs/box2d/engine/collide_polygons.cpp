// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Two polygons: the axis of greatest separation is sought among the faces of both.
#include "manifold.h"

namespace pp::box2d {

namespace {

struct Placed {
  const Shape& shape;
  const Transform& at;
};

int after(int i, int count) { return i + 1 < count ? i + 1 : 0; }
int before(int i, int count) { return i >= 1 ? i - 1 : count - 1; }

// How far the second polygon is in front of a face of the first.
float face_separation(const Placed& one, int face, const Placed& two) {
  const Vec2 normal = rotate(one.at.rotation, one.shape.normals[face]);
  const Vec2 normal_in_two = rotate_back(two.at.rotation, normal);
  int nearest = 0;
  float least = kFloatMax;
  for (int i = 0; i < two.shape.count; ++i) {
    const float d = dot(two.shape.vertices[i], normal_in_two);
    if (d < least) {
      least = d;
      nearest = i;
    }
  }
  const Vec2 v1 = apply(one.at, one.shape.vertices[face]);
  const Vec2 v2 = apply(two.at, two.shape.vertices[nearest]);
  return dot(v2 - v1, normal);
}

struct Axis {
  int face;
  float separation;
};

// Climbs from the face that looks most along the line of the centroids, to the one side that is
// better.
Axis greatest_separation(const Placed& one, const Placed& two) {
  const Vec2 d = apply(two.at, two.shape.centroid) - apply(one.at, one.shape.centroid);
  const Vec2 d_in_one = rotate_back(one.at.rotation, d);
  const int count = one.shape.count;
  int face = 0;
  float most = -kFloatMax;
  for (int i = 0; i < count; ++i) {
    const float along = dot(one.shape.normals[i], d_in_one);
    if (along > most) {
      most = along;
      face = i;
    }
  }
  const Axis here{face, face_separation(one, face, two)};
  Axis best{before(face, count), face_separation(one, before(face, count), two)};
  const Axis next{after(face, count), face_separation(one, after(face, count), two)};
  const bool backwards = best.separation > here.separation && best.separation > next.separation;
  if (!backwards) {
    if (!(next.separation > here.separation)) return here;
    best = next;
  }
  for (;;) {
    const int other = backwards ? before(best.face, count) : after(best.face, count);
    const float separation = face_separation(one, other, two);
    if (!(separation > best.separation)) return best;
    best = {other, separation};
  }
}

// The side of the second polygon that faces the first's face most.
ClipSegment incident_side(const Placed& one, int face, const Placed& two) {
  const Vec2 normal =
      rotate_back(two.at.rotation, rotate(one.at.rotation, one.shape.normals[face]));
  int side = 0;
  float least = kFloatMax;
  for (int i = 0; i < two.shape.count; ++i) {
    const float d = dot(normal, two.shape.normals[i]);
    if (d < least) {
      least = d;
      side = i;
    }
  }
  const int end = after(side, two.shape.count);
  const auto a = static_cast<std::uint8_t>(face);
  using enum Feature::Kind;
  return {ClipPoint{apply(two.at, two.shape.vertices[side]),
                    {a, static_cast<std::uint8_t>(side), kFace, kVertex}},
          ClipPoint{apply(two.at, two.shape.vertices[end]),
                    {a, static_cast<std::uint8_t>(end), kFace, kVertex}}};
}

// Points of the second polygon in front of a face of the first, between its ends.
void clip_to_face(Manifold& manifold, const Placed& one, int face, const Placed& two) {
  const float skin = kShapeRadius + kShapeRadius;
  ClipSegment segment = incident_side(one, face, two);
  const int end = after(face, one.shape.count);
  Vec2 v1 = one.shape.vertices[face];
  Vec2 v2 = one.shape.vertices[end];
  Vec2 local_tangent = v2 - v1;
  local_tangent.normalize();
  manifold.local_normal = cross(local_tangent, 1.0f);
  manifold.local_point = 0.5f * (v1 + v2);
  const Vec2 tangent = rotate(one.at.rotation, local_tangent);
  const Vec2 normal = cross(tangent, 1.0f);
  v1 = apply(one.at, v1);
  v2 = apply(one.at, v2);
  const float front = dot(normal, v1);
  if (!clip(segment, -tangent, -dot(tangent, v1) + skin, face)) return;
  if (!clip(segment, tangent, dot(tangent, v2) + skin, end)) return;
  for (const ClipPoint& clipped : segment) {
    if (!(dot(normal, clipped.point) - front <= skin)) continue;
    ManifoldPoint& point = manifold.points[manifold.count++];
    point.local_point = apply_inverse(two.at, clipped.point);
    point.feature = manifold.face_of_b ? clipped.feature.swapped() : clipped.feature;
  }
}

}  // namespace

void collide_polygons(Manifold& manifold, const Shape& a, const Transform& at_a, const Shape& b,
                      const Transform& at_b) {
  manifold.count = 0;
  const float skin = kShapeRadius + kShapeRadius;
  const Placed placed_a{a, at_a};
  const Placed placed_b{b, at_b};
  const Axis axis_a = greatest_separation(placed_a, placed_b);
  if (axis_a.separation > skin) return;
  const Axis axis_b = greatest_separation(placed_b, placed_a);
  if (axis_b.separation > skin) return;
  // A's face is preferred, so that the choice does not flicker.
  manifold.face_of_b = axis_b.separation > 0.98f * axis_a.separation + 0.001f;
  if (manifold.face_of_b) {
    clip_to_face(manifold, placed_b, axis_b.face, placed_a);
  } else {
    clip_to_face(manifold, placed_a, axis_a.face, placed_b);
  }
}

}  // namespace pp::box2d

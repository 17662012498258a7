// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "distance.h"

namespace pp::box2d {

namespace {

constexpr int kMaxIterations = 20;

// A point of the difference of the shapes, from a vertex of each.
struct Corner {
  Vec2 on_a, on_b;
  Vec2 difference;
  float weight = 0.0f;  // of the corner in the closest point
  int a = 0;
  int b = 0;
};

struct Pair {
  const Shape& a;
  const Transform& at_a;
  const Shape& b;
  const Transform& at_b;

  Corner corner(int index_a, int index_b) const {
    Corner c;
    c.a = index_a;
    c.b = index_b;
    c.on_a = apply(at_a, a.vertices[index_a]);
    c.on_b = apply(at_b, b.vertices[index_b]);
    c.difference = c.on_b - c.on_a;
    return c;
  }
};

class Simplex {
 public:
  Simplex(const Pair& pair, const SimplexCache& cache) : count(cache.count) {
    for (int i = 0; i < count; ++i) corners[i] = pair.corner(cache.a[i], cache.b[i]);
    if (count > 1) {
      const float now = metric();
      if (now < 0.5f * cache.metric || 2.0f * cache.metric < now || now < kFloatEpsilon) count = 0;
    }
    if (count == 0) {
      corners[0] = pair.corner(0, 0);
      corners[0].weight = 1.0f;
      count = 1;
    }
  }

  float metric() const {
    if (count == 2) return distance(corners[0].difference, corners[1].difference);
    if (count == 3) {
      return cross(corners[1].difference - corners[0].difference,
                   corners[2].difference - corners[0].difference);
    }
    return 0.0f;
  }

  // Keeps the corners that span the point closest to the origin.
  void reduce() {
    if (count == 2) reduce_two();
    if (count == 3) reduce_three();
  }

  // From the closest point towards the origin; meaningful for one or two corners.
  Vec2 direction() const {
    if (count == 1) return -corners[0].difference;
    const Vec2 e = corners[1].difference - corners[0].difference;
    return cross(e, -corners[0].difference) > 0.0f ? cross(1.0f, e) : cross(e, 1.0f);
  }

  float gap() const {
    Vec2 a = corners[0].on_a;
    Vec2 b = corners[0].on_b;
    if (count == 3) return 0.0f;
    if (count == 2) {
      a = corners[0].weight * corners[0].on_a + corners[1].weight * corners[1].on_a;
      b = corners[0].weight * corners[0].on_b + corners[1].weight * corners[1].on_b;
    }
    return distance(a, b);
  }

  std::array<Corner, 3> corners;
  int count;

 private:
  void keep(int i) {
    corners[0] = corners[i];
    corners[0].weight = 1.0f;
    count = 1;
  }
  // Corner i with weight d_i and corner j with weight d_j, not yet scaled to a sum of 1. Corner k
  // is dropped; the last one takes its place.
  void keep(int i, float d_i, int j, float d_j) {
    const float scale = 1.0f / (d_i + d_j);
    corners[i].weight = d_i * scale;
    corners[j].weight = d_j * scale;
    if (i != 0 && j != 0) corners[0] = corners[2];
    if (i != 1 && j != 1) corners[1] = corners[2];
    count = 2;
  }

  void reduce_two() {
    const Vec2 w1 = corners[0].difference;
    const Vec2 w2 = corners[1].difference;
    const Vec2 e = w2 - w1;
    const float d2 = -dot(w1, e);
    if (d2 <= 0.0f) return keep(0);
    const float d1 = dot(w2, e);
    if (d1 <= 0.0f) return keep(1);
    keep(0, d1, 1, d2);
  }

  // Tests the regions of the corners and sides in the order that Box2D does.
  void reduce_three() {
    const Vec2 w1 = corners[0].difference;
    const Vec2 w2 = corners[1].difference;
    const Vec2 w3 = corners[2].difference;
    const Vec2 e12 = w2 - w1;
    const float d12_1 = dot(w2, e12);
    const float d12_2 = -dot(w1, e12);
    const Vec2 e13 = w3 - w1;
    const float d13_1 = dot(w3, e13);
    const float d13_2 = -dot(w1, e13);
    const Vec2 e23 = w3 - w2;
    const float d23_1 = dot(w3, e23);
    const float d23_2 = -dot(w2, e23);
    const float n = cross(e12, e13);
    const float d1 = n * cross(w2, w3);
    const float d2 = n * cross(w3, w1);
    const float d3 = n * cross(w1, w2);
    if (d12_2 <= 0.0f && d13_2 <= 0.0f) return keep(0);
    if (d12_1 > 0.0f && d12_2 > 0.0f && d3 <= 0.0f) return keep(0, d12_1, 1, d12_2);
    if (d13_1 > 0.0f && d13_2 > 0.0f && d2 <= 0.0f) return keep(0, d13_1, 2, d13_2);
    if (d12_1 <= 0.0f && d23_2 <= 0.0f) return keep(1);
    if (d13_1 <= 0.0f && d23_1 <= 0.0f) return keep(2);
    if (d23_1 > 0.0f && d23_2 > 0.0f && d1 <= 0.0f) return keep(1, d23_1, 2, d23_2);
    const float scale = 1.0f / (d1 + d2 + d3);
    corners[0].weight = d1 * scale;
    corners[1].weight = d2 * scale;
    corners[2].weight = d3 * scale;
  }
};

}  // namespace

float distance_between(const Shape& a, const Transform& at_a, const Shape& b, const Transform& at_b,
                       SimplexCache& cache) {
  const Pair pair{a, at_a, b, at_b};
  Simplex simplex(pair, cache);
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const std::array<Corner, 3> before = simplex.corners;
    const int count_before = simplex.count;
    simplex.reduce();
    if (simplex.count == 3) break;
    const Vec2 d = simplex.direction();
    if (d.length_squared() < kFloatEpsilon * kFloatEpsilon) break;
    const int index_a = a.support(rotate_back(at_a.rotation, -d));
    const int index_b = b.support(rotate_back(at_b.rotation, d));
    simplex.corners[simplex.count] = pair.corner(index_a, index_b);
    bool is_known = false;
    for (int i = 0; i < count_before; ++i) {
      is_known = is_known || (before[i].a == index_a && before[i].b == index_b);
    }
    if (is_known) break;
    ++simplex.count;
  }
  cache.metric = simplex.metric();
  cache.count = simplex.count;
  for (int i = 0; i < simplex.count; ++i) {
    cache.a[i] = static_cast<std::uint8_t>(simplex.corners[i].a);
    cache.b[i] = static_cast<std::uint8_t>(simplex.corners[i].b);
  }
  return simplex.gap();
}

bool touch(const Shape& a, const Transform& at_a, const Shape& b, const Transform& at_b) {
  SimplexCache cache;
  float gap = distance_between(a, at_a, b, at_b, cache);
  const float skin = kShapeRadius + kShapeRadius;
  gap = gap > skin && gap > kFloatEpsilon ? gap - skin : 0.0f;
  return gap < 10.0f * kFloatEpsilon;
}

}  // namespace pp::box2d

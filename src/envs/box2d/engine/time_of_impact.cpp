// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "time_of_impact.h"

#include <span>

#include "distance.h"

namespace pp::box2d {

namespace {

constexpr int kMaxAdvances = 20;
constexpr int kMaxPushBacks = Shape::kMaxVertices;
constexpr int kMaxRootSteps = 50;
constexpr float kEnd = 1.0f;  // of the sweeps
// The distance that shapes are brought to, without their skins.
constexpr float kTarget = max(kLinearSlop, kShapeRadius + kShapeRadius - 3.0f * kLinearSlop);
constexpr float kTolerance = 0.25f * kLinearSlop;

// How far the shapes are apart along an axis that moves with one of them.
class Separation {
 public:
  Separation(const SimplexCache& cache, const Shape& a, const Sweep& sweep_a, const Shape& b,
             const Sweep& sweep_b, float t)
      : a_(a), b_(b), sweep_a_(sweep_a), sweep_b_(sweep_b) {
    const Transform at_a = sweep_a.at(t);
    const Transform at_b = sweep_b.at(t);
    if (cache.count == 1) {
      kind_ = Kind::kPoints;
      axis_ = apply(at_b, b.vertices[cache.b[0]]) - apply(at_a, a.vertices[cache.a[0]]);
      axis_.normalize();
    } else if (cache.a[0] == cache.a[1]) {
      kind_ = Kind::kFaceOfB;
      set_face(b.vertices[cache.b[0]], b.vertices[cache.b[1]]);
      face_away_from(apply(at_a, a.vertices[cache.a[0]]), at_b);
    } else {
      kind_ = Kind::kFaceOfA;
      set_face(a.vertices[cache.a[0]], a.vertices[cache.a[1]]);
      face_away_from(apply(at_b, b.vertices[cache.b[0]]), at_a);
    }
  }

  // Chooses the vertices that are nearest at time t and returns their separation.
  float find_least(float t) {
    const Transform at_a = sweep_a_.at(t);
    const Transform at_b = sweep_b_.at(t);
    if (kind_ == Kind::kPoints) {
      index_a_ = a_.support(rotate_back(at_a.rotation, axis_));
      index_b_ = b_.support(rotate_back(at_b.rotation, -axis_));
    } else if (kind_ == Kind::kFaceOfA) {
      const Vec2 normal = rotate(at_a.rotation, axis_);
      index_b_ = b_.support(rotate_back(at_b.rotation, -normal));
    } else {
      const Vec2 normal = rotate(at_b.rotation, axis_);
      index_a_ = a_.support(rotate_back(at_a.rotation, -normal));
    }
    return between(at_a, at_b);
  }

  // The separation of the chosen vertices at time t.
  float at(float t) const { return between(sweep_a_.at(t), sweep_b_.at(t)); }

 private:
  enum class Kind { kPoints, kFaceOfA, kFaceOfB };

  void set_face(Vec2 from, Vec2 to) {
    axis_ = cross(to - from, 1.0f);
    axis_.normalize();
    point_ = 0.5f * (from + to);
  }
  void face_away_from(Vec2 other, const Transform& at) {
    const Vec2 normal = rotate(at.rotation, axis_);
    if (dot(other - apply(at, point_), normal) < 0.0f) axis_ = -axis_;
  }

  float between(const Transform& at_a, const Transform& at_b) const {
    if (kind_ == Kind::kPoints) {
      return dot(apply(at_b, b_.vertices[index_b_]) - apply(at_a, a_.vertices[index_a_]), axis_);
    }
    if (kind_ == Kind::kFaceOfA) {
      return dot(apply(at_b, b_.vertices[index_b_]) - apply(at_a, point_),
                 rotate(at_a.rotation, axis_));
    }
    return dot(apply(at_a, a_.vertices[index_a_]) - apply(at_b, point_),
               rotate(at_b.rotation, axis_));
  }

  const Shape& a_;
  const Shape& b_;
  const Sweep& sweep_a_;
  const Sweep& sweep_b_;
  Kind kind_;
  Vec2 axis_;
  Vec2 point_;
  int index_a_ = 0;
  int index_b_ = 0;
};

// Where in [t1, t2] the separation is the target's: by halving first, then in turn by the secant.
float root(const Separation& separation, float t1, float s1, float t2, float s2) {
  float a1 = t1;
  float a2 = t2;
  for (int step = 0; step < kMaxRootSteps; ++step) {
    const float t = step % 2 == 1 ? a1 + (kTarget - s1) * (a2 - a1) / (s2 - s1) : 0.5f * (a1 + a2);
    const float s = separation.at(t);
    if (abs(s - kTarget) < kTolerance) return t;
    if (s > kTarget) {
      a1 = t;
      s1 = s;
    } else {
      a2 = t;
      s2 = s;
    }
  }
  return t2;
}

enum class Push { kAdvanced, kApart, kTouching, kFailed };

// Moves t1 to where the shapes come near along one axis. Here and below NaN, which a forged state
// can bring, ends the search: all its iterations would take milliseconds for each contact.
Push push_back(Separation& separation, float& t1) {
  float t2 = kEnd;
  for (int i = 0; i < kMaxPushBacks; ++i) {
    const float s2 = separation.find_least(t2);
    if (!(s2 <= kTarget + kTolerance)) return Push::kApart;
    if (s2 > kTarget - kTolerance) {
      t1 = t2;
      return Push::kAdvanced;
    }
    const float s1 = separation.at(t1);
    if (!(s1 >= kTarget - kTolerance)) return Push::kFailed;
    if (s1 <= kTarget + kTolerance) return Push::kTouching;
    t2 = root(separation, t1, s1, t2, s2);
  }
  return Push::kAdvanced;
}

struct Range {
  float low = kFloatMax;
  float high = -kFloatMax;
};

// How far points lie from an origin along a direction.
Range along(Vec2 direction, Vec2 origin, std::span<const Vec2> points) {
  Range range;
  for (const Vec2 p : points) {
    const float value = dot(direction, p - origin);
    range = {min(range.low, value), max(range.high, value)};
  }
  return range;
}

bool is_clear_of_edge(Vec2 v1, Vec2 v2, std::span<const Vec2> points, float room) {
  const Vec2 side = v2 - v1;
  const float length = side.length();
  const Range across = along({side.y, -side.x}, v1, points);
  if (across.low > room * length || -across.high > room * length) return true;
  const Range beside = along(side, v1, points);
  return beside.low > (length + room) * length || -beside.high > room * length;
}

bool is_clear_of_polygon(const Shape& polygon, const Transform& at, std::span<const Vec2> points,
                         float room) {
  for (int i = 0; i < polygon.count; ++i) {
    const Vec2 normal = rotate(at.rotation, polygon.normals[i]);
    if (along(normal, apply(at, polygon.vertices[i]), points).low > room) return true;
  }
  return false;
}

}  // namespace

// On its way a vertex leaves the straight line between its places by less than r * turn^2 / 8.
bool stays_clear(const Shape& still, const Transform& at, const Motion& motion) {
  std::array<Vec2, 2 * Shape::kMaxVertices> points;
  std::size_t count = 0;
  float radius = 0.0f;
  for (const Vec2 vertex : motion.shape.points()) {
    const Vec2 end = apply(motion.end, vertex);
    points[count++] = apply(motion.start, vertex);
    points[count++] = end;
    const Vec2 arm = end - motion.end_center;
    radius = max(radius, abs(arm.x) + abs(arm.y));
  }
  const Vec2 v1 = apply(at, still.vertices[0]);
  const float rounding = 0.2f * kLinearSlop + 32.0f * kFloatEpsilon * (abs(v1.x) + abs(v1.y));
  const float room = kTarget + kTolerance + rounding + 0.125f * radius * motion.turn * motion.turn;
  const std::span<const Vec2> used(points.data(), count);
  return still.is_edge() ? is_clear_of_edge(v1, apply(at, still.vertices[1]), used, room)
                         : is_clear_of_polygon(still, at, used, room);
}

std::optional<float> time_of_impact(const Shape& a, Sweep sweep_a, const Shape& b, Sweep sweep_b) {
  sweep_a.normalize();
  sweep_b.normalize();
  float t1 = 0.0f;
  SimplexCache cache;
  for (int iteration = 0; iteration < kMaxAdvances; ++iteration) {
    const float gap = distance_between(a, sweep_a.at(t1), b, sweep_b.at(t1), cache);
    if (!(gap > 0.0f)) return std::nullopt;
    if (gap < kTarget + kTolerance) return t1;
    Separation separation(cache, a, sweep_a, b, sweep_b, t1);
    const Push push = push_back(separation, t1);
    if (push == Push::kTouching) return t1;
    if (push != Push::kAdvanced) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace pp::box2d

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "time_of_impact.h"

#include "distance.h"

namespace pp::box2d {

namespace {

constexpr int kMaxIterations = 20;
constexpr int kMaxPushBacks = Shape::kMaxVertices;
constexpr int kMaxRootSteps = 50;
constexpr float kEnd = 1.0f;  // of the sweeps

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
float root(const Separation& separation, float t1, float s1, float t2, float s2, float target,
           float tolerance) {
  float a1 = t1;
  float a2 = t2;
  for (int step = 0; step < kMaxRootSteps; ++step) {
    const float t = step % 2 == 1 ? a1 + (target - s1) * (a2 - a1) / (s2 - s1) : 0.5f * (a1 + a2);
    const float s = separation.at(t);
    if (abs(s - target) < tolerance) return t;
    if (s > target) {
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

// Moves t1 to where the shapes come near along one axis.
Push push_back(Separation& separation, float& t1, float target, float tolerance) {
  float t2 = kEnd;
  for (int i = 0; i < kMaxPushBacks; ++i) {
    const float s2 = separation.find_least(t2);
    if (s2 > target + tolerance) return Push::kApart;
    if (s2 > target - tolerance) {
      t1 = t2;
      return Push::kAdvanced;
    }
    const float s1 = separation.at(t1);
    if (s1 < target - tolerance) return Push::kFailed;
    if (s1 <= target + tolerance) return Push::kTouching;
    t2 = root(separation, t1, s1, t2, s2, target, tolerance);
  }
  return Push::kAdvanced;
}

}  // namespace

std::optional<float> time_of_impact(const Shape& a, Sweep sweep_a, const Shape& b, Sweep sweep_b) {
  sweep_a.normalize();
  sweep_b.normalize();
  const float skin = kShapeRadius + kShapeRadius;
  const float target = max(kLinearSlop, skin - 3.0f * kLinearSlop);
  const float tolerance = 0.25f * kLinearSlop;
  float t1 = 0.0f;
  SimplexCache cache;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const float gap = distance_between(a, sweep_a.at(t1), b, sweep_b.at(t1), cache);
    if (gap <= 0.0f) return std::nullopt;
    if (gap < target + tolerance) return t1;
    Separation separation(cache, a, sweep_a, b, sweep_b, t1);
    const Push push = push_back(separation, t1, target, tolerance);
    if (push == Push::kTouching) return t1;
    if (push != Push::kAdvanced) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace pp::box2d

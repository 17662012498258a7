// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Vectors, rotations and boxes of the physics, float32 throughout. Every expression is evaluated as
// it stands, from left to right and without fused operations: the order decides the last bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pp::box2d {

// Lengths in metres, angles in radians, times in seconds.
inline constexpr float kPi = 3.14159265359f;
inline constexpr float kLinearSlop = 0.005f;
inline constexpr float kAngularSlop = 2.0f / 180.0f * kPi;
inline constexpr float kShapeRadius = 2.0f * kLinearSlop;  // the skin of polygons and edges

inline constexpr float kFloatMax = std::numeric_limits<float>::max();
inline constexpr float kFloatEpsilon = std::numeric_limits<float>::epsilon();

// Unlike std::min and std::max these return the second argument where the two compare equal.
constexpr float min(float a, float b) { return a < b ? a : b; }
constexpr float max(float a, float b) { return a > b ? a : b; }
inline float clamp(float a, float low, float high) { return max(low, min(a, high)); }
inline float abs(float a) { return a > 0.0f ? a : -a; }

struct Vec2 {
  float x = 0.0f;
  float y = 0.0f;

  float length_squared() const { return x * x + y * y; }
  float length() const { return std::sqrt(x * x + y * y); }
  // Returns the length before. A vector too short for its direction to mean anything stays.
  float normalize() {
    const float before = length();
    if (before < kFloatEpsilon) return 0.0f;
    const float inverse = 1.0f / before;
    x *= inverse;
    y *= inverse;
    return before;
  }
  Vec2& operator+=(Vec2 o) { return *this = {x + o.x, y + o.y}; }
  Vec2& operator-=(Vec2 o) { return *this = {x - o.x, y - o.y}; }
  Vec2& operator*=(float s) { return *this = {x * s, y * s}; }
  template <class Io>
  void serialize(Io& io) {
    io(x, y);
  }
};

inline Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
inline Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2 operator*(float s, Vec2 a) { return {s * a.x, s * a.y}; }
inline float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
inline Vec2 cross(Vec2 v, float s) { return {s * v.y, -s * v.x}; }
inline Vec2 cross(float s, Vec2 v) { return {-s * v.y, s * v.x}; }
inline float distance(Vec2 a, Vec2 b) { return (a - b).length(); }
inline Vec2 min(Vec2 a, Vec2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }
inline Vec2 max(Vec2 a, Vec2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }

struct Rotation {
  float sine = 0.0f;
  float cosine = 1.0f;

  Rotation() = default;
  explicit Rotation(float angle) : sine(std::sin(angle)), cosine(std::cos(angle)) {}
  template <class Io>
  void serialize(Io& io) {
    io(sine, cosine);
  }
};

// The rotation by an angle, kept with it: most angles are asked for several times.
class KeptRotation {
 public:
  KeptRotation() = default;
  KeptRotation(float angle, Rotation rotation) : angle_(angle), rotation_(rotation) {}

  Rotation by(float angle) {
    if (std::bit_cast<std::uint32_t>(angle) != std::bit_cast<std::uint32_t>(angle_)) {
      *this = {angle, Rotation(angle)};
    }
    return rotation_;
  }

 private:
  float angle_ = 0.0f;
  Rotation rotation_;
};

inline Vec2 rotate(Rotation q, Vec2 v) {
  return {q.cosine * v.x - q.sine * v.y, q.sine * v.x + q.cosine * v.y};
}
inline Vec2 rotate_back(Rotation q, Vec2 v) {
  return {q.cosine * v.x + q.sine * v.y, -q.sine * v.x + q.cosine * v.y};
}

// Where a body's origin lies, and how the body is turned.
struct Transform {
  Vec2 position;
  Rotation rotation;

  template <class Io>
  void serialize(Io& io) {
    io(position, rotation);
  }
};

inline Vec2 apply(const Transform& t, Vec2 v) {
  const float x = (t.rotation.cosine * v.x - t.rotation.sine * v.y) + t.position.x;
  const float y = (t.rotation.sine * v.x + t.rotation.cosine * v.y) + t.position.y;
  return {x, y};
}
inline Vec2 apply_inverse(const Transform& t, Vec2 v) {
  return rotate_back(t.rotation, {v.x - t.position.x, v.y - t.position.y});
}
// First b, then the inverse of a.
inline Transform relative(const Transform& a, const Transform& b) {
  Transform c;
  c.rotation.sine = a.rotation.cosine * b.rotation.sine - a.rotation.sine * b.rotation.cosine;
  c.rotation.cosine = a.rotation.cosine * b.rotation.cosine + a.rotation.sine * b.rotation.sine;
  c.position = rotate_back(a.rotation, b.position - a.position);
  return c;
}

// The motion of a body's centre of mass and angle during a step, from (center0, angle0) at the
// fraction alpha0 of the step to (center, angle) at its end.
struct Sweep {
  Vec2 local_center;
  Vec2 center0, center;
  float angle0 = 0.0f, angle = 0.0f;
  float alpha0 = 0.0f;

  Transform at(float beta) const {
    Transform t;
    t.position = (1.0f - beta) * center0 + beta * center;
    t.rotation = Rotation((1.0f - beta) * angle0 + beta * angle);
    t.position -= rotate(t.rotation, local_center);
    return t;
  }
  void advance(float alpha) {
    const float beta = (alpha - alpha0) / (1.0f - alpha0);
    center0 = (1.0f - beta) * center0 + beta * center;
    angle0 = (1.0f - beta) * angle0 + beta * angle;
    alpha0 = alpha;
  }
  // Takes whole turns off the angles.
  void normalize() {
    constexpr float turn = 2.0f * kPi;
    const float turns = turn * std::floor(angle0 / turn);
    angle0 -= turns;
    angle -= turns;
  }
  template <class Io>
  void serialize(Io& io) {
    io(local_center, center0, center, angle0, angle, alpha0);
  }
};

struct Box {
  Vec2 lower, upper;

  float perimeter() const {
    const float width = upper.x - lower.x;
    const float height = upper.y - lower.y;
    return 2.0f * (width + height);
  }
  bool contains(const Box& o) const {
    return lower.x <= o.lower.x && lower.y <= o.lower.y && o.upper.x <= upper.x &&
           o.upper.y <= upper.y;
  }
  template <class Io>
  void serialize(Io& io) {
    io(lower, upper);
  }
};

inline Box join(const Box& a, const Box& b) {
  return {min(a.lower, b.lower), max(a.upper, b.upper)};
}
inline bool overlap(const Box& a, const Box& b) {
  return !(b.lower.x - a.upper.x > 0.0f || b.lower.y - a.upper.y > 0.0f ||
           a.lower.x - b.upper.x > 0.0f || a.lower.y - b.upper.y > 0.0f);
}

}  // namespace pp::box2d

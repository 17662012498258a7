// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "revolute_joint.h"

namespace pp::box2d {

namespace {

constexpr float kMaxAngularCorrection = 8.0f / 180.0f * kPi;

float reciprocal(float x) { return x != 0.0f ? 1.0f / x : x; }

Vec2 solve2(const JointVelocityConstraint& k, Vec2 b) {
  return {k.inverse_determinant2 * (k.yy * b.x - k.xy * b.y),
          k.inverse_determinant2 * (k.xx * b.y - k.xy * b.x)};
}

void set_masses(JointVelocityConstraint& k) {
  const float mA = k.mass_a, mB = k.mass_b, iA = k.inertia_a, iB = k.inertia_b;
  const Vec2 a = k.arm_a, b = k.arm_b;
  k.xx = mA + mB + a.y * a.y * iA + b.y * b.y * iB;
  k.xy = -a.y * a.x * iA - b.y * b.x * iB;
  k.xz = -a.y * iA - b.y * iB;
  k.yy = mA + mB + a.x * a.x * iA + b.x * b.x * iB;
  k.yz = a.x * iA + b.x * iB;
  k.zz = iA + iB;
  k.yz_x = k.yy * k.zz - k.yz * k.yz;
  k.yz_y = k.yz * k.xz - k.xy * k.zz;
  k.yz_z = k.xy * k.yz - k.yy * k.xz;
  k.inverse_determinant3 = reciprocal(k.xx * k.yz_x + k.xy * k.yz_y + k.xz * k.yz_z);
  k.inverse_determinant2 = reciprocal(k.xx * k.yy - k.xy * k.xy);
  k.motor_mass = iA + iB;
  if (k.motor_mass > 0.0f) k.motor_mass = 1.0f / k.motor_mass;
}

}  // namespace

void JointConstraint::prepare(const RevoluteJoint& from, float time_step, Position* positions,
                              Velocity* velocities) {
  JointVelocityConstraint& k = velocity;
  k.mass_a = a.inverse_mass;
  k.mass_b = b.inverse_mass;
  k.inertia_a = a.inverse_inertia;
  k.inertia_b = b.inverse_inertia;
  anchor_a = from.local_anchor_a - a.local_center;
  anchor_b = from.local_anchor_b - b.local_center;
  k.arm_a = rotate(positions[a.index].rotation(), anchor_a);
  k.arm_b = rotate(positions[b.index].rotation(), anchor_b);
  set_masses(k);
  k.motor_speed = from.motor_speed;
  k.max_motor_impulse = time_step * from.max_motor_torque;
  k.impulse = from.impulse;
  k.limit_impulse = from.limit_impulse;
  k.motor_impulse = from.motor_impulse;

  lower_angle = from.lower_angle;
  upper_angle = from.upper_angle;
  reference_angle = from.reference_angle;
  const float angle = positions[b.index].angle - positions[a.index].angle - reference_angle;
  limit = angle <= lower_angle   ? Limit::kLower
          : angle >= upper_angle ? Limit::kUpper
                                 : Limit::kInactive;
  if (limit == Limit::kInactive || limit != from.limit) k.limit_impulse = 0.0f;

  const Vec2 p = k.impulse;
  Velocity& va = velocities[a.index];
  Velocity& vb = velocities[b.index];
  va.v -= k.mass_a * p;
  va.w -= k.inertia_a * (cross(k.arm_a, p) + k.motor_impulse + k.limit_impulse);
  vb.v += k.mass_b * p;
  vb.w += k.inertia_b * (cross(k.arm_b, p) + k.motor_impulse + k.limit_impulse);
}

void JointConstraint::solve_velocity(Velocity* velocities) {
  JointVelocityConstraint& k = velocity;
  Vec2 vA = velocities[a.index].v;
  float wA = velocities[a.index].w;
  Vec2 vB = velocities[b.index].v;
  float wB = velocities[b.index].w;

  const float motor = -k.motor_mass * (wB - wA - k.motor_speed);
  const float motor_before = k.motor_impulse;
  k.motor_impulse = clamp(motor_before + motor, -k.max_motor_impulse, k.max_motor_impulse);
  const float motor_change = k.motor_impulse - motor_before;
  wA -= k.inertia_a * motor_change;
  wB += k.inertia_b * motor_change;

  const Vec2 c = vB + cross(wB, k.arm_b) - vA - cross(wA, k.arm_a);
  Vec2 p;
  if (limit == Limit::kInactive) {
    p = solve2(k, -c);
    k.impulse += p;
    wA -= k.inertia_a * cross(k.arm_a, p);
    wB += k.inertia_b * cross(k.arm_b, p);
  } else {
    const float cz = wB - wA;
    const float det = k.inverse_determinant3;
    float z = -(det * (k.xx * (k.yy * cz - k.yz * c.y) + k.xy * (k.yz * c.x - k.xy * cz) +
                       k.xz * (k.xy * c.y - k.yy * c.x)));
    const float total = k.limit_impulse + z;
    if (limit == Limit::kLower ? total < 0.0f : total > 0.0f) {
      p = solve2(k, -c + k.limit_impulse * Vec2{k.xz, k.yz});
      z = -k.limit_impulse;
      k.impulse += p;
      k.limit_impulse = 0.0f;
    } else {
      p.x = -(det * (c.x * k.yz_x + c.y * k.yz_y + cz * k.yz_z));
      p.y = -(det * (k.xx * (c.y * k.zz - cz * k.yz) + k.xy * (cz * k.xz - c.x * k.zz) +
                     k.xz * (c.x * k.yz - c.y * k.xz)));
      k.impulse += p;
      k.limit_impulse = total;
    }
    wA -= k.inertia_a * (cross(k.arm_a, p) + z);
    wB += k.inertia_b * (cross(k.arm_b, p) + z);
  }
  vA -= k.mass_a * p;
  vB += k.mass_b * p;
  velocities[a.index] = {vA, wA};
  velocities[b.index] = {vB, wB};
}

bool JointConstraint::solve_position(Position* positions) const {
  Position& at_a = positions[a.index];
  Position& at_b = positions[b.index];
  float angular_error = 0.0f;
  if (limit != Limit::kInactive) {
    const float angle = at_b.angle - at_a.angle - reference_angle;
    float c;
    if (limit == Limit::kLower) {
      c = angle - lower_angle;
      angular_error = -c;
      c = clamp(c + kAngularSlop, -kMaxAngularCorrection, 0.0f);
    } else {
      c = angle - upper_angle;
      angular_error = c;
      c = clamp(c - kAngularSlop, 0.0f, kMaxAngularCorrection);
    }
    const float correction = -velocity.motor_mass * c;
    at_a.angle -= a.inverse_inertia * correction;
    at_b.angle += b.inverse_inertia * correction;
  }
  const Vec2 ra = rotate(at_a.rotation(), anchor_a);
  const Vec2 rb = rotate(at_b.rotation(), anchor_b);
  const Vec2 c = at_b.center + rb - at_a.center - ra;
  const float mA = a.inverse_mass, mB = b.inverse_mass;
  const float iA = a.inverse_inertia, iB = b.inverse_inertia;
  const float xx = mA + mB + iA * ra.y * ra.y + iB * rb.y * rb.y;
  const float xy = -iA * ra.x * ra.y - iB * rb.x * rb.y;
  const float yy = mA + mB + iA * ra.x * ra.x + iB * rb.x * rb.x;
  const float inverse_determinant = reciprocal(xx * yy - xy * xy);
  const Vec2 p = -Vec2{inverse_determinant * (yy * c.x - xy * c.y),
                       inverse_determinant * (xx * c.y - xy * c.x)};
  at_a.center -= mA * p;
  at_a.angle -= iA * cross(ra, p);
  at_b.center += mB * p;
  at_b.angle += iB * cross(rb, p);
  return c.length() <= kLinearSlop && angular_error <= kAngularSlop;
}

void JointConstraint::store(RevoluteJoint& to) const {
  to.impulse = velocity.impulse;
  to.limit_impulse = velocity.limit_impulse;
  to.motor_impulse = velocity.motor_impulse;
  to.limit = limit;
}

}  // namespace pp::box2d

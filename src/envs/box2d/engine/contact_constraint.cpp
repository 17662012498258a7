// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "contact_constraint.h"

namespace pp::box2d {

namespace {

constexpr float kMaxConditionNumber = 1000.0f;
constexpr float kMaxLinearCorrection = 0.2f;

// The point in the middle of both skins, and the normal from A to B.
void place_points(const Manifold& manifold, const Transform& at_a, const Transform& at_b,
                  ContactVelocityConstraint& k, Vec2 center_a, Vec2 center_b) {
  const Transform& face = manifold.face_of_b ? at_b : at_a;
  const Transform& other = manifold.face_of_b ? at_a : at_b;
  const Vec2 normal = rotate(face.rotation, manifold.local_normal);
  const Vec2 plane = apply(face, manifold.local_point);
  for (int i = 0; i < manifold.count; ++i) {
    const Vec2 corner = apply(other, manifold.points[i].local_point);
    const Vec2 on_face = corner + (kShapeRadius - dot(corner - plane, normal)) * normal;
    const Vec2 on_other = corner - kShapeRadius * normal;
    const Vec2 point = 0.5f * (on_face + on_other);
    k.points[i].arm_a = point - center_a;
    k.points[i].arm_b = point - center_b;
  }
  k.normal = manifold.face_of_b ? -normal : normal;
}

float positive_reciprocal(float x) { return x > 0.0f ? 1.0f / x : 0.0f; }

// What an impulse along a line changes of the velocity along it.
float mass_along(const ContactVelocityConstraint& k, const ContactVelocityPoint& p, Vec2 line) {
  const float rA = cross(p.arm_a, line);
  const float rB = cross(p.arm_b, line);
  return k.mass_a + k.mass_b + k.inertia_a * rA * rA + k.inertia_b * rB * rB;
}

void set_block(ContactVelocityConstraint& k) {
  const float r1A = cross(k.points[0].arm_a, k.normal);
  const float r1B = cross(k.points[0].arm_b, k.normal);
  const float r2A = cross(k.points[1].arm_a, k.normal);
  const float r2B = cross(k.points[1].arm_b, k.normal);
  const float masses = k.mass_a + k.mass_b;
  k.k11 = masses + k.inertia_a * r1A * r1A + k.inertia_b * r1B * r1B;
  k.k22 = masses + k.inertia_a * r2A * r2A + k.inertia_b * r2B * r2B;
  k.k12 = masses + k.inertia_a * r1A * r2A + k.inertia_b * r1B * r2B;
  const float determinant = k.k11 * k.k22 - k.k12 * k.k12;
  if (!(k.k11 * k.k11 < kMaxConditionNumber * determinant)) {
    k.count = 1;
    return;
  }
  const float inverse = determinant != 0.0f ? 1.0f / determinant : determinant;
  k.i11 = inverse * k.k22;
  k.i12 = -inverse * k.k12;
  k.i22 = inverse * k.k11;
}

// The bodies' velocities in registers.
struct Moving {
  const ContactVelocityConstraint& k;
  Vec2 vA, vB;
  float wA, wB;

  Vec2 relative(const ContactVelocityPoint& p) const {
    return vB + cross(wB, p.arm_b) - vA - cross(wA, p.arm_a);
  }
  void apply(const ContactVelocityPoint& p, Vec2 impulse) {
    vA -= k.mass_a * impulse;
    wA -= k.inertia_a * cross(p.arm_a, impulse);
    vB += k.mass_b * impulse;
    wB += k.inertia_b * cross(p.arm_b, impulse);
  }
  // Both points' impulses are summed before they act.
  void apply(Vec2 impulse1, Vec2 impulse2) {
    const auto& [p1, p2] = k.points;
    vA -= k.mass_a * (impulse1 + impulse2);
    wA -= k.inertia_a * (cross(p1.arm_a, impulse1) + cross(p2.arm_a, impulse2));
    vB += k.mass_b * (impulse1 + impulse2);
    wB += k.inertia_b * (cross(p1.arm_b, impulse1) + cross(p2.arm_b, impulse2));
  }
};

void solve_friction(ContactVelocityConstraint& k, Moving& moving) {
  const Vec2 tangent = cross(k.normal, 1.0f);
  for (int i = 0; i < k.count; ++i) {
    ContactVelocityPoint& p = k.points[i];
    const float speed = dot(moving.relative(p), tangent);
    const float most = k.friction * p.normal_impulse;
    const float before = p.tangent_impulse;
    p.tangent_impulse = clamp(before + p.tangent_mass * (-speed), -most, most);
    moving.apply(p, (p.tangent_impulse - before) * tangent);
  }
}

void solve_one(ContactVelocityConstraint& k, Moving& moving) {
  ContactVelocityPoint& p = k.points[0];
  const float speed = dot(moving.relative(p), k.normal);
  const float before = p.normal_impulse;
  p.normal_impulse = max(before + -p.normal_mass * speed, 0.0f);
  moving.apply(p, (p.normal_impulse - before) * k.normal);
}

// The total impulses x >= 0 of two points under which neither approaches, and one that parts has
// none. The four cases are tried in turn; where none holds nothing is done.
void solve_two(ContactVelocityConstraint& k, Moving& moving) {
  auto& [p1, p2] = k.points;
  const Vec2 before{p1.normal_impulse, p2.normal_impulse};
  Vec2 b{dot(moving.relative(p1), k.normal), dot(moving.relative(p2), k.normal)};
  b -= Vec2{k.k11 * before.x + k.k12 * before.y, k.k12 * before.x + k.k22 * before.y};

  Vec2 x = -Vec2{k.i11 * b.x + k.i12 * b.y, k.i12 * b.x + k.i22 * b.y};
  bool holds = x.x >= 0.0f && x.y >= 0.0f;
  if (!holds) {
    x = {-p1.normal_mass * b.x, 0.0f};
    holds = x.x >= 0.0f && k.k12 * x.x + b.y >= 0.0f;
  }
  if (!holds) {
    x = {0.0f, -p2.normal_mass * b.y};
    holds = x.y >= 0.0f && k.k12 * x.y + b.x >= 0.0f;
  }
  if (!holds) {
    x = {0.0f, 0.0f};
    holds = b.x >= 0.0f && b.y >= 0.0f;
  }
  if (!holds) return;
  const Vec2 change = x - before;
  moving.apply(change.x * k.normal, change.y * k.normal);
  p1.normal_impulse = x.x;
  p2.normal_impulse = x.y;
}

}  // namespace

void ContactConstraint::take_impulses() {
  for (int i = 0; i < manifold->count; ++i) {
    velocity.points[i].normal_impulse = manifold->points[i].normal_impulse;
    velocity.points[i].tangent_impulse = manifold->points[i].tangent_impulse;
  }
}

void ContactConstraint::clear_impulses() {
  for (ContactVelocityPoint& p : velocity.points) p.normal_impulse = p.tangent_impulse = 0.0f;
}

void ContactConstraint::prepare(Position* positions) {
  ContactVelocityConstraint& k = velocity;
  k.mass_a = a.inverse_mass;
  k.mass_b = b.inverse_mass;
  k.inertia_a = a.inverse_inertia;
  k.inertia_b = b.inverse_inertia;
  k.count = manifold->count;
  Position& at_a = positions[a.index];
  Position& at_b = positions[b.index];
  place_points(*manifold, at_a.transform(a.local_center), at_b.transform(b.local_center), k,
               at_a.center, at_b.center);
  const Vec2 tangent = cross(k.normal, 1.0f);
  for (int i = 0; i < k.count; ++i) {
    ContactVelocityPoint& p = k.points[i];
    p.normal_mass = positive_reciprocal(mass_along(k, p, k.normal));
    p.tangent_mass = positive_reciprocal(mass_along(k, p, tangent));
  }
  if (k.count == 2) set_block(k);
}

void ContactConstraint::warm_start(Velocity* velocities) const {
  const ContactVelocityConstraint& k = velocity;
  Moving moving{k, velocities[a.index].v, velocities[b.index].v, velocities[a.index].w,
                velocities[b.index].w};
  const Vec2 tangent = cross(k.normal, 1.0f);
  for (int i = 0; i < k.count; ++i) {
    const ContactVelocityPoint& p = k.points[i];
    moving.apply(p, p.normal_impulse * k.normal + p.tangent_impulse * tangent);
  }
  velocities[a.index] = {moving.vA, moving.wA};
  velocities[b.index] = {moving.vB, moving.wB};
}

void ContactConstraint::solve_velocity(Velocity* velocities) {
  Moving moving{velocity, velocities[a.index].v, velocities[b.index].v, velocities[a.index].w,
                velocities[b.index].w};
  solve_friction(velocity, moving);
  if (velocity.count == 1) {
    solve_one(velocity, moving);
  } else {
    solve_two(velocity, moving);
  }
  velocities[a.index] = {moving.vA, moving.wA};
  velocities[b.index] = {moving.vB, moving.wB};
}

void ContactConstraint::store_impulses() const {
  for (int i = 0; i < velocity.count; ++i) {
    manifold->points[i].normal_impulse = velocity.points[i].normal_impulse;
    manifold->points[i].tangent_impulse = velocity.points[i].tangent_impulse;
  }
}

float ContactConstraint::solve_position(const Correction& correction, Position* positions) const {
  Position& at_a = positions[a.index];
  Position& at_b = positions[b.index];
  float least = 0.0f;
  for (int i = 0; i < manifold->count; ++i) {
    const Transform xf_a = at_a.transform(a.local_center);
    const Transform xf_b = at_b.transform(b.local_center);
    const Transform& face = manifold->face_of_b ? xf_b : xf_a;
    const Transform& other = manifold->face_of_b ? xf_a : xf_b;
    Vec2 normal = rotate(face.rotation, manifold->local_normal);
    const Vec2 plane = apply(face, manifold->local_point);
    const Vec2 point = apply(other, manifold->points[i].local_point);
    const float separation = dot(point - plane, normal) - kShapeRadius - kShapeRadius;
    if (manifold->face_of_b) normal = -normal;
    const Vec2 ra = point - at_a.center;
    const Vec2 rb = point - at_b.center;
    least = min(least, separation);
    const float c =
        clamp(correction.factor * (separation + kLinearSlop), -kMaxLinearCorrection, 0.0f);
    const float rnA = cross(ra, normal);
    const float rnB = cross(rb, normal);
    const float mass = a.inverse_mass + b.inverse_mass + a.inverse_inertia * rnA * rnA +
                       b.inverse_inertia * rnB * rnB;
    const Vec2 p = (mass > 0.0f ? -c / mass : 0.0f) * normal;
    at_a.center -= a.inverse_mass * p;
    at_a.angle -= a.inverse_inertia * cross(ra, p);
    at_b.center += b.inverse_mass * p;
    at_b.angle += b.inverse_inertia * cross(rb, p);
  }
  return least;
}

}  // namespace pp::box2d

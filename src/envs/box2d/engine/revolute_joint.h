// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A joint that holds a point of one body at a point of another, with a motor that turns it and
// limits to its angle.
#pragma once

#include <cstdint>

#include "body.h"
#include "solver.h"

namespace pp::box2d {

// Where the angle stands to its limits.
enum class Limit : std::uint8_t { kInactive, kLower, kUpper };

struct RevoluteJointDef {
  Id body_a = kNoId;
  Id body_b = kNoId;
  Vec2 local_anchor_a;
  Vec2 local_anchor_b;
  float lower_angle = 0.0f;  // limits to the change of the angle between the bodies
  float upper_angle = 0.0f;
  float max_motor_torque = 0.0f;
  float motor_speed = 0.0f;
};

struct RevoluteJoint : RevoluteJointDef {
  float reference_angle = 0.0f;
  Vec2 impulse;  // of the point, as the limit's and the motor's below: where the next step starts
  float limit_impulse = 0.0f;
  float motor_impulse = 0.0f;
  Limit limit = Limit::kInactive;
  bool in_island = false;
  bool is_alive = false;

  bool has(Id body) const { return body_a == body || body_b == body; }
  Id other(Id body) const { return body_a == body ? body_b : body_a; }

  template <class Io>
  void serialize(Io& io) {
    io(body_a, body_b, local_anchor_a, local_anchor_b, lower_angle, upper_angle, max_motor_torque,
       motor_speed, reference_angle, impulse, limit_impulse, motor_impulse, limit, is_alive);
  }
};

// The numbers of a joint that iterations over velocities need. The factors of the inverses are
// worked out once, as they round each time the same.
struct JointVelocityConstraint {
  float mass_a, mass_b, inertia_a, inertia_b;  // inverse ones
  Vec2 arm_a, arm_b;                           // from the centres of mass to the point
  float xx, xy, yy, xz, yz, zz;                // of the symmetric matrix of masses
  float yz_x, yz_y, yz_z;                      // the cross product of its second and third columns
  float inverse_determinant3;
  float inverse_determinant2;
  float motor_mass;
  float motor_speed;
  float max_motor_impulse;
  Vec2 impulse;
  float limit_impulse;
  float motor_impulse;
};

// A joint while a step is solved.
struct JointConstraint {
  JointVelocityConstraint velocity;
  Masses a, b;
  Vec2 anchor_a, anchor_b;  // from the centres of mass, in the bodies' frames
  Limit limit = Limit::kInactive;
  float lower_angle, upper_angle, reference_angle;

  // Starts from the impulses of the step before.
  void prepare(const RevoluteJoint& from, float time_step, Position* positions,
               Velocity* velocities);
  void solve_velocity(Velocity* velocities);
  // Returns whether the error is small enough.
  bool solve_position(Position* positions) const;
  void store(RevoluteJoint& to) const;
};

}  // namespace pp::box2d

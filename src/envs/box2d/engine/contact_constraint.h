// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A contact while a step is solved: friction and non-penetration at one or two points. Nothing
// bounces: restitution is 0.
#pragma once

#include <array>

#include "manifold.h"
#include "solver.h"

namespace pp::box2d {

struct ContactVelocityPoint {
  Vec2 arm_a, arm_b;  // from the centres of mass
  float normal_mass, tangent_mass;
  float normal_impulse, tangent_impulse;
};

// The numbers of a contact that iterations over velocities need.
struct ContactVelocityConstraint {
  float mass_a, mass_b, inertia_a, inertia_b;  // inverse ones
  Vec2 normal;
  float friction;
  int count = 0;  // of points; one of two where they say nearly the same
  std::array<ContactVelocityPoint, Manifold::kMaxPoints> points;
  float k11, k12, k22;  // both points' normal masses as a matrix...
  float i11, i12, i22;  // ...and its inverse; i12 serves both off-diagonal places
};

// How strongly positions are corrected.
struct Correction {
  float factor;
  float enough;  // the separation from which on nothing is left to do

  static constexpr Correction of_step() { return {0.2f, -3.0f * kLinearSlop}; }
  static constexpr Correction of_impact() { return {0.75f, -1.5f * kLinearSlop}; }
};

struct ContactConstraint {
  ContactVelocityConstraint velocity;
  Masses a, b;
  Manifold* manifold = nullptr;  // the contact's own, where impulses are stored

  void take_impulses();
  void clear_impulses();
  void prepare(Position* positions);
  void warm_start(Velocity* velocities) const;
  void solve_velocity(Velocity* velocities);
  void store_impulses() const;
  // Returns the least separation found.
  float solve_position(const Correction& correction, Position* positions) const;
};

}  // namespace pp::box2d

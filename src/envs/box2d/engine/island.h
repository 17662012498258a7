// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Bodies that contacts and joints connect, and that are solved together. Bodies are numbered, and
// contacts and joints solved, in the order in which they were added.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "body.h"
#include "contact_constraint.h"
#include "revolute_joint.h"

namespace pp::box2d {

class Island {
 public:
  void clear();
  void add(Body& body);
  void add(Contact& contact, const Body& a, const Body& b);
  void add(RevoluteJoint& joint, const Body& a, const Body& b);

  std::size_t body_count() const { return bodies_.size(); }
  std::size_t contact_count() const { return contacts_.size(); }

  // A step: forces act, and constraints are prepared...
  void begin(float time_step, Vec2 gravity);
  // ...velocities are solved...
  void solve_velocities(int iterations);
  // ...and bodies move, are put right, and maybe fall asleep.
  void end(float time_step, int position_iterations);

  // The rest of a step after an impact, of which the first two bodies are part.
  void solve_impact(float time_step, int velocity_iterations);

  // For solvers of several islands at once.
  std::vector<Body*>& bodies() { return bodies_; }
  std::vector<Velocity>& velocities() { return velocities_; }
  std::vector<JointConstraint>& joints() { return joints_; }
  std::vector<ContactConstraint>& contacts() { return contacts_; }

 private:
  Masses masses_of(const Body& body) const;
  void place_bodies();
  void keep_state();
  void solve_contacts(int iterations);
  void integrate(float time_step);
  bool solve_positions(int iterations);
  void store();
  void sleep(float time_step, bool is_solved);

  std::vector<Body*> bodies_;
  std::vector<Position> positions_;
  std::vector<Velocity> velocities_;
  std::vector<JointConstraint> joints_;
  std::vector<RevoluteJoint*> joint_sources_;
  std::vector<std::pair<const Body*, const Body*>> joint_bodies_;
  std::vector<ContactConstraint> contacts_;
  std::vector<std::pair<const Body*, const Body*>> contact_bodies_;
  std::vector<std::uint32_t> state_, earlier_state_;
};

}  // namespace pp::box2d

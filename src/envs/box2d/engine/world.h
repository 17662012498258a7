// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A world of rigid bodies: a subset of Box2D 2.3 that yields the same float32 numbers. It has static
// and dynamic bodies, convex polygons, line segments, sensors and revolute joints; it has neither
// circles nor chains, bullets, kinematic bodies, damping or restitution. It suits worlds in which
// few bodies move.
//
//   World world({0.0f, -10.0f});
//   const Id ground = world.create_body({.is_dynamic = false});
//   world.add_fixture(ground, {.shape = Shape::edge({-10, 0}, {10, 0})});
//   const Id box = world.create_body({.position = {0, 4}});
//   world.add_fixture(box, {.shape = Shape::box(1, 1), .density = 1.0f});
//   world.step({1.0f / 60.0f, 8, 3}, listener);  // a ContactListener: body.h
//
// Orders that decide bits: bodies, joints and contacts are visited from the newest to the oldest.
// Contacts of one body are those of the world, in that order. The tree gives proxies their numbers,
// and pairs of proxies become contacts in ascending order.
#pragma once

#include <span>
#include <vector>

#include "body.h"
#include "broad_phase.h"
#include "island.h"
#include "revolute_joint.h"

namespace pp::box2d {

struct StepSize {
  float time_step = 0.0f;
  int velocity_iterations = 0;
  int position_iterations = 0;
};

class World {
 public:
  explicit World(Vec2 gravity) : gravity_(gravity) {}

  // As new, with its memory kept.
  void clear();

  // Numbers are reused after a body is destroyed.
  Id create_body(const BodyDef& def);
  Id add_fixture(Id body, const FixtureDef& def);
  // A motor and limits are always there; bodies that a joint connects do not collide. Throws
  // std::invalid_argument unless the limits are at least 4 degrees apart.
  Id create_joint(const RevoluteJointDef& def);
  // With its fixtures, contacts and joints. Nobody is told of contacts that end so.
  void destroy_body(Id body);

  Body& body(Id id) { return bodies_[id]; }
  const Body& body(Id id) const { return bodies_[id]; }
  const Fixture& fixture(Id id) const { return fixtures_[id]; }
  const RevoluteJoint& joint(Id id) const { return joints_[id]; }
  std::span<const Contact> contacts() const { return contacts_; }  // the oldest first
  // Both wake the bodies of a joint.
  void set_motor_speed(Id joint, float speed);
  void set_max_motor_torque(Id joint, float torque);
  float joint_angle(Id joint) const;
  float joint_speed(Id joint) const;

  // The fraction of the way from one point to another at which a fixture of these categories is
  // hit first; 1 if none is.
  float cast_ray(Vec2 from, Vec2 to, std::uint16_t categories) const;

  void step(const StepSize& size, ContactListener& listener);

  // The same in three parts, so that several worlds' velocities can be solved together. Returns the
  // island whose velocities are to be solved in between; none where nothing is awake. Further
  // islands are solved by end_step.
  Island* begin_step(const StepSize& size, ContactListener& listener);
  void end_step(const StepSize& size, ContactListener& listener);

  // Throws std::invalid_argument where numbers that were read name what is not there.
  void check() const;
  // The same for environments that keep numbers of bodies and joints. Nothing but what they know of
  // may be there: a step takes time for the rest as well.
  struct Counts {
    std::size_t bodies = 0, fixtures = 0, joints = 0;
    bool operator==(const Counts&) const = default;
  };
  Counts counts() const;
  // Whether these are different bodies, all of which can move, or none.
  bool has_bodies(std::vector<Id> ids, bool moving) const;
  bool has_joint(Id id) const;
  template <class Io>
  void serialize(Io& io) {
    io(gravity_, bodies_, fixtures_, joints_, contacts_, free_bodies_, free_fixtures_, free_joints_,
       dynamic_, joint_order_, broad_phase_, has_new_fixtures_);
  }

 private:
  template <class T>
  static Id take(std::vector<T>& all, std::vector<Id>& free);

  bool is_body(Id id) const;
  bool is_fixture(Id id) const;
  void check_fixtures() const;
  void check_links() const;
  void reset_mass(Id id);
  void destroy_contacts(Id body);
  void destroy_joints(Id body);

  bool may_collide(const Body& a, const Body& b, Id id_a, Id id_b) const;
  void find_contacts();
  void add_pair(Id fixture_a, Id fixture_b);
  void collide(ContactListener& listener);
  void update(Contact& contact, ContactListener& listener);
  void end_contact(std::size_t index, ContactListener* listener);

  bool build_next_island();
  void add_neighbours(Id id);
  void synchronize(Body& body);
  void synchronize_moved();

  void solve_impacts(const StepSize& size, ContactListener& listener);
  void forget_impacts();
  Contact* first_impact(float& alpha);
  float impact_of(Contact& contact);
  bool stays_clear(const Contact& contact);
  void advance(Id body, float alpha);
  void handle_impact(Contact& first, float alpha, const StepSize& size, ContactListener& listener);
  bool go_to_impact(Contact& contact, float alpha, ContactListener& listener);
  void leave_impact();
  void add_to_impact(Id body, Contact& contact, float alpha, ContactListener& listener);

  Vec2 gravity_;
  std::vector<Body> bodies_;
  std::vector<Fixture> fixtures_;
  std::vector<RevoluteJoint> joints_;
  std::vector<Contact> contacts_;  // the oldest first
  std::vector<Id> free_bodies_, free_fixtures_, free_joints_;
  std::vector<Id> dynamic_;      // bodies, the oldest first
  std::vector<Id> joint_order_;  // the oldest first
  BroadPhase broad_phase_;
  bool has_new_fixtures_ = false;

  // What lasts no longer than a step.
  Island island_;
  std::vector<Id> stack_;
  std::vector<Id> island_ids_;
  std::vector<Id> advanced_;  // static bodies that were brought to a time of impact
  std::vector<std::int32_t> mobile_proxies_;
  std::size_t next_seed_ = 0;  // how many of the dynamic bodies may still start an island
};

}  // namespace pp::box2d

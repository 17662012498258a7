// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A step of a world: contacts are updated, islands found and solved, and new contacts looked for.
#include <algorithm>

#include "world.h"

namespace pp::box2d {

void World::step(const StepSize& size, ContactListener& listener) {
  Island* island = begin_step(size, listener);
  if (island != nullptr) island->solve_velocities(size.velocity_iterations);
  end_step(size, listener);
}

Island* World::begin_step(const StepSize& size, ContactListener& listener) {
  if (has_new_fixtures_) {
    find_contacts();
    has_new_fixtures_ = false;
  }
  collide(listener);
  for (Contact& contact : contacts_) contact.in_island = false;
  for (const Id id : joint_order_) joints_[id].in_island = false;
  for (const Id id : dynamic_) bodies_[id].in_island = false;
  next_seed_ = dynamic_.size();
  if (!build_next_island()) return nullptr;
  island_.begin(size.time_step, gravity_);
  return &island_;
}

void World::end_step(const StepSize& size, ContactListener& listener) {
  bool has_island = island_.body_count() > 0;
  while (has_island) {
    island_.end(size.time_step, size.position_iterations);
    has_island = build_next_island();
    if (!has_island) break;
    island_.begin(size.time_step, gravity_);
    island_.solve_velocities(size.velocity_iterations);
  }
  synchronize_moved();
  solve_impacts(size, listener);
  for (const Id id : dynamic_) {
    bodies_[id].force = {};
    bodies_[id].torque = 0.0f;
  }
}

// Collects what contacts and joints connect with the next body that is awake, depth first. Static
// bodies end the search, and may be part of several islands.
bool World::build_next_island() {
  island_.clear();
  island_ids_.clear();
  while (next_seed_ > 0) {
    const Id seed = dynamic_[--next_seed_];
    if (bodies_[seed].in_island || !bodies_[seed].is_awake) continue;
    stack_.assign(1, seed);
    bodies_[seed].in_island = true;
    while (!stack_.empty()) {
      const Id id = stack_.back();
      stack_.pop_back();
      Body& body = bodies_[id];
      island_.add(body);
      island_ids_.push_back(id);
      body.wake();
      if (body.is_dynamic) add_neighbours(id);
    }
    for (const Id id : island_ids_) {
      if (!bodies_[id].is_dynamic) bodies_[id].in_island = false;
    }
    return true;
  }
  return false;
}

void World::add_neighbours(Id id) {
  const auto push = [&](Id other) {
    if (bodies_[other].in_island) return;
    stack_.push_back(other);
    bodies_[other].in_island = true;
  };
  for (std::size_t i = contacts_.size(); i-- > 0;) {
    Contact& contact = contacts_[i];
    if (!contact.has(id) || contact.in_island) continue;
    if (!contact.is_enabled || !contact.is_touching || contact.is_sensor) continue;
    island_.add(contact, bodies_[contact.body_a], bodies_[contact.body_b]);
    contact.in_island = true;
    push(contact.other(id));
  }
  for (std::size_t i = joint_order_.size(); i-- > 0;) {
    RevoluteJoint& joint = joints_[joint_order_[i]];
    if (!joint.has(id) || joint.in_island) continue;
    island_.add(joint, bodies_[joint.body_a], bodies_[joint.body_b]);
    joint.in_island = true;
    push(joint.other(id));
  }
}

// Stored boxes follow a body over the whole of its way.
void World::synchronize(Body& body) {
  const Transform start = body.start();
  const Vec2 displacement = body.transform.position - start.position;
  for (Id f = body.first_fixture; f != kNoId; f = fixtures_[f].next) {
    const Fixture& fixture = fixtures_[f];
    const Box box = join(fixture.shape.bounds(start), fixture.shape.bounds(body.transform));
    broad_phase_.move_proxy(fixture.proxy, box, displacement);
  }
}

void World::synchronize_moved() {
  for (std::size_t i = dynamic_.size(); i-- > 0;) {
    Body& body = bodies_[dynamic_[i]];
    if (body.in_island) synchronize(body);
  }
  find_contacts();
}

}  // namespace pp::box2d

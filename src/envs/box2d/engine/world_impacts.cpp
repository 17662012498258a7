// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Continuous collision: where bodies would pass through others, a step goes back to the time of the
// first impact and continues from there.
#include "time_of_impact.h"
#include "world.h"

namespace pp::box2d {

namespace {

constexpr int kMaxImpacts = 8;  // of a contact in a step
constexpr std::size_t kMaxContacts = 32;
constexpr std::size_t kMaxBodies = 2 * kMaxContacts;

}  // namespace

void World::solve_impacts(const StepSize& size, ContactListener& listener) {
  forget_impacts();
  for (;;) {
    float alpha = 1.0f;
    Contact* first = first_impact(alpha);
    if (first == nullptr || 1.0f - 10.0f * kFloatEpsilon < alpha) break;
    handle_impact(*first, alpha, size, listener);
  }
  // Done here and not before the next step, so that a saved world needs no list of these bodies.
  for (const Id id : advanced_) bodies_[id].sweep.alpha0 = 0.0f;
  advanced_.clear();
}

void World::forget_impacts() {
  for (const Id id : dynamic_) {
    bodies_[id].in_island = false;
    bodies_[id].sweep.alpha0 = 0.0f;
  }
  for (Contact& contact : contacts_) {
    contact.has_impact = contact.in_island = false;
    contact.impacts = 0;
    contact.impact = 1.0f;
  }
}

// The first of equals, from the newest contact on.
Contact* World::first_impact(float& alpha) {
  Contact* first = nullptr;
  for (std::size_t i = contacts_.size(); i-- > 0;) {
    Contact& contact = contacts_[i];
    if (!contact.is_enabled || contact.impacts > kMaxImpacts) continue;
    if (!contact.has_impact) {
      if (contact.is_sensor) continue;
      const Body& a = bodies_[contact.body_a];
      const Body& b = bodies_[contact.body_b];
      if (!a.is_active() && !b.is_active()) continue;
      if (a.is_dynamic && b.is_dynamic) continue;
      contact.impact = impact_of(contact);
      contact.has_impact = true;
    }
    if (contact.impact < alpha) {
      first = &contact;
      alpha = contact.impact;
    }
  }
  return first;
}

float World::impact_of(Contact& contact) {
  Sweep& a = bodies_[contact.body_a].sweep;
  Sweep& b = bodies_[contact.body_b].sweep;
  float alpha0 = a.alpha0;
  if (a.alpha0 < b.alpha0) {
    alpha0 = b.alpha0;
    a.advance(alpha0);
    advanced_.push_back(contact.body_a);
  } else if (b.alpha0 < a.alpha0) {
    b.advance(alpha0);
    advanced_.push_back(contact.body_b);
  }
  if (stays_clear(contact)) return 1.0f;
  const auto time =
      time_of_impact(fixtures_[contact.fixture_a].shape, a, fixtures_[contact.fixture_b].shape, b);
  return time ? min(alpha0 + (1.0f - alpha0) * *time, 1.0f) : 1.0f;
}

// One of the bodies is static.
bool World::stays_clear(const Contact& contact) {
  const bool moves_a = bodies_[contact.body_a].is_dynamic;
  const Shape& a = fixtures_[contact.fixture_a].shape;
  const Shape& b = fixtures_[contact.fixture_b].shape;
  Body& moving = bodies_[moves_a ? contact.body_a : contact.body_b];
  const Body& still = bodies_[moves_a ? contact.body_b : contact.body_a];
  const Transform start = moving.start();
  return box2d::stays_clear(moves_a ? b : a, still.transform,
                            {moves_a ? a : b, start, moving.transform, moving.sweep.center,
                             moving.sweep.angle - moving.sweep.angle0});
}

void World::advance(Id id, float alpha) {
  bodies_[id].advance(alpha);
  advanced_.push_back(id);
}

void World::handle_impact(Contact& first, float alpha, const StepSize& size,
                          ContactListener& listener) {
  if (!go_to_impact(first, alpha, listener)) return;
  const Id ids[2] = {first.body_a, first.body_b};
  island_.clear();
  island_ids_.assign(ids, ids + 2);
  for (const Id id : ids) {
    bodies_[id].wake();
    bodies_[id].in_island = true;
    island_.add(bodies_[id]);
  }
  island_.add(first, bodies_[ids[0]], bodies_[ids[1]]);
  first.in_island = true;
  for (const Id id : ids) {
    if (!bodies_[id].is_dynamic) continue;
    for (std::size_t i = contacts_.size(); i-- > 0;) {
      if (island_.body_count() == kMaxBodies || island_.contact_count() == kMaxContacts) break;
      if (contacts_[i].has(id)) add_to_impact(id, contacts_[i], alpha, listener);
    }
  }
  island_.solve_impact((1.0f - alpha) * size.time_step, size.velocity_iterations);
  leave_impact();
}

// Brings two bodies to the time of their impact. Where they do not touch then, they stay where they
// were, and the contact is not looked at again in this step.
bool World::go_to_impact(Contact& contact, float alpha, ContactListener& listener) {
  const Id ids[2] = {contact.body_a, contact.body_b};
  const Sweep before[2] = {bodies_[ids[0]].sweep, bodies_[ids[1]].sweep};
  for (const Id id : ids) advance(id, alpha);
  update(contact, listener);
  contact.has_impact = false;
  ++contact.impacts;
  if (contact.is_touching) return true;
  contact.is_enabled = false;
  for (int i = 0; i < 2; ++i) {
    bodies_[ids[i]].sweep = before[i];
    bodies_[ids[i]].synchronize_transform();
  }
  return false;
}

// Bodies were moved, so times of impact are unknown again and contacts may have come.
void World::leave_impact() {
  for (const Id id : island_ids_) {
    Body& body = bodies_[id];
    body.in_island = false;
    if (!body.is_dynamic) continue;
    synchronize(body);
    for (Contact& contact : contacts_) {
      if (contact.has(id)) contact.has_impact = contact.in_island = false;
    }
  }
  find_contacts();
}

// A contact with a static body takes part if the shapes touch at the time of the impact.
void World::add_to_impact(Id id, Contact& contact, float alpha, ContactListener& listener) {
  if (contact.in_island) return;
  const Id other_id = contact.other(id);
  Body& other = bodies_[other_id];
  if (other.is_dynamic || contact.is_sensor) return;
  const Sweep before = other.sweep;
  if (!other.in_island) advance(other_id, alpha);
  update(contact, listener);
  if (!contact.is_touching) {
    other.sweep = before;
    other.synchronize_transform();
    return;
  }
  contact.in_island = true;
  island_.add(contact, bodies_[contact.body_a], bodies_[contact.body_b]);
  if (other.in_island) return;
  other.in_island = true;
  island_.add(other);
  island_ids_.push_back(other_id);
}

}  // namespace pp::box2d

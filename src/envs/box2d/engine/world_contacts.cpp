// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Creates, updates and ends the contacts of a world.
#include <cmath>

#include "distance.h"
#include "world.h"

namespace pp::box2d {

namespace {

bool filters_agree(const Fixture& a, const Fixture& b) {
  return (a.mask & b.category) != 0 && (a.category & b.mask) != 0;
}

}  // namespace

bool World::may_collide(const Body& a, const Body& b, Id id_a, Id id_b) const {
  if (!a.is_dynamic && !b.is_dynamic) return false;
  for (const Id id : joint_order_) {
    if (joints_[id].has(id_a) && joints_[id].has(id_b)) return false;
  }
  return true;
}

void World::find_contacts() {
  if (!broad_phase_.has_moves()) return;
  mobile_proxies_.clear();
  for (const Id id : dynamic_) {
    for (Id f = bodies_[id].first_fixture; f != kNoId; f = fixtures_[f].next) {
      mobile_proxies_.push_back(fixtures_[f].proxy);
    }
  }
  const auto is_mobile = [&](std::int32_t f) { return bodies_[fixtures_[f].body].is_dynamic; };
  const Tree& tree = broad_phase_.tree();
  for (const auto& [a, b] : broad_phase_.take_pairs(mobile_proxies_, is_mobile)) {
    add_pair(tree.user(a), tree.user(b));
  }
}

void World::add_pair(Id a, Id b) {
  const Fixture& fixture_a = fixtures_[a];
  const Fixture& fixture_b = fixtures_[b];
  if (fixture_a.body == fixture_b.body) return;
  for (const Contact& contact : contacts_) {
    if ((contact.fixture_a == a && contact.fixture_b == b) ||
        (contact.fixture_a == b && contact.fixture_b == a)) {
      return;
    }
  }
  Body& body_a = bodies_[fixture_a.body];
  Body& body_b = bodies_[fixture_b.body];
  if (!may_collide(body_a, body_b, fixture_a.body, fixture_b.body)) return;
  if (!filters_agree(fixture_a, fixture_b)) return;
  if (fixture_a.shape.is_edge() && fixture_b.shape.is_edge()) return;
  const bool swaps = fixture_b.shape.is_edge();
  Contact& contact = contacts_.emplace_back();
  contact.fixture_a = swaps ? b : a;
  contact.fixture_b = swaps ? a : b;
  contact.body_a = fixtures_[contact.fixture_a].body;
  contact.body_b = fixtures_[contact.fixture_b].body;
  contact.friction =
      std::sqrt(fixtures_[contact.fixture_a].friction * fixtures_[contact.fixture_b].friction);
  contact.is_sensor = fixture_a.is_sensor || fixture_b.is_sensor;
  if (contact.is_sensor) return;
  body_a.wake();
  body_b.wake();
}

void World::end_contact(std::size_t index, ContactListener* listener) {
  const Contact contact = contacts_[index];
  if (listener != nullptr && contact.is_touching) listener->end_contact(contact);
  if (contact.manifold.count > 0 && !contact.is_sensor) {
    bodies_[contact.body_a].wake();
    bodies_[contact.body_b].wake();
  }
  contacts_.erase(contacts_.begin() + static_cast<std::ptrdiff_t>(index));
}

void World::collide(ContactListener& listener) {
  for (std::size_t i = contacts_.size(); i-- > 0;) {
    Contact& contact = contacts_[i];
    const Body& body_a = bodies_[contact.body_a];
    const Body& body_b = bodies_[contact.body_b];
    if (!contact.is_filtered) {
      if (!may_collide(body_a, body_b, contact.body_a, contact.body_b)) {
        end_contact(i, &listener);
        continue;
      }
      contact.is_filtered = true;
    }
    if (!body_a.is_active() && !body_b.is_active()) continue;
    if (!broad_phase_.overlaps(fixtures_[contact.fixture_a].proxy,
                               fixtures_[contact.fixture_b].proxy)) {
      end_contact(i, &listener);
      continue;
    }
    update(contact, listener);
  }
}

// Where the shapes touch now. Points that are still the same keep their impulses.
void World::update(Contact& contact, ContactListener& listener) {
  Body& body_a = bodies_[contact.body_a];
  Body& body_b = bodies_[contact.body_b];
  const Shape& a = fixtures_[contact.fixture_a].shape;
  const Shape& b = fixtures_[contact.fixture_b].shape;
  contact.is_enabled = true;
  const bool touched = contact.is_touching;
  if (contact.is_sensor) {
    contact.is_touching = touch(a, body_a.transform, b, body_b.transform);
    contact.manifold.count = 0;
  } else {
    const auto before = contact.manifold.points;
    const int count_before = contact.manifold.count;
    (a.is_edge() ? collide_edge_and_polygon : collide_polygons)(
        contact.manifold, a, body_a.transform, b, body_b.transform);
    for (int i = 0; i < contact.manifold.count; ++i) {
      ManifoldPoint& point = contact.manifold.points[i];
      point.normal_impulse = point.tangent_impulse = 0.0f;
      for (int j = 0; j < count_before; ++j) {
        if (!(before[j].feature == point.feature)) continue;
        point.normal_impulse = before[j].normal_impulse;
        point.tangent_impulse = before[j].tangent_impulse;
        break;
      }
    }
    contact.is_touching = contact.manifold.count > 0;
    if (contact.is_touching != touched) {
      body_a.wake();
      body_b.wake();
    }
  }
  if (!touched && contact.is_touching) listener.begin_contact(contact);
  if (touched && !contact.is_touching) listener.end_contact(contact);
}

}  // namespace pp::box2d

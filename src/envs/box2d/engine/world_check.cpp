// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks that a loaded world is valid, because saved states come from outside and may be damaged.
#include <stdexcept>
#include <string>

#include "world.h"

namespace pp::box2d {

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(std::string("the state holds no world: ") + what);
}

template <class T>
bool is_index(Id id, const std::vector<T>& all) {
  return id >= 0 && static_cast<std::size_t>(id) < all.size();
}

bool is_sound(const Shape& shape) {
  if (shape.is_edge()) return shape.count == 2;
  return shape.kind == Shape::Kind::kPolygon && shape.count >= 3;
}

}  // namespace

bool World::is_body(Id id) const { return is_index(id, bodies_) && bodies_[id].is_alive; }

bool World::is_fixture(Id id) const {
  return is_index(id, fixtures_) && is_body(fixtures_[id].body);
}

void World::check() const {
  require(broad_phase_.is_sound(static_cast<std::int32_t>(fixtures_.size())), "its tree");
  for (const Id id : free_bodies_) require(is_index(id, bodies_), "its free bodies");
  for (const Id id : free_fixtures_) require(is_index(id, fixtures_), "its free fixtures");
  for (const Id id : free_joints_) require(is_index(id, joints_), "its free joints");
  check_bodies();
  check_links();
}

void World::check_bodies() const {
  for (const Id id : dynamic_) require(has_moving_body(id), "its moving bodies");
  std::size_t chained = 0;
  for (const Body& body : bodies_) {
    if (!body.is_alive) continue;
    const auto id = static_cast<Id>(&body - bodies_.data());
    for (Id f = body.first_fixture; f != kNoId; f = fixtures_[f].next) {
      require(is_fixture(f) && fixtures_[f].body == id && ++chained <= fixtures_.size(),
              "its fixtures");
      const std::int32_t proxy = fixtures_[f].proxy;
      require(broad_phase_.tree().is_leaf(proxy) && broad_phase_.tree().user(proxy) == f,
              "its proxies");
      require(box2d::is_sound(fixtures_[f].shape), "its shapes");
    }
  }
}

void World::check_links() const {
  for (const Id id : joint_order_) {
    require(is_index(id, joints_), "its joints");
    const RevoluteJoint& joint = joints_[id];
    require(is_body(joint.body_a) && is_body(joint.body_b) && joint.body_a != joint.body_b,
            "its joints");
  }
  for (const Contact& contact : contacts_) {
    require(is_fixture(contact.fixture_a) && is_fixture(contact.fixture_b), "its contacts");
    require(fixtures_[contact.fixture_a].body == contact.body_a &&
                fixtures_[contact.fixture_b].body == contact.body_b &&
                contact.body_a != contact.body_b,
            "its contacts");
    require(!fixtures_[contact.fixture_b].shape.is_edge(), "its contacts");
    require(contact.manifold.count >= 0 && contact.manifold.count <= Manifold::kMaxPoints,
            "its contacts");
  }
}

bool World::has_moving_body(Id id) const { return has_body(id) && bodies_[id].is_dynamic; }

bool World::has_joint(Id id) const { return is_index(id, joints_) && joints_[id].is_alive; }

}  // namespace pp::box2d

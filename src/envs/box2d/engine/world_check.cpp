// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks that a loaded world is valid, because saved states come from outside and may be damaged.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

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

// Whether the numbers are those of all elements that are meant, each once. A number that is given
// twice, or to what lives already, would later make two out of one.
template <class T, class IsMeant>
bool names_each(const std::vector<Id>& ids, const std::vector<T>& all, IsMeant&& is_meant) {
  std::vector<bool> is_missing(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) is_missing[i] = is_meant(all[i]);
  for (const Id id : ids) {
    if (!is_index(id, all) || !is_missing[id]) return false;
    is_missing[id] = false;
  }
  return std::ranges::find(is_missing, true) == is_missing.end();
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
  const auto is_gone = [](const auto& one) { return !one.is_alive; };
  const auto is_alive = [](const auto& one) { return one.is_alive; };
  require(names_each(free_bodies_, bodies_, is_gone), "its free bodies");
  require(names_each(free_joints_, joints_, is_gone), "its free joints");
  require(names_each(joint_order_, joints_, is_alive), "its joints");
  require(names_each(dynamic_, bodies_,
                     [](const Body& body) { return body.is_alive && body.is_dynamic; }),
          "its moving bodies");
  require(names_each(free_fixtures_, fixtures_,
                     [](const Fixture& fixture) { return fixture.body == kNoId; }),
          "its free fixtures");
  check_fixtures();
  check_links();
}

// Each fixture that is not free hangs on its body and has a leaf of the tree, which has no others.
void World::check_fixtures() const {
  require(broad_phase_.is_sound(static_cast<std::int32_t>(fixtures_.size())), "its tree");
  const Tree& tree = broad_phase_.tree();
  std::size_t chained = 0;
  for (const Body& body : bodies_) {
    if (!body.is_alive) continue;
    const auto id = static_cast<Id>(&body - bodies_.data());
    for (Id f = body.first_fixture; f != kNoId; f = fixtures_[f].next) {
      require(is_fixture(f) && fixtures_[f].body == id && ++chained <= fixtures_.size(),
              "its fixtures");
      const std::int32_t proxy = fixtures_[f].proxy;
      require(tree.is_leaf(proxy) && tree.user(proxy) == f, "its proxies");
      require(box2d::is_sound(fixtures_[f].shape), "its shapes");
    }
  }
  require(chained == counts().fixtures, "its fixtures");
  require(chained == tree.leaf_count(), "its proxies");
}

void World::check_links() const {
  for (const Id id : joint_order_) {
    const RevoluteJoint& joint = joints_[id];
    require(is_body(joint.body_a) && is_body(joint.body_b) && joint.body_a != joint.body_b,
            "its joints");
  }
  std::vector<std::pair<Id, Id>> pairs;
  for (const Contact& contact : contacts_) {
    const auto& [a, b] = pairs.emplace_back(std::minmax(contact.fixture_a, contact.fixture_b));
    require(is_fixture(a) && is_fixture(b), "its contacts");
    require(fixtures_[contact.fixture_a].body == contact.body_a &&
                fixtures_[contact.fixture_b].body == contact.body_b &&
                contact.body_a != contact.body_b,
            "its contacts");
    require(bodies_[contact.body_a].is_dynamic || bodies_[contact.body_b].is_dynamic,
            "its contacts");
    require(!fixtures_[contact.fixture_b].shape.is_edge(), "its contacts");
    require(contact.manifold.count >= 0 && contact.manifold.count <= Manifold::kMaxPoints,
            "its contacts");
  }
  std::ranges::sort(pairs);
  require(std::ranges::adjacent_find(pairs) == pairs.end(), "its contacts");
}

World::Counts World::counts() const {
  return {bodies_.size() - free_bodies_.size(), fixtures_.size() - free_fixtures_.size(),
          joint_order_.size()};
}

bool World::has_bodies(std::vector<Id> ids, bool moving) const {
  std::ranges::sort(ids);
  return std::ranges::adjacent_find(ids) == ids.end() && std::ranges::all_of(ids, [&](Id id) {
           return is_body(id) && bodies_[id].is_dynamic == moving;
         });
}

bool World::has_joint(Id id) const { return is_index(id, joints_) && joints_[id].is_alive; }

}  // namespace pp::box2d

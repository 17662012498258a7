// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What is in a world: bodies, fixtures, joints and rays.
#include "world.h"

#include <algorithm>
#include <stdexcept>

namespace pp::box2d {

template <class T>
Id World::take(std::vector<T>& all, std::vector<Id>& free) {
  if (free.empty()) {
    all.emplace_back();
    return static_cast<Id>(all.size()) - 1;
  }
  const Id id = free.back();
  free.pop_back();
  all[id] = T{};
  return id;
}

void World::clear() {
  bodies_.clear();
  fixtures_.clear();
  joints_.clear();
  contacts_.clear();
  free_bodies_.clear();
  free_fixtures_.clear();
  free_joints_.clear();
  dynamic_.clear();
  joint_order_.clear();
  broad_phase_.clear();
  advanced_.clear();
  has_new_fixtures_ = false;
}

Id World::create_body(const BodyDef& def) {
  const Id id = take(bodies_, free_bodies_);
  Body& body = bodies_[id];
  body.is_alive = true;
  body.is_dynamic = def.is_dynamic;
  body.transform = {def.position, Rotation(def.angle)};
  body.sweep.center0 = body.sweep.center = def.position;
  body.sweep.angle0 = body.sweep.angle = def.angle;
  body.inverse_mass = def.is_dynamic ? 1.0f : 0.0f;
  if (def.is_dynamic) dynamic_.push_back(id);
  return id;
}

Id World::add_fixture(Id body_id, const FixtureDef& def) {
  const Id id = take(fixtures_, free_fixtures_);
  Fixture& fixture = fixtures_[id];
  Body& body = bodies_[body_id];
  fixture.shape = def.shape;
  fixture.body = body_id;
  fixture.density = def.density;
  fixture.friction = def.friction;
  fixture.category = def.category;
  fixture.mask = def.mask;
  fixture.is_sensor = def.is_sensor;
  fixture.proxy = broad_phase_.create_proxy(fixture.shape.bounds(body.transform), id);
  fixture.next = body.first_fixture;
  body.first_fixture = id;
  if (fixture.density > 0.0f) reset_mass(body_id);
  has_new_fixtures_ = true;
  return id;
}

// The sum over the fixtures, the newest first.
void World::reset_mass(Id id) {
  Body& body = bodies_[id];
  if (!body.is_dynamic) return;
  float mass = 0.0f;
  float inertia = 0.0f;
  Vec2 center;
  for (Id f = body.first_fixture; f != kNoId; f = fixtures_[f].next) {
    if (fixtures_[f].density == 0.0f) continue;
    const MassData data = fixtures_[f].shape.mass(fixtures_[f].density);
    mass += data.mass;
    center += data.mass * data.center;
    inertia += data.inertia;
  }
  if (mass > 0.0f) {
    body.inverse_mass = 1.0f / mass;
    center *= body.inverse_mass;
  } else {
    mass = body.inverse_mass = 1.0f;
  }
  body.inverse_inertia = 0.0f;
  if (inertia > 0.0f) {
    inertia -= mass * dot(center, center);
    body.inverse_inertia = 1.0f / inertia;
  }
  const Vec2 before = body.sweep.center;
  body.sweep.local_center = center;
  body.sweep.center0 = body.sweep.center = apply(body.transform, center);
  body.velocity += cross(body.angular_velocity, body.sweep.center - before);
}

Id World::create_joint(const RevoluteJointDef& def) {
  if (!(def.upper_angle - def.lower_angle >= 2.0f * kAngularSlop)) {
    throw std::invalid_argument("the limits of a joint must be at least 4 degrees apart");
  }
  const Id id = take(joints_, free_joints_);
  RevoluteJoint& joint = joints_[id];
  static_cast<RevoluteJointDef&>(joint) = def;
  joint.is_alive = true;
  joint.reference_angle = bodies_[def.body_b].sweep.angle - bodies_[def.body_a].sweep.angle;
  joint_order_.push_back(id);
  for (Contact& contact : contacts_) {
    if (contact.has(def.body_a) && contact.has(def.body_b)) contact.is_filtered = false;
  }
  return id;
}

void World::destroy_joints(Id body) {
  for (const Id id : joint_order_) {
    RevoluteJoint& joint = joints_[id];
    if (!joint.has(body)) continue;
    bodies_[joint.body_a].wake();
    bodies_[joint.body_b].wake();
    joint = RevoluteJoint{};
    free_joints_.push_back(id);
  }
  std::erase_if(joint_order_, [&](Id id) { return !joints_[id].is_alive; });
}

void World::destroy_contacts(Id body) {
  for (std::size_t i = contacts_.size(); i-- > 0;) {
    if (contacts_[i].has(body)) end_contact(i, nullptr);
  }
}

void World::destroy_body(Id id) {
  destroy_joints(id);
  destroy_contacts(id);
  Body& body = bodies_[id];
  for (Id f = body.first_fixture; f != kNoId;) {
    const Id next = fixtures_[f].next;
    broad_phase_.destroy_proxy(fixtures_[f].proxy);
    fixtures_[f] = Fixture{};
    free_fixtures_.push_back(f);
    f = next;
  }
  if (body.is_dynamic) std::erase(dynamic_, id);
  body = Body{};
  free_bodies_.push_back(id);
}

void World::set_motor_speed(Id id, float speed) {
  bodies_[joints_[id].body_a].wake();
  bodies_[joints_[id].body_b].wake();
  joints_[id].motor_speed = speed;
}

void World::set_max_motor_torque(Id id, float torque) {
  bodies_[joints_[id].body_a].wake();
  bodies_[joints_[id].body_b].wake();
  joints_[id].max_motor_torque = torque;
}

float World::joint_angle(Id id) const {
  const RevoluteJoint& joint = joints_[id];
  return bodies_[joint.body_b].sweep.angle - bodies_[joint.body_a].sweep.angle -
         joint.reference_angle;
}

float World::joint_speed(Id id) const {
  const RevoluteJoint& joint = joints_[id];
  return bodies_[joint.body_b].angular_velocity - bodies_[joint.body_a].angular_velocity;
}

float World::cast_ray(Vec2 from, Vec2 to, std::uint16_t categories) const {
  Ray ray{from, to, 1.0f};
  broad_phase_.tree().query({min(from, to), max(from, to)}, [&](std::int32_t proxy) {
    const Fixture& fixture = fixtures_[broad_phase_.tree().user(proxy)];
    if ((fixture.category & categories) == 0) return;
    const float fraction = fixture.shape.cast(ray, bodies_[fixture.body].transform);
    if (fraction >= 0.0f) ray.max_fraction = fraction;
  });
  return ray.max_fraction;
}

}  // namespace pp::box2d

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a world is made of: bodies, their fixtures, and contacts between fixtures.
#pragma once

#include <cstdint>

#include "manifold.h"
#include "shape.h"

namespace pp::box2d {

// Bodies, fixtures and joints are named by numbers, which stay while they live.
using Id = std::int32_t;
inline constexpr Id kNoId = -1;

struct BodyDef {
  bool is_dynamic = true;
  Vec2 position;
  float angle = 0.0f;
};

struct FixtureDef {
  Shape shape;
  float density = 0.0f;
  float friction = 0.2f;
  std::uint16_t category = 0x0001;
  std::uint16_t mask = 0xFFFF;  // the categories it collides with
  bool is_sensor = false;       // notices others and is not in their way
};

struct Fixture {
  Shape shape;
  Id body = kNoId;
  Id next = kNoId;  // of the same body: the one made before
  std::int32_t proxy = kNoId;
  float density = 0.0f;
  float friction = 0.0f;
  std::uint16_t category = 0;
  std::uint16_t mask = 0;
  bool is_sensor = false;

  template <class Io>
  void serialize(Io& io) {
    io(shape, body, next, proxy, density, friction, category, mask, is_sensor);
  }
};

// A static body never moves and has no mass. Velocities are of the centre of mass.
struct Body {
  Transform transform;
  Sweep sweep;
  Vec2 velocity;
  float angular_velocity = 0.0f;
  Vec2 force;
  float torque = 0.0f;
  float inverse_mass = 0.0f;
  float inverse_inertia = 0.0f;
  float sleep_time = 0.0f;
  Id first_fixture = kNoId;  // the newest; of a body that is gone: the next free number
  std::int32_t island_index = -1;
  bool is_alive = false;
  bool is_dynamic = false;
  bool is_awake = true;
  bool in_island = false;
  KeptRotation start_rotation;

  // Where the sweep starts.
  Transform start() {
    Transform t;
    t.rotation = start_rotation.by(sweep.angle0);
    t.position = sweep.center0 - rotate(t.rotation, sweep.local_center);
    return t;
  }
  bool is_active() const { return is_awake && is_dynamic; }
  void wake() {
    if (is_awake) return;
    is_awake = true;
    sleep_time = 0.0f;
  }
  void put_to_sleep() {
    is_awake = false;
    sleep_time = 0.0f;
    velocity = {};
    angular_velocity = 0.0f;
    force = {};
    torque = 0.0f;
  }
  void apply_force(Vec2 f) {
    wake();
    force += f;
  }
  void apply_torque(float t) {
    wake();
    torque += t;
  }
  void apply_impulse(Vec2 impulse, Vec2 point) {
    wake();
    velocity += inverse_mass * impulse;
    angular_velocity += inverse_inertia * cross(point - sweep.center, impulse);
  }

  // Places the origin by the centre of mass, for a rotation that belongs to the sweep's angle.
  void set_transform(Rotation rotation) {
    transform.rotation = rotation;
    transform.position = sweep.center - rotate(rotation, sweep.local_center);
  }
  void synchronize_transform() { set_transform(Rotation(sweep.angle)); }
  void advance(float alpha) {
    sweep.advance(alpha);
    sweep.center = sweep.center0;
    sweep.angle = sweep.angle0;
    synchronize_transform();
  }

  template <class Io>
  void serialize(Io& io) {
    io(transform, sweep, velocity, angular_velocity, force, torque, inverse_mass, inverse_inertia,
       sleep_time, first_fixture, is_alive, is_dynamic, is_awake);
  }
};

// Two fixtures whose stored boxes overlap, on different bodies. An edge is always A.
struct Contact {
  Id fixture_a = kNoId;
  Id fixture_b = kNoId;
  Id body_a = kNoId;
  Id body_b = kNoId;
  Manifold manifold;
  float friction = 0.0f;
  float impact = 1.0f;  // the time of impact, where it is known
  int impacts = 0;      // handled in this step
  bool is_sensor = false;
  bool is_touching = false;
  bool is_enabled = true;
  bool is_filtered = true;  // not to be asked again whether the fixtures should collide
  bool has_impact = false;
  bool in_island = false;

  bool has(Id body) const { return body_a == body || body_b == body; }
  Id other(Id body) const { return body_a == body ? body_b : body_a; }

  template <class Io>
  void serialize(Io& io) {
    io(fixture_a, fixture_b, body_a, body_b, manifold, friction, is_sensor, is_touching, is_enabled,
       is_filtered);
  }
};

// Told when fixtures begin or cease to touch, during a step.
class ContactListener {
 public:
  virtual void begin_contact(const Contact& contact) = 0;
  virtual void end_contact(const Contact& contact) = 0;

 protected:
  ~ContactListener() = default;
};

}  // namespace pp::box2d

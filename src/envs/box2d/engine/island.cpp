// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "island.h"

#include <bit>

namespace pp::box2d {

namespace {

constexpr float kMaxTranslation = 2.0f;     // in a step
constexpr float kMaxRotation = 0.5f * kPi;  // in a step
constexpr float kTimeToSleep = 0.5f;
constexpr float kLinearSleepTolerance = 0.01f;
constexpr float kAngularSleepTolerance = 2.0f / 180.0f * kPi;
constexpr int kImpactPositionIterations = 20;

}  // namespace

void Island::clear() {
  bodies_.clear();
  contacts_.clear();
  joints_.clear();
  joint_sources_.clear();
  joint_bodies_.clear();
  contact_bodies_.clear();
}

Masses Island::masses_of(const Body& body) const {
  return {body.island_index, body.inverse_mass, body.inverse_inertia, body.sweep.local_center};
}

void Island::add(Body& body) {
  body.island_index = static_cast<std::int32_t>(bodies_.size());
  bodies_.push_back(&body);
}

void Island::add(Contact& contact, const Body& a, const Body& b) {
  ContactConstraint& constraint = contacts_.emplace_back();
  constraint.manifold = &contact.manifold;
  constraint.velocity.friction = contact.friction;
  contact_bodies_.emplace_back(&a, &b);
}

void Island::add(RevoluteJoint& joint, const Body& a, const Body& b) {
  joints_.emplace_back();
  joint_sources_.push_back(&joint);
  joint_bodies_.emplace_back(&a, &b);
}

void Island::place_bodies() {
  positions_.resize(bodies_.size());
  velocities_.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = *bodies_[i];
    positions_[i] = {body.sweep.center, body.sweep.angle, body.transform.rotation};
    velocities_[i] = {body.velocity, body.angular_velocity};
  }
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    contacts_[i].a = masses_of(*contact_bodies_[i].first);
    contacts_[i].b = masses_of(*contact_bodies_[i].second);
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    joints_[i].a = masses_of(*joint_bodies_[i].first);
    joints_[i].b = masses_of(*joint_bodies_[i].second);
  }
}

// Contacts start warm before joints are prepared, which start warm at once.
void Island::begin(float time_step, Vec2 gravity) {
  place_bodies();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = *bodies_[i];
    body.sweep.center0 = body.sweep.center;
    body.sweep.angle0 = body.sweep.angle;
    body.start_rotation = {body.sweep.angle0, body.transform.rotation};
    if (!body.is_dynamic) continue;
    velocities_[i].v += time_step * (gravity + body.inverse_mass * body.force);
    velocities_[i].w += time_step * body.inverse_inertia * body.torque;
  }
  for (ContactConstraint& contact : contacts_) {
    contact.take_impulses();
    contact.prepare(positions_.data());
  }
  for (const ContactConstraint& contact : contacts_) contact.warm_start(velocities_.data());
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    joints_[i].prepare(*joint_sources_[i], time_step, positions_.data(), velocities_.data());
  }
}

void Island::solve_velocities(int iterations) {
  Velocity* velocities = velocities_.data();
  for (int i = 0; i < iterations; ++i) {
    for (JointConstraint& joint : joints_) joint.solve_velocity(velocities);
    for (ContactConstraint& contact : contacts_) contact.solve_velocity(velocities);
  }
}

// All that an iteration over contacts reads and changes.
void Island::keep_state() {
  state_.resize(3 * velocities_.size() + 4 * contacts_.size());
  std::uint32_t* out = state_.data();
  const auto add = [&](float x) { *out++ = std::bit_cast<std::uint32_t>(x); };
  for (const auto& [v, w] : velocities_) {
    add(v.x);
    add(v.y);
    add(w);
  }
  for (const ContactConstraint& contact : contacts_) {
    for (const ContactVelocityPoint& point : contact.velocity.points) {
      add(point.normal_impulse);
      add(point.tangent_impulse);
    }
  }
}

// The iterations that solve_velocities would do, for an island without joints. Few bodies soon come
// back to a state that they were in before, most often to the one just left. What follows repeats,
// so whole rounds of it are left out: the last bits are the same.
void Island::solve_contacts(int iterations) {
  Velocity* velocities = velocities_.data();
  earlier_state_.clear();
  int earlier = 0;  // the iteration after which the state was kept
  for (int i = 1; i <= iterations; ++i) {
    for (ContactConstraint& contact : contacts_) contact.solve_velocity(velocities);
    keep_state();
    if (state_ == earlier_state_) {
      iterations = i + (iterations - i) % (i - earlier);  // the rest is less than a round
    } else if (std::has_single_bit(static_cast<unsigned>(i))) {
      std::swap(earlier_state_, state_);
      earlier = i;
    }
  }
}

void Island::integrate(float time_step) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    auto& [v, w] = velocities_[i];
    const Vec2 translation = time_step * v;
    if (dot(translation, translation) > kMaxTranslation * kMaxTranslation) {
      v *= kMaxTranslation / translation.length();
    }
    const float rotation = time_step * w;
    if (rotation * rotation > kMaxRotation * kMaxRotation) w *= kMaxRotation / abs(rotation);
    positions_[i].center += time_step * v;
    positions_[i].angle += time_step * w;
  }
}

bool Island::solve_positions(int iterations) {
  constexpr Correction correction = Correction::of_step();
  for (int i = 0; i < iterations; ++i) {
    float least = 0.0f;
    for (const ContactConstraint& contact : contacts_) {
      least = min(least, contact.solve_position(correction, positions_.data()));
    }
    bool is_solved = least >= correction.enough;
    for (const JointConstraint& joint : joints_) {
      is_solved = joint.solve_position(positions_.data()) && is_solved;
    }
    if (is_solved) return true;
  }
  return false;
}

void Island::store() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = *bodies_[i];
    body.sweep.center = positions_[i].center;
    body.sweep.angle = positions_[i].angle;
    body.velocity = velocities_[i].v;
    body.angular_velocity = velocities_[i].w;
    body.set_transform(positions_[i].rotation());
  }
}

void Island::end(float time_step, int position_iterations) {
  for (const ContactConstraint& contact : contacts_) contact.store_impulses();
  for (std::size_t i = 0; i < joints_.size(); ++i) joints_[i].store(*joint_sources_[i]);
  integrate(time_step);
  const bool is_solved = solve_positions(position_iterations);
  store();
  sleep(time_step, is_solved);
}

// All fall asleep together, once each has been at rest for long enough.
void Island::sleep(float time_step, bool is_solved) {
  float least = kFloatMax;
  for (Body* body : bodies_) {
    if (!body->is_dynamic) continue;
    const float w = body->angular_velocity;
    const bool moves =
        w * w > kAngularSleepTolerance * kAngularSleepTolerance ||
        dot(body->velocity, body->velocity) > kLinearSleepTolerance * kLinearSleepTolerance;
    body->sleep_time = moves ? 0.0f : body->sleep_time + time_step;
    least = min(least, body->sleep_time);
  }
  if (!(least >= kTimeToSleep && is_solved)) return;
  for (Body* body : bodies_) body->put_to_sleep();
}

void Island::solve_impact(float time_step, int velocity_iterations) {
  place_bodies();
  constexpr Correction correction = Correction::of_impact();
  for (int i = 0; i < kImpactPositionIterations; ++i) {
    float least = 0.0f;
    for (const ContactConstraint& contact : contacts_) {
      least = min(least, contact.solve_position(correction, positions_.data()));
    }
    if (least >= correction.enough) break;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    bodies_[i]->sweep.center0 = positions_[i].center;
    bodies_[i]->sweep.angle0 = positions_[i].angle;
  }
  for (ContactConstraint& contact : contacts_) {
    contact.clear_impulses();
    contact.prepare(positions_.data());
  }
  solve_contacts(velocity_iterations);
  integrate(time_step);
  store();
}

}  // namespace pp::box2d

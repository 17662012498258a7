// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A contact with a static body is solved as if the moving body were B; where it is A the normal is
// turned, which turns the sign of all that follows and nothing else. Contacts of different bodies do
// not see each other, so they may be solved in another order than in their island.
#include "lane_packer.h"

#if defined(__x86_64__) && defined(__GNUC__)

namespace pp::box2d {

namespace {

template <std::size_t kWidth>
void set_joint(JointLanes<kWidth>& to, std::size_t lane, const JointConstraint& from) {
  const JointVelocityConstraint& k = from.velocity;
  to.mass_a[lane] = k.mass_a;
  to.mass_b[lane] = k.mass_b;
  to.inertia_a[lane] = k.inertia_a;
  to.inertia_b[lane] = k.inertia_b;
  to.arm_ax[lane] = k.arm_a.x;
  to.arm_ay[lane] = k.arm_a.y;
  to.arm_bx[lane] = k.arm_b.x;
  to.arm_by[lane] = k.arm_b.y;
  to.xx[lane] = k.xx;
  to.xy[lane] = k.xy;
  to.yy[lane] = k.yy;
  to.xz[lane] = k.xz;
  to.yz[lane] = k.yz;
  to.zz[lane] = k.zz;
  to.yz_x[lane] = k.yz_x;
  to.yz_y[lane] = k.yz_y;
  to.yz_z[lane] = k.yz_z;
  to.inverse_determinant3[lane] = k.inverse_determinant3;
  to.inverse_determinant2[lane] = k.inverse_determinant2;
  to.motor_mass[lane] = k.motor_mass;
  to.motor_speed[lane] = k.motor_speed;
  to.max_motor_impulse[lane] = k.max_motor_impulse;
  to.impulse_x[lane] = k.impulse.x;
  to.impulse_y[lane] = k.impulse.y;
  to.limit_impulse[lane] = k.limit_impulse;
  to.motor_impulse[lane] = k.motor_impulse;
  to.is_lower[lane] = from.limit == Limit::kLower ? -1 : 0;
  to.is_upper[lane] = from.limit == Limit::kUpper ? -1 : 0;
  to.any_limit = to.any_limit || from.limit != Limit::kInactive;
}

template <std::size_t kWidth>
void set_contact(ContactLanes<kWidth>& to, std::size_t lane, ContactConstraint& from,
                 bool moves_a) {
  ContactVelocityConstraint& k = from.velocity;
  const float sign = moves_a ? -1.0f : 1.0f;
  to.sources[lane] = &k;
  to.mass[lane] = moves_a ? k.mass_a : k.mass_b;
  to.inertia[lane] = moves_a ? k.inertia_a : k.inertia_b;
  to.normal_x[lane] = sign * k.normal.x;
  to.normal_y[lane] = sign * k.normal.y;
  to.friction[lane] = k.friction;
  to.has_one[lane] = k.count == 1 ? -1 : 0;
  to.has_two[lane] = k.count == 2 ? -1 : 0;
  to.any_one = to.any_one || k.count == 1;
  to.any_two = to.any_two || k.count == 2;
  for (std::size_t i = 0; i < static_cast<std::size_t>(k.count); ++i) {
    const ContactVelocityPoint& p = k.points[i];
    PointLanes<kWidth>& point = to.points[i];
    const Vec2 arm = moves_a ? p.arm_a : p.arm_b;
    const Vec2 rest = cross(0.0f, moves_a ? p.arm_b : p.arm_a);
    point.arm_x[lane] = arm.x;
    point.arm_y[lane] = arm.y;
    point.rest_x[lane] = rest.x;
    point.rest_y[lane] = rest.y;
    point.normal_mass[lane] = p.normal_mass;
    point.tangent_mass[lane] = p.tangent_mass;
    point.normal_impulse[lane] = p.normal_impulse;
    point.tangent_impulse[lane] = p.tangent_impulse;
  }
  if (k.count != 2) return;
  to.k11[lane] = k.k11;
  to.k12[lane] = k.k12;
  to.k22[lane] = k.k22;
  to.i11[lane] = k.i11;
  to.i12[lane] = k.i12;
  to.i22[lane] = k.i22;
}

}  // namespace

template <std::size_t kWidth>
void LanePacker<kWidth>::Numbers::find(Island& island) {
  of_body.clear();
  count = 0;
  for (const Body* body : island.bodies()) {
    of_body.push_back(body->is_dynamic ? static_cast<int>(count++) : -1);
  }
}

template <std::size_t kWidth>
void LanePacker<kWidth>::clear() {
  group_.bodies.clear();
  group_.joints.clear();
  group_.contacts.clear();
  count_ = 0;
  is_empty_ = true;
}

template <std::size_t kWidth>
bool LanePacker<kWidth>::add(Island& island) {
  if (!fits(island)) return false;
  put(island, count_);
  islands_[count_++] = &island;
  return true;
}

template <std::size_t kWidth>
bool LanePacker<kWidth>::fits(Island& island) {
  numbers_.find(island);
  const bool is_first = is_empty_;
  if (is_first) {
    is_empty_ = false;
    group_.bodies.resize(numbers_.count);
    group_.joints.resize(island.joints().size());
    if (slots_.size() < numbers_.count) slots_.resize(numbers_.count);
    for (Slots& slots : slots_) slots.contacts.clear();
  }
  if (numbers_.count != group_.bodies.size() || island.joints().size() != group_.joints.size()) {
    return false;
  }
  for (std::size_t i = 0; i < group_.joints.size(); ++i) {
    const JointConstraint& joint = island.joints()[i];
    const int a = numbers_[joint.a];
    const int b = numbers_[joint.b];
    if (a < 0 || b < 0) return false;
    JointLanes<kWidth>& to = group_.joints[i];
    if (is_first) {
      to.a = static_cast<std::size_t>(a);
      to.b = static_cast<std::size_t>(b);
    }
    if (to.a != static_cast<std::size_t>(a) || to.b != static_cast<std::size_t>(b)) return false;
  }
  for (const ContactConstraint& contact : island.contacts()) {
    if ((numbers_[contact.a] < 0) == (numbers_[contact.b] < 0)) return false;
  }
  return true;
}

// For an island that was found to fit just now.
template <std::size_t kWidth>
void LanePacker<kWidth>::put(Island& island, std::size_t lane) {
  for (std::size_t i = 0; i < numbers_.of_body.size(); ++i) {
    if (numbers_.of_body[i] < 0) continue;
    BodyLanes<kWidth>& body = group_.bodies[static_cast<std::size_t>(numbers_.of_body[i])];
    const auto& [v, w] = island.velocities()[i];
    body.vx[lane] = v.x;
    body.vy[lane] = v.y;
    body.w[lane] = w;
  }
  for (std::size_t i = 0; i < group_.joints.size(); ++i) {
    set_joint(group_.joints[i], lane, island.joints()[i]);
  }
  for (auto& slots : slots_) slots.used = 0;
  for (ContactConstraint& contact : island.contacts()) {
    const bool moves_a = numbers_[contact.a] >= 0;
    const auto body = static_cast<std::size_t>(numbers_[moves_a ? contact.a : contact.b]);
    Slots& slots = slots_[body];
    if (slots.used == slots.contacts.size()) {
      slots.contacts.emplace_back();
      slots.contacts.back().body = body;
    }
    set_contact(slots.contacts[slots.used++], lane, contact, moves_a);
  }
}

template <std::size_t kWidth>
LaneGroup<kWidth>& LanePacker<kWidth>::finish() {
  for (const Slots& slots : slots_) {
    group_.contacts.insert(group_.contacts.end(), slots.contacts.begin(), slots.contacts.end());
  }
  return group_;
}

template <std::size_t kWidth>
void LanePacker<kWidth>::store() const {
  for (std::size_t lane = 0; lane < count_; ++lane) store_island(*islands_[lane], lane);
  store_contacts();
}

template <std::size_t kWidth>
void LanePacker<kWidth>::store_island(Island& island, std::size_t lane) const {
  std::size_t moving = 0;
  for (std::size_t i = 0; i < island.bodies().size(); ++i) {
    if (!island.bodies()[i]->is_dynamic) continue;
    const BodyLanes<kWidth>& body = group_.bodies[moving++];
    island.velocities()[i] = {{body.vx[lane], body.vy[lane]}, body.w[lane]};
  }
  for (std::size_t i = 0; i < group_.joints.size(); ++i) {
    const JointLanes<kWidth>& from = group_.joints[i];
    JointVelocityConstraint& to = island.joints()[i].velocity;
    to.impulse = {from.impulse_x[lane], from.impulse_y[lane]};
    to.limit_impulse = from.limit_impulse[lane];
    to.motor_impulse = from.motor_impulse[lane];
  }
}

template <std::size_t kWidth>
void LanePacker<kWidth>::store_contacts() const {
  for (const ContactLanes<kWidth>& from : group_.contacts) {
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      ContactVelocityConstraint* to = from.sources[lane];
      if (to == nullptr) continue;
      for (std::size_t i = 0; i < static_cast<std::size_t>(to->count); ++i) {
        to->points[i].normal_impulse = from.points[i].normal_impulse[lane];
        to->points[i].tangent_impulse = from.points[i].tangent_impulse[lane];
      }
    }
  }
}

template class LanePacker<8>;
template class LanePacker<16>;

}  // namespace pp::box2d

#endif

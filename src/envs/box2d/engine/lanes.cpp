// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// In lanes a branch becomes a choice between two results. Never is 0 added instead: -0 + 0 is not
// -0. A contact with a static body is solved as if the moving body were B; where it is A the normal
// is turned, which turns the sign of all that follows and nothing else. Contacts of different
// bodies do not see each other, so they may be solved in another order than in their island.
#include "lanes.h"

#include <array>
#include <cstdint>
#include <vector>

namespace pp::box2d {

namespace {

void solve_one_by_one(std::span<Island* const> islands, int iterations) {
  for (Island* island : islands) {
    if (island != nullptr) island->solve_velocities(iterations);
  }
}

}  // namespace

#if defined(__x86_64__) && defined(__GNUC__)

namespace {

// Aligned as code for AVX2 expects it, also where other code stores them.
constexpr std::size_t kBytes = 4 * kLanes;
using Lanes = float __attribute__((vector_size(kBytes), aligned(kBytes)));
using Mask = std::int32_t __attribute__((vector_size(kBytes), aligned(kBytes)));

struct alignas(kBytes) BodyLanes {
  Lanes vx{}, vy{}, w{};
};

struct alignas(kBytes) JointLanes {
  std::size_t a = 0, b = 0;  // numbers of moving bodies
  Lanes mass_a{}, mass_b{}, inertia_a{}, inertia_b{};
  Lanes arm_ax{}, arm_ay{}, arm_bx{}, arm_by{};
  Lanes xx{}, xy{}, yy{}, xz{}, yz{}, zz{}, yz_x{}, yz_y{}, yz_z{};
  Lanes inverse_determinant3{}, inverse_determinant2{};
  Lanes motor_mass{}, motor_speed{}, max_motor_impulse{};
  Lanes impulse_x{}, impulse_y{}, limit_impulse{}, motor_impulse{};
  Mask is_lower{}, is_upper{};
};

struct alignas(kBytes) PointLanes {
  Lanes arm_x{}, arm_y{};
  Lanes rest_x{}, rest_y{};  // the zeros that the static body's velocity contributes
  Lanes normal_mass{}, tangent_mass{};
  Lanes normal_impulse{}, tangent_impulse{};
};

struct alignas(kBytes) ContactLanes {
  std::size_t body = 0;  // the moving one
  Lanes mass{}, inertia{};
  Lanes normal_x{}, normal_y{};
  Lanes friction{};
  Mask has_one{}, has_two{};
  bool any_one = false, any_two = false;
  std::array<PointLanes, 2> points;
  Lanes k11{}, k12{}, k22{}, i11{}, i12{}, i22{};
  std::array<ContactVelocityConstraint*, kLanes> sources{};
};

// What is solved.
struct Group {
  std::vector<BodyLanes> bodies;
  std::vector<JointLanes> joints;
  std::vector<ContactLanes> contacts;  // those of one moving body next to each other
};

// The moving bodies of an island, numbered in its order; -1 for static ones.
struct Numbers {
  std::vector<int> of_body;
  std::size_t count = 0;

  void find(Island& island) {
    of_body.clear();
    count = 0;
    for (const Body* body : island.bodies()) {
      of_body.push_back(body->is_dynamic ? static_cast<int>(count++) : -1);
    }
  }
  int operator[](const Masses& masses) const {
    return of_body[static_cast<std::size_t>(masses.index)];
  }
};

void set_joint(JointLanes& to, std::size_t lane, const JointConstraint& from) {
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
}

void set_contact(ContactLanes& to, std::size_t lane, ContactConstraint& from, bool moves_a) {
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
    PointLanes& point = to.points[i];
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

// Puts islands into lanes. Memory is kept from call to call.
class Packer {
 public:
  void clear() {
    group_.bodies.clear();
    group_.joints.clear();
    group_.contacts.clear();
    is_empty_ = true;
  }

  // Returns whether an island fits beside those before it.
  bool fits(Island& island) {
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
      JointLanes& to = group_.joints[i];
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
  void put(Island& island, std::size_t lane) {
    for (std::size_t i = 0; i < numbers_.of_body.size(); ++i) {
      if (numbers_.of_body[i] < 0) continue;
      BodyLanes& body = group_.bodies[static_cast<std::size_t>(numbers_.of_body[i])];
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

  Group& finish() {
    for (const Slots& slots : slots_) {
      group_.contacts.insert(group_.contacts.end(), slots.contacts.begin(), slots.contacts.end());
    }
    return group_;
  }

 private:
  struct Slots {
    std::vector<ContactLanes> contacts;
    std::size_t used = 0;  // by the island that is put now
  };

  Group group_;
  Numbers numbers_;
  std::vector<Slots> slots_;  // of each moving body
  bool is_empty_ = true;
};

#pragma GCC push_options
#pragma GCC target("avx2")

Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }
Lanes max(Lanes a, Lanes b) { return a > b ? a : b; }
Lanes clamp(Lanes a, Lanes low, Lanes high) { return max(low, min(a, high)); }

void solve(JointLanes& k, BodyLanes& body_a, BodyLanes& body_b) {
  Lanes wA = body_a.w;
  Lanes wB = body_b.w;
  const Lanes motor = -k.motor_mass * (wB - wA - k.motor_speed);
  const Lanes motor_before = k.motor_impulse;
  k.motor_impulse = clamp(motor_before + motor, -k.max_motor_impulse, k.max_motor_impulse);
  const Lanes motor_change = k.motor_impulse - motor_before;
  wA -= k.inertia_a * motor_change;
  wB += k.inertia_b * motor_change;

  const Lanes cx = body_b.vx + -wB * k.arm_by - body_a.vx - -wA * k.arm_ay;
  const Lanes cy = body_b.vy + wB * k.arm_bx - body_a.vy - wA * k.arm_ax;
  const Lanes cz = wB - wA;
  const Lanes det = k.inverse_determinant3;
  const Mask is_limited = k.is_lower | k.is_upper;
  const Lanes z3 = -(det * (k.xx * (k.yy * cz - k.yz * cy) + k.xy * (k.yz * cx - k.xy * cz) +
                            k.xz * (k.xy * cy - k.yy * cx)));
  const Lanes x3 = -(det * (cx * k.yz_x + cy * k.yz_y + cz * k.yz_z));
  const Lanes y3 = -(det * (k.xx * (cy * k.zz - cz * k.yz) + k.xy * (cz * k.xz - cx * k.zz) +
                            k.xz * (cx * k.yz - cy * k.xz)));
  const Lanes total = k.limit_impulse + z3;
  const Mask lets_go = (k.is_lower & (total < 0.0f)) | (k.is_upper & (total > 0.0f));
  const Lanes bx = lets_go ? -cx + k.limit_impulse * k.xz : -cx;
  const Lanes by = lets_go ? -cy + k.limit_impulse * k.yz : -cy;
  const Lanes x2 = k.inverse_determinant2 * (k.yy * bx - k.xy * by);
  const Lanes y2 = k.inverse_determinant2 * (k.xx * by - k.xy * bx);
  const Mask holds = is_limited & ~lets_go;
  const Lanes px = holds ? x3 : x2;
  const Lanes py = holds ? y3 : y2;
  const Lanes z = lets_go ? -k.limit_impulse : z3;
  k.impulse_x += px;
  k.impulse_y += py;
  k.limit_impulse = holds ? total : lets_go ? Lanes{} : k.limit_impulse;

  const Lanes turn_a = k.arm_ax * py - k.arm_ay * px;
  const Lanes turn_b = k.arm_bx * py - k.arm_by * px;
  body_a.w = wA - k.inertia_a * (is_limited ? turn_a + z : turn_a);
  body_b.w = wB + k.inertia_b * (is_limited ? turn_b + z : turn_b);
  body_a.vx -= k.mass_a * px;
  body_a.vy -= k.mass_a * py;
  body_b.vx += k.mass_b * px;
  body_b.vy += k.mass_b * py;
}

Lanes relative_x(const BodyLanes& body, const PointLanes& p) {
  return body.vx + -body.w * p.arm_y - p.rest_x;
}
Lanes relative_y(const BodyLanes& body, const PointLanes& p) {
  return body.vy + body.w * p.arm_x - p.rest_y;
}

void apply(const ContactLanes& k, const PointLanes& p, Lanes px, Lanes py, Mask where,
           BodyLanes& body) {
  body.vx = where ? body.vx + k.mass * px : body.vx;
  body.vy = where ? body.vy + k.mass * py : body.vy;
  body.w = where ? body.w + k.inertia * (p.arm_x * py - p.arm_y * px) : body.w;
}

void solve_friction(const ContactLanes& k, PointLanes& p, Mask where, BodyLanes& body) {
  const Lanes tangent_x = k.normal_y;
  const Lanes tangent_y = -k.normal_x;
  const Lanes speed = relative_x(body, p) * tangent_x + relative_y(body, p) * tangent_y;
  const Lanes most = k.friction * p.normal_impulse;
  const Lanes before = p.tangent_impulse;
  p.tangent_impulse = clamp(before + p.tangent_mass * (-speed), -most, most);
  const Lanes change = p.tangent_impulse - before;
  apply(k, p, change * tangent_x, change * tangent_y, where, body);
}

void solve_one(ContactLanes& k, BodyLanes& body) {
  PointLanes& p = k.points[0];
  const Lanes speed = relative_x(body, p) * k.normal_x + relative_y(body, p) * k.normal_y;
  const Lanes before = p.normal_impulse;
  const Lanes after = max(before + -p.normal_mass * speed, Lanes{});
  const Lanes change = after - before;
  p.normal_impulse = k.has_one ? after : before;
  apply(k, p, change * k.normal_x, change * k.normal_y, k.has_one, body);
}

void solve_two(ContactLanes& k, BodyLanes& body) {
  PointLanes& p1 = k.points[0];
  PointLanes& p2 = k.points[1];
  const Lanes before1 = p1.normal_impulse;
  const Lanes before2 = p2.normal_impulse;
  const Lanes speed1 = relative_x(body, p1) * k.normal_x + relative_y(body, p1) * k.normal_y;
  const Lanes speed2 = relative_x(body, p2) * k.normal_x + relative_y(body, p2) * k.normal_y;
  const Lanes b1 = speed1 - (k.k11 * before1 + k.k12 * before2);
  const Lanes b2 = speed2 - (k.k12 * before1 + k.k22 * before2);
  const Lanes zero{};
  const Lanes both1 = -(k.i11 * b1 + k.i12 * b2);
  const Lanes both2 = -(k.i12 * b1 + k.i22 * b2);
  const Mask both_hold = (both1 >= 0.0f) & (both2 >= 0.0f);
  const Lanes first1 = -p1.normal_mass * b1;
  const Mask first_holds = (first1 >= 0.0f) & (k.k12 * first1 + b2 >= 0.0f);
  const Lanes second2 = -p2.normal_mass * b2;
  const Mask second_holds = (second2 >= 0.0f) & (k.k12 * second2 + b1 >= 0.0f);
  const Mask none_holds = (b1 >= 0.0f) & (b2 >= 0.0f);
  const Mask where = k.has_two & (both_hold | first_holds | second_holds | none_holds);
  const Lanes x1 = both_hold ? both1 : first_holds ? first1 : zero;
  const Lanes x2 = both_hold ? both2 : first_holds ? zero : second_holds ? second2 : zero;
  const Lanes change1 = x1 - before1;
  const Lanes change2 = x2 - before2;
  const Lanes p1x = change1 * k.normal_x, p1y = change1 * k.normal_y;
  const Lanes p2x = change2 * k.normal_x, p2y = change2 * k.normal_y;
  const Lanes turn = (p1.arm_x * p1y - p1.arm_y * p1x) + (p2.arm_x * p2y - p2.arm_y * p2x);
  body.vx = where ? body.vx + k.mass * (p1x + p2x) : body.vx;
  body.vy = where ? body.vy + k.mass * (p1y + p2y) : body.vy;
  body.w = where ? body.w + k.inertia * turn : body.w;
  p1.normal_impulse = where ? x1 : before1;
  p2.normal_impulse = where ? x2 : before2;
}

void solve(ContactLanes& k, BodyLanes& body) {
  solve_friction(k, k.points[0], k.has_one | k.has_two, body);
  if (k.any_two) solve_friction(k, k.points[1], k.has_two, body);
  if (k.any_one) solve_one(k, body);
  if (k.any_two) solve_two(k, body);
}

void iterate(Group& group, int iterations) {
  for (int i = 0; i < iterations; ++i) {
    for (JointLanes& joint : group.joints) {
      solve(joint, group.bodies[joint.a], group.bodies[joint.b]);
    }
    for (ContactLanes& contact : group.contacts) solve(contact, group.bodies[contact.body]);
  }
}

#pragma GCC pop_options

void store(const Group& group, Island& island, std::size_t lane) {
  std::size_t moving = 0;
  for (std::size_t i = 0; i < island.bodies().size(); ++i) {
    if (!island.bodies()[i]->is_dynamic) continue;
    const BodyLanes& body = group.bodies[moving++];
    island.velocities()[i] = {{body.vx[lane], body.vy[lane]}, body.w[lane]};
  }
  for (std::size_t i = 0; i < group.joints.size(); ++i) {
    const JointLanes& from = group.joints[i];
    JointVelocityConstraint& to = island.joints()[i].velocity;
    to.impulse = {from.impulse_x[lane], from.impulse_y[lane]};
    to.limit_impulse = from.limit_impulse[lane];
    to.motor_impulse = from.motor_impulse[lane];
  }
}

void store_contacts(const Group& group) {
  for (const ContactLanes& from : group.contacts) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      ContactVelocityConstraint* to = from.sources[lane];
      if (to == nullptr) continue;
      for (std::size_t i = 0; i < static_cast<std::size_t>(to->count); ++i) {
        to->points[i].normal_impulse = from.points[i].normal_impulse[lane];
        to->points[i].tangent_impulse = from.points[i].tangent_impulse[lane];
      }
    }
  }
}

}  // namespace

void solve_velocities(std::span<Island* const> islands, int iterations) {
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (!has_avx2 || islands.size() > kLanes) return solve_one_by_one(islands, iterations);
  static thread_local Packer packer;
  packer.clear();
  std::array<Island*, kLanes> packed{};
  std::size_t count = 0;
  for (Island* island : islands) {
    if (island == nullptr) continue;
    if (packer.fits(*island)) {
      packer.put(*island, count);
      packed[count++] = island;
    } else {
      island->solve_velocities(iterations);
    }
  }
  if (count == 1) return packed[0]->solve_velocities(iterations);
  if (count == 0) return;
  Group& group = packer.finish();
  iterate(group, iterations);
  for (std::size_t lane = 0; lane < count; ++lane) store(group, *packed[lane], lane);
  store_contacts(group);
}

#else

void solve_velocities(std::span<Island* const> islands, int iterations) {
  solve_one_by_one(islands, iterations);
}

#endif

}  // namespace pp::box2d

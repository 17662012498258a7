// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Islands side by side, one in each lane of a vector register.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contact_constraint.h"
#include "lanes.h"

namespace pp::box2d {

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
struct LaneGroup {
  std::vector<BodyLanes> bodies;
  std::vector<JointLanes> joints;
  std::vector<ContactLanes> contacts;  // those of one moving body next to each other
};

}  // namespace pp::box2d

#endif

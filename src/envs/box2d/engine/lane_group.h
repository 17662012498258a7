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

// Registers of so many lanes, aligned as the code that computes with them expects it, also where
// other code stores them.
template <std::size_t kWidth>
struct Registers;
template <>
struct Registers<8> {
  using Lanes = float __attribute__((vector_size(32), aligned(32)));
  using Mask = std::int32_t __attribute__((vector_size(32), aligned(32)));
};
template <>
struct Registers<16> {
  using Lanes = float __attribute__((vector_size(64), aligned(64)));
  using Mask = std::int32_t __attribute__((vector_size(64), aligned(64)));
};

template <std::size_t kWidth>
struct alignas(4 * kWidth) BodyLanes {
  using Lanes = typename Registers<kWidth>::Lanes;
  Lanes vx{}, vy{}, w{};
};

template <std::size_t kWidth>
struct alignas(4 * kWidth) JointLanes {
  using Lanes = typename Registers<kWidth>::Lanes;
  using Mask = typename Registers<kWidth>::Mask;
  std::size_t a = 0, b = 0;  // numbers of moving bodies
  Lanes mass_a{}, mass_b{}, inertia_a{}, inertia_b{};
  Lanes arm_ax{}, arm_ay{}, arm_bx{}, arm_by{};
  Lanes xx{}, xy{}, yy{}, xz{}, yz{}, zz{}, yz_x{}, yz_y{}, yz_z{};
  Lanes inverse_determinant3{}, inverse_determinant2{};
  Lanes motor_mass{}, motor_speed{}, max_motor_impulse{};
  Lanes impulse_x{}, impulse_y{}, limit_impulse{}, motor_impulse{};
  Mask is_lower{}, is_upper{};
  bool any_limit = false;
};

template <std::size_t kWidth>
struct alignas(4 * kWidth) PointLanes {
  using Lanes = typename Registers<kWidth>::Lanes;
  Lanes arm_x{}, arm_y{};
  Lanes rest_x{}, rest_y{};  // the zeros that the static body's velocity contributes
  Lanes normal_mass{}, tangent_mass{};
  Lanes normal_impulse{}, tangent_impulse{};
};

template <std::size_t kWidth>
struct alignas(4 * kWidth) ContactLanes {
  using Lanes = typename Registers<kWidth>::Lanes;
  using Mask = typename Registers<kWidth>::Mask;
  std::size_t body = 0;  // the moving one
  Lanes mass{}, inertia{};
  Lanes normal_x{}, normal_y{};
  Lanes friction{};
  Mask has_one{}, has_two{};
  bool any_one = false, any_two = false;
  std::array<PointLanes<kWidth>, 2> points;
  Lanes k11{}, k12{}, k22{}, i11{}, i12{}, i22{};
  std::array<ContactVelocityConstraint*, kWidth> sources{};
};

// What is solved.
template <std::size_t kWidth>
struct LaneGroup {
  std::vector<BodyLanes<kWidth>> bodies;
  std::vector<JointLanes<kWidth>> joints;
  std::vector<ContactLanes<kWidth>> contacts;  // those of one moving body next to each other
};

}  // namespace pp::box2d

#endif

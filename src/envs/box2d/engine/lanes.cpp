// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "lanes.h"

#include <algorithm>

#include "lane_packer.h"

namespace pp::box2d {

namespace {

void solve_one_by_one(std::span<Island* const> islands, int iterations) {
  for (Island* island : islands) {
    if (island != nullptr) island->solve_velocities(iterations);
  }
}

#if defined(__x86_64__) && defined(__GNUC__)

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
namespace eight {
using Lanes = Registers<8>::Lanes;
using Mask = Registers<8>::Mask;
using BodyLanes = box2d::BodyLanes<8>;
using JointLanes = box2d::JointLanes<8>;
using PointLanes = box2d::PointLanes<8>;
using ContactLanes = box2d::ContactLanes<8>;
using LaneGroup = box2d::LaneGroup<8>;
#include "lane_solver.h"
}  // namespace eight
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,prefer-vector-width=512")
#endif
namespace sixteen {
using Lanes = Registers<16>::Lanes;
using Mask = Registers<16>::Mask;
using BodyLanes = box2d::BodyLanes<16>;
using JointLanes = box2d::JointLanes<16>;
using PointLanes = box2d::PointLanes<16>;
using ContactLanes = box2d::ContactLanes<16>;
using LaneGroup = box2d::LaneGroup<16>;
#include "lane_solver.h"
}  // namespace sixteen
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

template <std::size_t kWidth>
void solve_together(std::span<Island* const> islands, int iterations,
                    void (*iterate)(LaneGroup<kWidth>&, int)) {
  static thread_local LanePacker<kWidth> packer;
  packer.clear();
  for (Island* island : islands) {
    if (island != nullptr && !packer.add(*island)) island->solve_velocities(iterations);
  }
  if (packer.count() == 1) return packer.first().solve_velocities(iterations);
  if (packer.count() == 0) return;
  iterate(packer.finish(), iterations);
  packer.store();
}

// How many lanes this processor has; 0 if it has none that are of use.
std::size_t lanes_here() {
  static const std::size_t lanes = [] {
    const bool has_avx512 =
        __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    return has_avx512 ? 16 : __builtin_cpu_supports("avx2") ? 8 : 0;
  }();
  return lanes;
}

#endif

}  // namespace

#if defined(__x86_64__) && defined(__GNUC__)

void solve_velocities(std::span<Island* const> islands, int iterations) {
  const std::size_t lanes = lanes_here();
  if (lanes == 0) return solve_one_by_one(islands, iterations);
  while (!islands.empty()) {
    const auto some = islands.first(std::min(lanes, islands.size()));
    if (some.size() > 8) {
      solve_together<16>(some, iterations, sixteen::iterate);
    } else {
      solve_together<8>(some, iterations, eight::iterate);
    }
    islands = islands.subspan(some.size());
  }
}

#else

void solve_velocities(std::span<Island* const> islands, int iterations) {
  solve_one_by_one(islands, iterations);
}

#endif

}  // namespace pp::box2d

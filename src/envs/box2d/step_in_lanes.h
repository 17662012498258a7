// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Steps several environments whose physics is solved together.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <span>

#include "engine/lanes.h"
#include "engine/world.h"

namespace pp::box2d {

// begin(env, i) starts the i-th environment's step and returns the island to be solved, or null.
template <class Env, class Begin>
void step_in_lanes(std::span<Env* const> envs, std::span<Transition> transitions,
                   const StepSize& size, Begin&& begin) {
  std::array<Island*, kLanes> islands{};
  for (std::size_t i = 0; i < envs.size(); ++i) islands[i] = begin(*envs[i], i);
  solve_velocities(std::span<Island* const>(islands).first(envs.size()), size.velocity_iterations);
  for (std::size_t i = 0; i < envs.size(); ++i) transitions[i] = envs[i]->end_step();
}

}  // namespace pp::box2d

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Solves the velocities of several islands at once, one in each lane of a vector register, to the
// same bits as one by one. An iteration is a long chain of dependent operations, so eight or sixteen
// of them take hardly longer than one.
#pragma once

#include <cstddef>
#include <span>

#include "island.h"

namespace pp::box2d {

inline constexpr std::size_t kLanes = 16;

// The velocities of islands, some of which may be null: 16 at a time with AVX-512, 8 with AVX2.
// Islands can be solved together where their joints connect bodies in the same way and their contacts
// are with static bodies; where that does not hold, or the processor lacks AVX2, they are solved one
// by one.
void solve_velocities(std::span<Island* const> islands, int iterations);

}  // namespace pp::box2d

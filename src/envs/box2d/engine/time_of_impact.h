// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Computes when two moving shapes first come as close to each other as touching shapes are.
#pragma once

#include <optional>

#include "shape.h"

namespace pp::box2d {

// The fraction of the sweeps at which the shapes touch; none where they stay apart, overlap from
// the start, or the search fails.
std::optional<float> time_of_impact(const Shape& a, Sweep sweep_a, const Shape& b, Sweep sweep_b);

}  // namespace pp::box2d

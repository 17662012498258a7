// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The elementary functions that the reference takes from NumPy.
#pragma once

#include <numbers>

#include "shared/numpy/elementary.h"

namespace pp::highway {

using namespace elementary;
// Beside those of points.
using elementary::dot;
using elementary::norm;
using elementary::power;

inline constexpr double kPi = std::numbers::pi;

}  // namespace pp::highway

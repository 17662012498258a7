// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the games compute in float64, before the physics rounds it.
#pragma once

#include "engine/geometry.h"

namespace pp::box2d {

inline Vec2 rounded(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

constexpr double sign(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }

}  // namespace pp::box2d

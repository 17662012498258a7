// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The distance between two convex shapes, by the algorithm of Gilbert, Johnson and Keerthi.
#pragma once

#include <array>
#include <cstdint>

#include "shape.h"

namespace pp::box2d {

// The vertices of both shapes that spanned the result; where the next search starts.
struct SimplexCache {
  float metric = 0.0f;  // their length or area
  int count = 0;
  std::array<std::uint8_t, 3> a{};
  std::array<std::uint8_t, 3> b{};
};

// Between the shapes without their skin.
float distance_between(const Shape& a, const Transform& at_a, const Shape& b, const Transform& at_b,
                       SimplexCache& cache);

// Whether the shapes touch, skin included.
bool touch(const Shape& a, const Transform& at_a, const Shape& b, const Transform& at_b);

}  // namespace pp::box2d

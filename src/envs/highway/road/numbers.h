// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Small functions of numbers that many rules share.
#pragma once

#include <cmath>

namespace pp::highway {

// numpy.clip, also where low > high; NaN stays NaN.
inline double clip(double x, double low, double high) {
  if (x < low) x = low;
  if (x > high) x = high;
  return x;
}

inline double not_zero(double x) {
  constexpr double kLeast = 1e-2;
  if (std::abs(x) > kLeast) return x;
  return x >= 0.0 ? kLeast : -kLeast;
}

// The line through (x0, y0) and (x1, y1) at x.
inline double map_linearly(double x, double x0, double x1, double y0, double y1) {
  return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
}

}  // namespace pp::highway

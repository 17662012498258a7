// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What leaving the screen costs in the games of tag.
#pragma once

#include <algorithm>
#include <cmath>

#include "shared/numpy/functions.h"
#include "world.h"

namespace pp::mpe {

// The cost along one axis. NumPy's exponential is not the C library's on each CPU.
inline double cost_of_leaving(double coordinate) {
  const double x = std::abs(coordinate);
  if (x < 0.9) return 0.0;
  if (x < 1.0) return (x - 0.9) * 10;
  return std::min(numpy::exp(2 * x - 2), 10.0);
}

}  // namespace pp::mpe

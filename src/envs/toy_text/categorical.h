// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Draws from a few outcomes as Gymnasium's toy_text.utils.categorical_sample makes them.
#pragma once

#include <cstddef>

namespace pp::toy_text {

// The first of `count` cumulative probabilities that lies above a uniform number. If rounding
// leaves none, the reference chooses index 0.
template <class Cumulative>
std::size_t first_above(const Cumulative& cumulative, std::size_t count, double sample) {
  for (std::size_t i = 0; i < count; ++i) {
    if (cumulative[i] > sample) return i;
  }
  return 0;
}

}  // namespace pp::toy_text

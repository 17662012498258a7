// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sums in NumPy's order of additions, so that they round alike.
#pragma once

#include <cstddef>

namespace pp::math {

// numpy.sum of term(first), ..., term(first + count - 1), as of contiguous elements: pairwise, in
// blocks of at most 128 that are summed in eight lanes.
template <class T, class Term>
T pairwise_sum(std::size_t first, std::size_t count, const Term& term) {
  if (count < 8) {
    T sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += term(first + i);
    return sum;
  }
  if (count > 128) {
    const std::size_t half = count / 2 - count / 2 % 8;
    return pairwise_sum<T>(first, half, term) + pairwise_sum<T>(first + half, count - half, term);
  }
  T lanes[8];
  for (std::size_t k = 0; k < 8; ++k) lanes[k] = term(first + k);
  std::size_t i = 8;
  for (; i + 8 <= count; i += 8) {
    for (std::size_t k = 0; k < 8; ++k) lanes[k] += term(first + i + k);
  }
  T sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
          ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
  for (; i < count; ++i) sum += term(first + i);
  return sum;
}

// numpy.sum(numpy.square(values)).
template <class T>
T sum_of_squares(const T* values, std::size_t count) {
  return pairwise_sum<T>(0, count, [values](std::size_t i) { return values[i] * values[i]; });
}

}  // namespace pp::math

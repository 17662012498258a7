// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sums and norms in NumPy's order of additions, so that they round alike.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace pp::mujoco {

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

// NumPy's inner loop of a dot product. It belongs to its BLAS, which adds in an order, with fused
// multiply-adds or without, that depends on the CPU. Needs the GIL.
void find_numpy_dot();

// numpy.linalg.norm of a vector. Call find_numpy_dot first.
double norm(std::span<const double> values);

// numpy.clip, also where low > high; NaN stays NaN.
inline double clip(double x, double low, double high) {
  if (x < low) x = low;
  if (x > high) x = high;
  return x;
}

}  // namespace pp::mujoco

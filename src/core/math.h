// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Arithmetic that agrees with NumPy's scalars to the last bit, where plain C++ would not.
// sin, cos, sqrt and the four operations need nothing: use the standard library.
#pragma once

#include <cmath>
#include <concepts>

namespace pp::math {

// x ** y of NumPy float64 (or float32) scalars: the C library's pow. Compilers replace pow(x, 2)
// by x * x, which differs in the last bit for about one value in a thousand; the empty asm keeps
// the exponent from them.
template <std::floating_point T>
T power(T x, T y) {
  __asm__("" : "+m"(y));
  return std::pow(x, y);
}

// x % y of NumPy float64 scalars: the result takes the sign of y.
inline double remainder(double x, double y) {
  const double result = std::fmod(x, y);
  if (result == 0.0) return std::copysign(0.0, y);
  return (y < 0.0) != (result < 0.0) ? result + y : result;
}

// numpy.clip of a scalar: NaN stays NaN.
template <std::floating_point T>
T clip(T x, T low, T high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}

}  // namespace pp::math

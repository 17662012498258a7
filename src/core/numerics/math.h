// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Arithmetic that agrees with NumPy's scalars to the last bit, where plain C++ would not.
// sin, cos, sqrt and the four operations need nothing: use the standard library.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>

namespace pp::math {

// x ** y of NumPy float64 (or float32) scalars: the C library's pow. Compilers replace pow(x, 2)
// by x * x, which differs in the last bit for about one value in a thousand; the empty asm keeps
// the exponent from them.
template <std::floating_point T>
T power(T x, T y) {
  __asm__("" : "+m"(y));
  return std::pow(x, y);
}

// power(x, 2), mostly without calling it. The rounded product `high` and its exact error `low` (by
// Dekker's splitting, which needs no fused multiply-add) tell how far x^2 lies from the middle
// between two doubles. The C library's pow is off by at most 0.511 units in the last place, plus
// 1.5 * 2^-15 * |ln x^2| for its logarithm, together less than 0.513 for the x admitted here. So
// wherever x^2 lies within 0.485 units of `high`, pow returns it too; only the rest calls pow.
inline double square(double x) {
  const double high = x * x;
  const double c = 134217729.0 * x;
  const double upper = c - (c - x);
  const double lower = x - upper;
  const double low = ((upper * upper - high) + 2.0 * upper * lower) + lower * lower;
  const auto binade = std::bit_cast<std::uint64_t>(high) & 0x7ff0'0000'0000'0000u;
  const double unit = std::bit_cast<double>(binade) * 0x1.0p-52;
  // 2^-40 <= x^2 < 2^41; false for NaN.
  const bool in_range = binade - (std::uint64_t{1023 - 40} << 52) <= std::uint64_t{80} << 52;
  if (in_range && std::abs(low) <= 0.485 * unit) [[likely]]
    return high;
  return power(x, 2.0);
}

// The same for float32. x^2 is exact in double. All positive floats were tried: powf differs from
// the rounded product only where x^2 lies more than 0.498 units from it.
inline float square(float x) {
  const double exact = static_cast<double>(x) * x;
  const auto rounded = static_cast<float>(exact);
  const auto binade = std::bit_cast<std::uint32_t>(rounded) & 0x7f80'0000u;
  const double unit = std::bit_cast<float>(binade) * 0x1.0p-23;
  const bool in_range = binade >= std::uint32_t{127 - 90} << 23;
  if (in_range && std::abs(exact - rounded) <= 0.495 * unit) [[likely]]
    return rounded;
  return power(x, 2.0f);
}

// sum + x * y as np.einsum adds up products of float64. Its vectors round the product as well,
// except on ARM, where they have a fused instruction for both.
inline double add_product(double sum, double x, double y) {
#if defined(__aarch64__)
  return std::fma(x, y, sum);
#else
  return sum + x * y;
#endif
}

// x % y of NumPy float64 scalars: the result takes the sign of y.
inline double remainder(double x, double y) {
  const double result = std::fmod(x, y);
  if (result == 0.0) return std::copysign(0.0, y);
  return (y < 0.0) != (result < 0.0) ? result + y : result;
}

// The same for y > 0, without fmod for -2y <= x < 4y. Every subtraction below is exact (Sterbenz);
// the only rounding is that of the last addition, as in `remainder`.
inline double positive_remainder(double x, double y) {
  if (x >= 2.0 * y && x < 4.0 * y) x -= 2.0 * y;
  if (x >= y && x < 2.0 * y) x -= y;
  if (x >= 0.0 && x < y) return x + 0.0;  // never -0
  if (x < -y && x >= -2.0 * y) x += y;
  if (x < 0.0 && x > -y) return x + y;
  return remainder(x, y);
}

// numpy.clip of a scalar: NaN stays NaN.
template <std::floating_point T>
T clip(T x, T low, T high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}

// numpy.clip, also where low > high; NaN stays NaN.
inline double clip(double x, double low, double high) {
  if (x < low) x = low;
  if (x > high) x = high;
  return x;
}

}  // namespace pp::math

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// sin and cos of NumPy float32 scalars to the last bit: not the C library's, but NumPy's own
// polynomials. Their error is up to 1.5 units in the last place, so exact results would differ.
#pragma once

#include <cmath>
#include <cstdint>

namespace pp::math {

namespace detail {

// What is left of x after `quarters` quarter turns, and the values that follow from it. Products
// and sums are fused, as in NumPy's vector loops; std::fma is exact on every processor.
struct QuarterTurn {
  std::int32_t quarters;
  float sine, cosine;  // of the rest, in [-pi/4, pi/4]

  explicit QuarterTurn(float x) {
    constexpr float kRounder = 0x1.8p23f;  // adding it leaves no digits after the point
    const float turns = std::fma(x, 0x1.45f306p-1f, kRounder) - kRounder;
    float rest = std::fma(turns, -0x1.921fb0p0f, x);  // pi/2 in three parts
    rest = std::fma(turns, -0x1.5110b4p-22f, rest);
    rest = std::fma(turns, -0x1.846988p-48f, rest);
    const float square = rest * rest;
    quarters = static_cast<std::int32_t>(turns);
    cosine = polynomial(square, 0x1.98e616p-16f, -0x1.6c06dcp-10f, 0x1.55553cp-5f, -0.5f, 1.0f);
    const float relative = polynomial(square, 0x1.7d3bbcp-19f, -0x1.a06bbap-13f, 0x1.11119ap-7f,
                                      -0x1.555556p-3f, 0.0f);
    sine = std::fma(relative, rest, rest);
  }

  // The sine of x + shift * pi/2.
  float sine_after(std::int32_t shift) const {
    const std::int32_t quarter = quarters + shift;
    const float value = (quarter & 1) == 0 ? sine : cosine;
    return (quarter & 2) == 0 ? value : -value;
  }

 private:
  // Coefficients from the highest power down.
  template <class... Rest>
  static float polynomial(float x, float first, Rest... rest) {
    float value = first;
    ((value = std::fma(value, x, rest)), ...);
    return value;
  }
};

}  // namespace detail

// Beyond these bounds the reduction is too coarse, and NumPy asks the C library.
inline float numpy_sin(float x) {
  if (!(std::abs(x) <= 117435.992f)) return std::sin(x);
  return detail::QuarterTurn(x).sine_after(0);
}

inline float numpy_cos(float x) {
  if (!(std::abs(x) <= 71476.0625f)) return std::cos(x);
  return detail::QuarterTurn(x).sine_after(1);
}

}  // namespace pp::math

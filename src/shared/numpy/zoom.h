// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Enlarges a square image by cubic splines, with the sums of scipy.ndimage.zoom.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pp::numpy {
namespace detail {

// Turns `count` samples, `stride` apart, into coefficients of the cubic B-spline through them. The
// spline goes on beyond its ends as in a mirror.
inline void find_spline(double* samples, std::size_t count, std::size_t stride) {
  static const volatile double kPole = -0.267949192431122706472553658494127633;  // sqrt(3) - 2
  const double pole = kPole;
  const auto at = [&](std::size_t i) -> double& { return samples[i * stride]; };
  const double gain = (1.0 - pole) * (1.0 - 1.0 / pole);
  for (std::size_t i = 0; i < count; ++i) at(i) *= gain;

  const double last = std::pow(pole, static_cast<double>(count - 1));
  double power = pole;
  at(0) = at(0) + last * at(count - 1);
  for (std::size_t i = 1; i < count - 1; ++i) {
    at(0) += power * (at(i) + last * at(count - 1 - i));
    power *= pole;
  }
  at(0) /= 1 - last * last;
  for (std::size_t i = 1; i < count; ++i) at(i) += pole * at(i - 1);
  at(count - 1) = (pole * at(count - 2) + at(count - 1)) * pole / (pole * pole - 1);
  for (std::size_t i = count - 1; i-- > 0;) at(i) = pole * (at(i + 1) - at(i));
}

// Which four coefficients a place between them takes, and how much of each.
struct SplinePlace {
  bool inside = false;
  std::array<std::size_t, 4> index{};
  std::array<double, 4> weight{};

  SplinePlace(double x, std::size_t count) : inside(x <= static_cast<double>(count - 1)) {
    const double floor = std::floor(x);
    const auto end = static_cast<std::ptrdiff_t>(count) - 1;
    for (std::size_t i = 0; i < 4; ++i) {
      auto place = static_cast<std::ptrdiff_t>(floor) - 1 + static_cast<std::ptrdiff_t>(i);
      if (place < 0) place = -place;
      if (place > end) place = 2 * end - place;
      index[i] = static_cast<std::size_t>(place);
    }
    const double y = x - floor;
    const double z = 1.0 - y;
    weight[1] = (y * y * (y - 2.0) * 3.0 + 4.0) / 6.0;
    weight[2] = (z * z * (z - 2.0) * 3.0 + 4.0) / 6.0;
    weight[0] = z * z * z / 6.0;
    weight[3] = ((1.0 - weight[0]) - weight[1]) - weight[2];
  }
};

}  // namespace detail

// scipy.ndimage.zoom of an image of `from` x `from` pixels to one of `to` x `to`. Rounding may put
// the last pixels a hair outside; there the result is 0, as there.
inline std::vector<double> zoom_square(std::vector<double> image, std::size_t from,
                                       std::size_t to) {
  for (std::size_t i = 0; i < from; ++i) detail::find_spline(&image[i], from, from);
  for (std::size_t i = 0; i < from; ++i) detail::find_spline(&image[i * from], from, 1);

  const double scale = static_cast<double>(from - 1) / static_cast<double>(to - 1);
  std::vector<detail::SplinePlace> places;
  for (std::size_t i = 0; i < to; ++i) places.emplace_back(static_cast<double>(i) * scale, from);
  std::vector<double> zoomed(to * to);
  for (std::size_t i = 0; i < to * to; ++i) {
    const detail::SplinePlace& row = places[i / to];
    const detail::SplinePlace& column = places[i % to];
    if (!row.inside || !column.inside) continue;
    for (std::size_t k = 0; k < 16; ++k) {
      const double coefficient = image[row.index[k / 4] * from + column.index[k % 4]];
      zoomed[i] += coefficient * row.weight[k / 4] * column.weight[k % 4];
    }
  }
  return zoomed;
}

}  // namespace pp::numpy

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The reward that dm_control builds its tasks from: 1 within bounds, less with the distance to them.
#pragma once

#include <cmath>
#include <limits>

#include "shared/numpy/functions.h"

namespace pp::dm_control {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Sigmoid { kGaussian, kLinear, kQuadratic, kLongTail, kReciprocal };

// rewards.tolerance of dm_control. NumPy computes x ** 2 of a scalar and of an array's elements in
// different ways, so there is one function for each.
class Tolerance {
 public:
  struct Options {
    double lower = 0.0, upper = 0.0;
    double margin = 0.0;  // the distance at which the reward is value_at_margin; 0: no reward there
    Sigmoid sigmoid = Sigmoid::kGaussian;
    double value_at_margin = 0.1;
  };

  Tolerance() = default;
  explicit Tolerance(const Options& options) : options_(options), scale_(scale_of(options)) {}

  double operator()(double x) const { return value(x, numpy::scalar_square); }
  double of_element(double x) const {
    return value(x, [](double y) { return y * y; });
  }

 private:
  static double scale_of(const Options& options) {
    const double value = options.value_at_margin;
    switch (options.sigmoid) {
      case Sigmoid::kGaussian:
        return std::sqrt(-2 * numpy::log(value));
      case Sigmoid::kLinear:
        return 1 - value;
      case Sigmoid::kQuadratic:
        return std::sqrt(1 - value);
      case Sigmoid::kLongTail:
        return std::sqrt(1 / value - 1);
      case Sigmoid::kReciprocal:
        return 1 / value - 1;
    }
    return 0.0;
  }

  template <class Square>
  double value(double x, Square square) const {
    if (options_.lower <= x && x <= options_.upper) return 1.0;
    if (options_.margin == 0) return 0.0;
    const double distance =
        (x < options_.lower ? options_.lower - x : x - options_.upper) / options_.margin;
    const double scaled = distance * scale_;
    switch (options_.sigmoid) {
      case Sigmoid::kGaussian:
        return numpy::exp(-0.5 * square(scaled));
      case Sigmoid::kLinear:
        return std::abs(scaled) < 1 ? 1 - scaled : 0.0;
      case Sigmoid::kQuadratic:
        return std::abs(scaled) < 1 ? 1 - square(scaled) : 0.0;
      case Sigmoid::kLongTail:
        return 1 / (square(scaled) + 1);
      case Sigmoid::kReciprocal:
        return 1 / (std::abs(distance) * scale_ + 1);
    }
    return 0.0;
  }

  Options options_;
  double scale_ = 0.0;
};

}  // namespace pp::dm_control

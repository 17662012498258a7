// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The reset options `low` and `high` that classic control shares.
#pragma once

#include <parallel_pool/env.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace pp::classic_control {

template <double kLow, double kHigh>
struct ResetBounds {
  double low = kLow;
  double high = kHigh;

  static constexpr auto options() {
    return option_list(option("low", &ResetBounds::low,
                              "Lower bound of the uniform distribution of the initial state."),
                       option("high", &ResetBounds::high,
                              "Upper bound of the uniform distribution of the initial state."));
  }
  void validate() const {
    if (!(low <= high) || !std::isfinite(high - low)) {
      throw std::invalid_argument(
          "reset options low and high must be finite with low <= high, got low=" +
          std::to_string(low) + ", high=" + std::to_string(high));
    }
  }
};

}  // namespace pp::classic_control

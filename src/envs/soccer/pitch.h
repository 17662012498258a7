// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The pitch of an episode, whose length and width are drawn: the zones that rules look at, and the
// numbers of its model.
#pragma once

#include <parallel_pool/random.h>

#include <array>
#include <string>
#include <vector>

namespace pp::soccer {

// A zone parallel to the axes.
template <std::size_t kAxes>
struct Zone {
  std::array<double, kAxes> lower{}, middle{}, upper{};

  Zone() = default;
  Zone(const std::array<double, kAxes>& position, const std::array<double, kAxes>& size) {
    for (std::size_t i = 0; i < kAxes; ++i) {
      lower[i] = position[i] - size[i];
      upper[i] = position[i] + size[i];
      middle[i] = (lower[i] + upper[i]) / 2.0;
    }
  }
  bool holds(const double* point) const {
    for (std::size_t i = 0; i < kAxes; ++i) {
      if (!(lower[i] < point[i] && upper[i] > point[i])) return false;
    }
    return true;
  }
};

struct Pitch {
  std::array<double, 2> size{};  // half of the length and of the width
  Zone<3> home_goal, away_goal;
  Zone<2> field;

  Pitch() = default;
  // Its place between the smallest pitch, 0, and the largest, 1, along both axes.
  explicit Pitch(const std::array<double, 2>& ratios);

  // The model's text. Pieces have one gap less than there are pieces, in the order of the text.
  std::string fill(const std::vector<std::string>& pieces) const;

 private:
  std::array<double, 3> goal_size_{};
};

}  // namespace pp::soccer

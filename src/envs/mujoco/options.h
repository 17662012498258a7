// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Options that many of these environments have, and what they mean.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

namespace pp::mujoco {

namespace meaning {

inline constexpr std::string_view kXmlFile =
    "The model: a path that begins with '/', '.' or '~', or a file that Gymnasium brings.";
inline constexpr std::string_view kFrameSkip = "Steps of the simulation in a step.";
inline constexpr std::string_view kFrameStack =
    "Observations in an observation, the newest last; more than 1 add an axis.";
inline constexpr std::string_view kForwardWeight = "Weight of the velocity along x in the reward.";
inline constexpr std::string_view kControlWeight =
    "Weight of the sum of squared controls, which the reward loses.";
inline constexpr std::string_view kContactWeight =
    "Weight of the sum of squared contact forces, which the reward loses.";
inline constexpr std::string_view kForceRange = "To which contact forces are clipped.";
inline constexpr std::string_view kHealthyReward = "Reward for each step that ends healthy.";
inline constexpr std::string_view kTerminate = "Whether an episode ends when it is not healthy.";
inline constexpr std::string_view kHealthyZ = "Heights that are healthy.";
inline constexpr std::string_view kHealthyAngle = "Angles of the torso that are healthy.";
inline constexpr std::string_view kNoise =
    "Scale of the noise on the first positions and velocities.";
inline constexpr std::string_view kExclude =
    "Whether observations leave out the position in the plane.";

}  // namespace meaning

// A number that remembers whether it was an integer: in Python, False times -1.0 is -0.0, and False
// times -1 is 0.
using Number = std::variant<std::int64_t, double>;

inline double as_double(const Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}
// Python's `flag * number`.
inline double times(bool flag, const Number& number) {
  const double product = static_cast<double>(flag) * as_double(number);
  return std::holds_alternative<double>(number) ? product : product + 0.0;
}

// A file's name as a template argument.
template <std::size_t kSize>
struct FileName {
  char text[kSize];
  constexpr FileName(const char (&name)[kSize]) { std::copy_n(name, kSize, text); }
};

// Version 5 lets its users choose the model and the number of steps in a step; version 4 does not.
template <FileName kDefault, std::int64_t kFrameSkip>
struct ChosenModel {
  std::string xml_file = kDefault.text;
  std::int64_t frame_skip = kFrameSkip;

  static constexpr auto options() {
    return std::tuple{option("xml_file", &ChosenModel::xml_file, meaning::kXmlFile),
                      option("frame_skip", &ChosenModel::frame_skip, meaning::kFrameSkip)};
  }
};
template <FileName kFile, std::int64_t kFrameSkip>
struct FixedModel {
  static constexpr const char* xml_file = kFile.text;
  static constexpr std::int64_t frame_skip = kFrameSkip;

  static constexpr std::tuple<> options() { return {}; }
};

}  // namespace pp::mujoco

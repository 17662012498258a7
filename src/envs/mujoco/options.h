// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Options that many of these environments have, and what they mean.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include <parallel_pool/env.h>

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

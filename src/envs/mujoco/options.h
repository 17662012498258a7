// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the options mean that many of these environments have.
#pragma once

#include <string_view>

namespace pp::mujoco::meaning {

inline constexpr std::string_view kXmlFile =
    "The model: a path that begins with '/', '.' or '~', or a file that Gymnasium brings.";
inline constexpr std::string_view kFrameSkip = "Steps of the simulation in a step.";
inline constexpr std::string_view kForwardWeight = "Weight of the velocity along x in the reward.";
inline constexpr std::string_view kControlWeight =
    "Weight of the sum of squared controls, which the reward loses.";
inline constexpr std::string_view kContactWeight =
    "Weight of the sum of squared contact forces, which the reward loses.";
inline constexpr std::string_view kHealthyReward = "Reward for each step that ends healthy.";
inline constexpr std::string_view kTerminate = "Whether an episode ends when it is not healthy.";
inline constexpr std::string_view kHealthyZ = "Heights that are healthy.";
inline constexpr std::string_view kHealthyAngle = "Angles of the torso that are healthy.";
inline constexpr std::string_view kNoise =
    "Scale of the noise on the first positions and velocities.";
inline constexpr std::string_view kExclude =
    "Whether observations leave out the position in the plane.";

}  // namespace pp::mujoco::meaning

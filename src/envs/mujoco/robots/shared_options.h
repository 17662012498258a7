// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options that many robots have, each named after its member of the Config.
#pragma once

#include <parallel_pool/env.h>

#include <cstddef>
#include <string_view>

namespace pp::mujoco {

namespace meaning {

inline constexpr std::string_view kControlWeight =
    "Weight of the control cost, the sum of squared controls.";
inline constexpr std::string_view kContactWeight =
    "Weight of the contact cost, the sum of squared contact forces.";

}  // namespace meaning

namespace shared_option {

template <class Config>
constexpr auto contact_cost_weight() {
  return option("contact_cost_weight", &Config::contact_cost_weight, meaning::kContactWeight);
}
template <class Config>
constexpr auto contact_force_range() {
  return option("contact_force_range", &Config::contact_force_range,
                "Range to which contact forces are clipped.");
}
template <class Config>
constexpr auto ctrl_cost_weight() {
  return option("ctrl_cost_weight", &Config::ctrl_cost_weight, meaning::kControlWeight);
}
template <class Config>
constexpr auto exclude_current_positions_from_observation() {
  return option("exclude_current_positions_from_observation",
                &Config::exclude_current_positions_from_observation,
                "Leave the robot's position in the plane out of the observation.");
}
template <class Config>
constexpr auto forward_reward_weight() {
  return option("forward_reward_weight", &Config::forward_reward_weight,
                "Weight of the forward reward, the velocity along x.");
}
template <class Config>
constexpr auto healthy_angle_range() {
  return option("healthy_angle_range", &Config::healthy_angle_range,
                "Range of torso angles in which the robot is healthy.");
}
template <class Config>
constexpr auto healthy_reward() {
  return option("healthy_reward", &Config::healthy_reward,
                "Reward for each time step that ends with the robot healthy.");
}
template <class Config>
constexpr auto healthy_z_range() {
  return option("healthy_z_range", &Config::healthy_z_range,
                "Range of torso heights in which the robot is healthy.");
}
template <class Config>
constexpr auto reset_noise_scale() {
  return option("reset_noise_scale", &Config::reset_noise_scale,
                "Scale of the noise added to the initial positions and velocities.");
}
template <class Config>
constexpr auto terminate_when_unhealthy() {
  return option("terminate_when_unhealthy", &Config::terminate_when_unhealthy,
                "Terminate the episode when the robot is unhealthy.");
}

}  // namespace shared_option

// The number of positions that observations leave out: those of the robot in the plane, or along
// the line, in which it moves.
template <std::size_t kDirections, class Config>
constexpr std::size_t hidden_positions(const Config& config) {
  return config.exclude_current_positions_from_observation ? kDirections : 0;
}

}  // namespace pp::mujoco

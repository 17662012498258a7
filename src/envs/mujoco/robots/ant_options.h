// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of the two versions of Ant. Values that version 4 fixes are constants there, so that
// the rules read both in the same way.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>

#include "mujoco/physics/options.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

using BodyName = std::variant<std::int64_t, std::string>;

struct AntV4Config {
  static constexpr std::int64_t frame_skip = 5;
  static constexpr double forward_reward_weight = 1.0;
  static constexpr const char* main_body = "torso";
  std::string xml_file = "ant.xml";
  double ctrl_cost_weight = 0.5;
  bool use_contact_forces = false;
  double contact_cost_weight = 5e-4;
  Number healthy_reward = 1.0;
  bool terminate_when_unhealthy = true;
  std::array<double, 2> healthy_z_range = {0.2, 1.0};
  std::array<double, 2> contact_force_range = {-1.0, 1.0};
  double reset_noise_scale = 0.1;
  bool exclude_current_positions_from_observation = true;

  static constexpr auto options() {
    using Self = AntV4Config;
    return option_list(
        option("xml_file", &Self::xml_file, meaning::kXmlFile),
        shared_option::ctrl_cost_weight<Self>(),
        option("use_contact_forces", &Self::use_contact_forces,
               "Add the contact forces to the observation and the contact cost to the reward."),
        shared_option::contact_cost_weight<Self>(), shared_option::healthy_reward<Self>(),
        shared_option::terminate_when_unhealthy<Self>(), shared_option::healthy_z_range<Self>(),
        shared_option::contact_force_range<Self>(), shared_option::reset_noise_scale<Self>(),
        shared_option::exclude_current_positions_from_observation<Self>());
  }
};

struct AntV5Config : ChosenModel<"ant.xml", 5> {
  double forward_reward_weight = 1.0;
  double ctrl_cost_weight = 0.5;
  double contact_cost_weight = 5e-4;
  Number healthy_reward = 1.0;
  BodyName main_body = std::int64_t{1};
  bool terminate_when_unhealthy = true;
  std::array<double, 2> healthy_z_range = {0.2, 1.0};
  std::array<double, 2> contact_force_range = {-1.0, 1.0};
  double reset_noise_scale = 0.1;
  bool exclude_current_positions_from_observation = true;
  bool include_cfrc_ext_in_observation = true;

  static constexpr auto options() {
    using Self = AntV5Config;
    return option_list(
        ChosenModel::options(), shared_option::forward_reward_weight<Self>(),
        shared_option::ctrl_cost_weight<Self>(), shared_option::contact_cost_weight<Self>(),
        shared_option::healthy_reward<Self>(),
        option("main_body", &Self::main_body,
               "Name or number of the body whose velocity is rewarded."),
        shared_option::terminate_when_unhealthy<Self>(), shared_option::healthy_z_range<Self>(),
        shared_option::contact_force_range<Self>(), shared_option::reset_noise_scale<Self>(),
        shared_option::exclude_current_positions_from_observation<Self>(),
        option("include_cfrc_ext_in_observation", &Self::include_cfrc_ext_in_observation,
               "Add the contact forces to the observation."));
  }
};

}  // namespace pp::mujoco

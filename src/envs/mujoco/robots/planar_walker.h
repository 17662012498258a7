// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Hopper and Walker2d: go forward upright in the plane, on one leg or two, with the rewards of
// Gymnasium's HopperEnv and Walker2dEnv.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>

#include "mujoco/physics/environment.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

template <class ModelOptions>
struct HopperConfig : ModelOptions {
  double forward_reward_weight = 1.0;
  double ctrl_cost_weight = 1e-3;
  Number healthy_reward = 1.0;
  bool terminate_when_unhealthy = true;
  std::array<double, 2> healthy_state_range = {-100.0, 100.0};
  std::array<double, 2> healthy_z_range = {0.7, kInfinity};
  std::array<double, 2> healthy_angle_range = {-0.2, 0.2};
  double reset_noise_scale = 5e-3;
  bool exclude_current_positions_from_observation = true;

  static constexpr auto options() {
    using Self = HopperConfig;
    return option_list(
        ModelOptions::options(), shared_option::forward_reward_weight<Self>(),
        shared_option::ctrl_cost_weight<Self>(), shared_option::healthy_reward<Self>(),
        shared_option::terminate_when_unhealthy<Self>(),
        option("healthy_state_range", &Self::healthy_state_range,
               "Range of all other positions and velocities in which the robot is healthy."),
        shared_option::healthy_z_range<Self>(), shared_option::healthy_angle_range<Self>(),
        shared_option::reset_noise_scale<Self>(),
        shared_option::exclude_current_positions_from_observation<Self>());
  }
};

template <class ModelOptions>
struct Walker2dConfig : ModelOptions {
  double forward_reward_weight = 1.0;
  double ctrl_cost_weight = 1e-3;
  Number healthy_reward = 1.0;
  bool terminate_when_unhealthy = true;
  std::array<double, 2> healthy_z_range = {0.8, 2.0};
  std::array<double, 2> healthy_angle_range = {-1.0, 1.0};
  double reset_noise_scale = 5e-3;
  bool exclude_current_positions_from_observation = true;

  static constexpr auto options() {
    using Self = Walker2dConfig;
    return option_list(
        ModelOptions::options(), shared_option::forward_reward_weight<Self>(),
        shared_option::ctrl_cost_weight<Self>(), shared_option::healthy_reward<Self>(),
        shared_option::terminate_when_unhealthy<Self>(), shared_option::healthy_z_range<Self>(),
        shared_option::healthy_angle_range<Self>(), shared_option::reset_noise_scale<Self>(),
        shared_option::exclude_current_positions_from_observation<Self>());
  }
};

template <int kVersion, class ConfigType>
class PlanarWalkerRules : public Robot {
 public:
  using Config = ConfigType;
  struct InfoV4 {
    Row<double> x_position, x_velocity;
  };
  struct InfoV5 {
    Row<double> x_position, z_distance_from_origin, x_velocity, reward_forward, reward_survive;
    Row<float> reward_ctrl;
  };
  using Info = std::conditional_t<kVersion == 5, InfoV5, InfoV4>;

  static void check(const ModelFacts& facts) { check_least(facts, 3, 1); }
  static std::size_t observation_size(const Config& config, const ModelFacts& facts) {
    return facts.nq + facts.nv - hidden_positions<1>(config);
  }
  static Space<Info> info_space(const Model&) {
    constexpr Presence after_step = Presence::kAfterStep;
    if constexpr (kVersion == 4) {
      return dict<Info>({{"x_position", value(&Info::x_position, after_step),
                          "Position along the x axis in metres."},
                         {"x_velocity", value(&Info::x_velocity, after_step),
                          "Velocity along the x axis in metres per second."}});
    } else {
      return dict<Info>(
          {{"x_position", value(&Info::x_position), "Position along the x axis in metres."},
           {"z_distance_from_origin", value(&Info::z_distance_from_origin),
            "Height above the start in metres."},
           {"x_velocity", value(&Info::x_velocity, after_step),
            "Velocity along the x axis in metres per second."},
           {"reward_forward", value(&Info::reward_forward, after_step),
            "Part of the reward for moving forward."},
           {"reward_ctrl", value(&Info::reward_ctrl, after_step),
            "Part of the reward for the size of the action, at most 0."},
           {"reward_survive", value(&Info::reward_survive, after_step),
            "Part of the reward for being healthy."}});
    }
  }

  PlanarWalkerRules(const Config& config, std::shared_ptr<const Model> model)
      : Robot(std::move(model), config.frame_skip), config_(config) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, config_.reset_noise_scale); }

  Transition step(const Controls& controls) {
    const double before = simulation_[Array::kQpos][0];
    simulation_.advance(controls);
    x_velocity_ = (simulation_[Array::kQpos][0] - before) / simulation_.dt();
    const bool healthy = is_healthy();
    healthy_reward_ = healthy_reward<kVersion>(config_, healthy);
    control_cost_ = control_cost(config_.ctrl_cost_weight, controls);
    return {.reward = (forward_reward() + healthy_reward_) - control_cost_,
            .terminated = !healthy && config_.terminate_when_unhealthy};
  }

  void observe(std::span<double> out) const {
    ObservationWriter writer(out);
    writer.add(simulation_, Array::kQpos, hidden_positions<1>(config_));
    writer.add_clipped(simulation_, Array::kQvel, -10.0, 10.0);
    writer.finish();
  }

  void info(Info& out) const {
    const double* const qpos = simulation_[Array::kQpos];
    out.x_position = qpos[0];
    out.x_velocity = x_velocity_;
    if constexpr (kVersion == 5) {
      out.z_distance_from_origin = qpos[1] - simulation_.facts().qpos0[1];
      out.reward_forward = forward_reward();
      out.reward_ctrl = -control_cost_;
      out.reward_survive = healthy_reward_;
    }
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {});
    io(x_velocity_, healthy_reward_, control_cost_);
  }

 private:
  static bool lies_in(double x, const std::array<double, 2>& range) {
    return range[0] < x && x < range[1];
  }

  bool is_healthy() const {
    const double* const qpos = simulation_[Array::kQpos];
    bool healthy =
        lies_in(qpos[1], config_.healthy_z_range) && lies_in(qpos[2], config_.healthy_angle_range);
    if constexpr (requires { config_.healthy_state_range; }) {
      const auto lies_in_range = [this](double x) {
        return lies_in(x, config_.healthy_state_range);
      };
      const double* const qvel = simulation_[Array::kQvel];
      healthy = healthy && std::all_of(qpos + 2, qpos + simulation_.facts().nq, lies_in_range) &&
                std::all_of(qvel, qvel + simulation_.facts().nv, lies_in_range);
    }
    return healthy;
  }
  double forward_reward() const { return config_.forward_reward_weight * x_velocity_; }

  Config config_;
  double x_velocity_ = 0.0;
  double healthy_reward_ = 0.0;
  float control_cost_ = 0.0f;
};

using Hopper = Environment<PlanarWalkerRules<5, HopperConfig<ChosenModel<"hopper.xml", 4>>>>;
using HopperV4 = Environment<PlanarWalkerRules<4, HopperConfig<FixedModel<"hopper.xml", 4>>>>;
using Walker2d =
    Environment<PlanarWalkerRules<5, Walker2dConfig<ChosenModel<"walker2d_v5.xml", 4>>>>;
using Walker2dV4 = Environment<PlanarWalkerRules<4, Walker2dConfig<FixedModel<"walker2d.xml", 4>>>>;

}  // namespace pp::mujoco

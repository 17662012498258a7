// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Swimmer: swim forward in the plane by bending two joints, with the rewards of Gymnasium's
// SwimmerEnv.
#pragma once

#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "mujoco/physics/environment.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

template <int kVersion>
class SwimmerRules : public Robot {
 public:
  using ModelOptions = std::conditional_t<kVersion == 5, ChosenModel<"swimmer.xml", 4>,
                                          FixedModel<"swimmer.xml", 4>>;
  struct Config : ModelOptions {
    double forward_reward_weight = 1.0;
    double ctrl_cost_weight = 1e-4;
    double reset_noise_scale = 0.1;
    bool exclude_current_positions_from_observation = true;

    static constexpr auto options() {
      return option_list(ModelOptions::options(), shared_option::forward_reward_weight<Config>(),
                         shared_option::ctrl_cost_weight<Config>(),
                         shared_option::reset_noise_scale<Config>(),
                         shared_option::exclude_current_positions_from_observation<Config>());
    }
  };
  struct InfoV4 {
    Row<double> x_position, y_position, distance_from_origin, x_velocity, y_velocity;
    Row<double> reward_forward, forward_reward;
    Row<float> reward_ctrl;
  };
  struct InfoV5 {
    Row<double> x_position, y_position, distance_from_origin, x_velocity, y_velocity;
    Row<double> reward_forward;
    Row<float> reward_ctrl;
  };
  using Info = std::conditional_t<kVersion == 5, InfoV5, InfoV4>;

  static void check(const ModelFacts& facts) { check_least(facts, 2, 2); }
  static std::size_t observation_size(const Config& config, const ModelFacts& facts) {
    return facts.nq + facts.nv - hidden_positions<2>(config);
  }
  static Space<Info> info_space(const Model&) {
    constexpr Presence after_step = Presence::kAfterStep;
    constexpr Presence place = kVersion == 5 ? Presence::kAlways : after_step;
    std::vector<NamedSpace<Info>> entries{
        {"x_position", value(&Info::x_position, place), "Position along the x axis in metres."},
        {"y_position", value(&Info::y_position, place), "Position along the y axis in metres."},
        {"distance_from_origin", value(&Info::distance_from_origin, place),
         "Distance from the origin in the x-y plane in metres."},
        {"x_velocity", value(&Info::x_velocity, after_step),
         "Velocity along the x axis in metres per second."},
        {"y_velocity", value(&Info::y_velocity, after_step),
         "Velocity along the y axis in metres per second."},
        {kVersion == 5 ? "reward_forward" : "reward_fwd", value(&Info::reward_forward, after_step),
         "Part of the reward for moving forward."},
        {"reward_ctrl", value(&Info::reward_ctrl, after_step),
         "Part of the reward for the size of the action, at most 0."}};
    if constexpr (kVersion == 4) {
      entries.push_back({"forward_reward", value(&Info::forward_reward, after_step),
                         "Part of the reward for moving forward, under its older name."});
    }
    return dict<Info>(std::move(entries));
  }

  SwimmerRules(const Config& config, std::shared_ptr<const Model> model)
      : Robot(std::move(model), config.frame_skip), config_(config) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, config_.reset_noise_scale); }

  Transition step(const Controls& controls) {
    const double* const qpos = simulation_[Array::kQpos];
    const std::array<double, 2> before{qpos[0], qpos[1]};
    simulation_.advance(controls);
    for (std::size_t i = 0; i < 2; ++i) velocity_[i] = (qpos[i] - before[i]) / simulation_.dt();
    control_cost_ = control_cost(config_.ctrl_cost_weight, controls);
    return {.reward = forward_reward() - control_cost_};
  }

  void observe(std::span<double> out) const {
    ObservationWriter writer(out);
    writer.add(simulation_, Array::kQpos, hidden_positions<2>(config_));
    writer.add(simulation_, Array::kQvel);
    writer.finish();
  }

  void info(Info& out) const {
    const double* const qpos = simulation_[Array::kQpos];
    out.x_position = qpos[0];
    out.y_position = qpos[1];
    out.distance_from_origin = numpy::norm({qpos, 2});
    out.x_velocity = velocity_[0];
    out.y_velocity = velocity_[1];
    out.reward_forward = forward_reward();
    if constexpr (kVersion == 4) out.forward_reward = forward_reward();
    out.reward_ctrl = -control_cost_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {});
    io(velocity_, control_cost_);
  }

 private:
  double forward_reward() const { return config_.forward_reward_weight * velocity_[0]; }

  Config config_;
  std::array<double, 2> velocity_{};
  float control_cost_ = 0.0f;
};

using Swimmer = Environment<SwimmerRules<5>>;
using SwimmerV4 = Environment<SwimmerRules<4>>;

}  // namespace pp::mujoco

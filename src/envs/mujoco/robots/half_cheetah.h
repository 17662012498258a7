// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// HalfCheetah: run forward on two legs in the plane, with the rewards of Gymnasium's
// HalfCheetahEnv.
#pragma once

#include <span>
#include <type_traits>

#include "mujoco/physics/environment.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

template <int kVersion>
class HalfCheetahRules : public Robot {
 public:
  using ModelOptions = std::conditional_t<kVersion == 5, ChosenModel<"half_cheetah.xml", 5>,
                                          FixedModel<"half_cheetah.xml", 5>>;
  struct Config : ModelOptions {
    double forward_reward_weight = 1.0;
    double ctrl_cost_weight = 0.1;
    double reset_noise_scale = 0.1;
    bool exclude_current_positions_from_observation = true;

    static constexpr auto options() {
      return option_list(ModelOptions::options(), shared_option::forward_reward_weight<Config>(),
                         shared_option::ctrl_cost_weight<Config>(),
                         shared_option::reset_noise_scale<Config>(),
                         shared_option::exclude_current_positions_from_observation<Config>());
    }
  };
  struct Info {
    Row<double> x_position, x_velocity, reward_forward;
    Row<float> reward_ctrl;
  };

  static void check(const ModelFacts& facts) { check_least(facts, 1, 1); }
  static std::size_t observation_size(const Config& config, const ModelFacts& facts) {
    return facts.nq + facts.nv - hidden_positions<1>(config);
  }
  static Space<Info> info_space(const Model&) {
    constexpr bool v5 = kVersion == 5;
    constexpr Presence after_step = Presence::kAfterStep;
    return dict<Info>(
        {{"x_position", value(&Info::x_position, v5 ? Presence::kAlways : after_step),
          "Position along the x axis in metres."},
         {"x_velocity", value(&Info::x_velocity, after_step),
          "Velocity along the x axis in metres per second."},
         {v5 ? "reward_forward" : "reward_run", value(&Info::reward_forward, after_step),
          "Part of the reward for moving forward."},
         {"reward_ctrl", value(&Info::reward_ctrl, after_step),
          "Part of the reward for the size of the action, at most 0."}});
  }

  HalfCheetahRules(const Config& config, std::shared_ptr<const Model> model)
      : Robot(std::move(model), config.frame_skip), config_(config) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_normal(rng, config_.reset_noise_scale); }

  Transition step(const Controls& controls) {
    const double before = simulation_[Array::kQpos][0];
    simulation_.advance(controls);
    x_velocity_ = (simulation_[Array::kQpos][0] - before) / simulation_.dt();
    control_cost_ = control_cost(config_.ctrl_cost_weight, controls);
    return {.reward = forward_reward() - control_cost_};
  }

  void observe(std::span<double> out) const {
    ObservationWriter writer(out);
    writer.add(simulation_, Array::kQpos, hidden_positions<1>(config_));
    writer.add(simulation_, Array::kQvel);
    writer.finish();
  }

  void info(Info& out) const {
    out.x_position = simulation_[Array::kQpos][0];
    out.x_velocity = x_velocity_;
    out.reward_forward = forward_reward();
    out.reward_ctrl = -control_cost_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {});
    io(x_velocity_, control_cost_);
  }

 private:
  double forward_reward() const { return config_.forward_reward_weight * x_velocity_; }

  Config config_;
  double x_velocity_ = 0.0;
  float control_cost_ = 0.0f;
};

using HalfCheetah = Environment<HalfCheetahRules<5>>;
using HalfCheetahV4 = Environment<HalfCheetahRules<4>>;

}  // namespace pp::mujoco

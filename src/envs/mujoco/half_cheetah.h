// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// HalfCheetah: run forward on two legs in the plane, with the rewards of Gymnasium's
// HalfCheetahEnv (v5).
#pragma once

#include <tuple>

#include "options.h"
#include "simulation.h"

namespace pp::mujoco {

class HalfCheetah {
 public:
  struct Config {
    std::string xml_file = "half_cheetah.xml";
    std::int64_t frame_skip = 5;
    double forward_reward_weight = 1.0;
    double ctrl_cost_weight = 0.1;
    double reset_noise_scale = 0.1;
    bool exclude_current_positions_from_observation = true;

    static constexpr auto options() {
      return std::tuple{
          option("xml_file", &Config::xml_file, meaning::kXmlFile),
          option("frame_skip", &Config::frame_skip, meaning::kFrameSkip),
          option("forward_reward_weight", &Config::forward_reward_weight, meaning::kForwardWeight),
          option("ctrl_cost_weight", &Config::ctrl_cost_weight, meaning::kControlWeight),
          option("reset_noise_scale", &Config::reset_noise_scale, meaning::kNoise),
          option("exclude_current_positions_from_observation",
                 &Config::exclude_current_positions_from_observation, meaning::kExclude)};
    }
  };
  using Shared = SharedModel;
  struct Action {
    mujoco::Action controls;
  };
  struct Observation {
    Row<double, kDynamic> values;
  };
  struct Info {
    Row<double> x_position, x_velocity, reward_forward;
    Row<float> reward_ctrl;
  };

  static Spec<HalfCheetah> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    const ModelFacts& facts = model->facts();
    check_least(facts, 1, 1);
    constexpr Presence after_step = Presence::kAfterStep;
    return {.observation = observation_space<Observation>(facts.nq + facts.nv - hidden(config)),
            .action = action_space<Action>(facts),
            .info = dict<Info>({{"x_position", value(&Info::x_position)},
                                {"x_velocity", value(&Info::x_velocity, after_step)},
                                {"reward_forward", value(&Info::reward_forward, after_step)},
                                {"reward_ctrl", value(&Info::reward_ctrl, after_step)}})};
  }

  HalfCheetah(const Config& config, const Shared& shared)
      : config_(config), simulation_(shared.model, config.frame_skip) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_normal(rng, config_.reset_noise_scale); }

  Transition step(const Action& action) {
    const double before = simulation_[Array::kQpos][0];
    simulation_.advance(action.controls);
    x_velocity_ = (simulation_[Array::kQpos][0] - before) / simulation_.dt();
    control_cost_ = static_cast<float>(config_.ctrl_cost_weight) *
                    sum_of_squares(action.controls.begin(), action.controls.size());
    return {.reward = forward_reward() - control_cost_};
  }

  void observe(Observation& out) const {
    ObservationWriter writer(out.values);
    writer.add(simulation_, Array::kQpos, hidden(config_));
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
  // Positions that observations leave out.
  static std::size_t hidden(const Config& config) {
    return config.exclude_current_positions_from_observation ? 1 : 0;
  }
  double forward_reward() const { return config_.forward_reward_weight * x_velocity_; }

  Config config_;
  Simulation simulation_;
  double x_velocity_ = 0.0;
  float control_cost_ = 0.0f;
};

}  // namespace pp::mujoco

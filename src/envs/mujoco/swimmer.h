// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Swimmer: swim forward in the plane by bending two joints, with the rewards of Gymnasium's
// SwimmerEnv (v5).
#pragma once

#include <array>
#include <tuple>

#include "options.h"
#include "simulation.h"

namespace pp::mujoco {

class Swimmer {
 public:
  struct Config {
    std::string xml_file = "swimmer.xml";
    std::int64_t frame_skip = 4;
    double forward_reward_weight = 1.0;
    double ctrl_cost_weight = 1e-4;
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
    Row<double> x_position, y_position, distance_from_origin, x_velocity, y_velocity;
    Row<double> reward_forward;
    Row<float> reward_ctrl;
  };

  static Spec<Swimmer> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    const ModelFacts& facts = model->facts();
    check_least(facts, 2, 2);
    constexpr Presence after_step = Presence::kAfterStep;
    return {.observation = observation_space<Observation>(facts.nq + facts.nv - hidden(config)),
            .action = action_space<Action>(facts),
            .info = dict<Info>({{"x_position", value(&Info::x_position)},
                                {"y_position", value(&Info::y_position)},
                                {"distance_from_origin", value(&Info::distance_from_origin)},
                                {"x_velocity", value(&Info::x_velocity, after_step)},
                                {"y_velocity", value(&Info::y_velocity, after_step)},
                                {"reward_forward", value(&Info::reward_forward, after_step)},
                                {"reward_ctrl", value(&Info::reward_ctrl, after_step)}})};
  }

  Swimmer(const Config& config, const Shared& shared)
      : config_(config), simulation_(shared.model, config.frame_skip) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, config_.reset_noise_scale); }

  Transition step(const Action& action) {
    const double* const qpos = simulation_[Array::kQpos];
    const std::array<double, 2> before{qpos[0], qpos[1]};
    simulation_.advance(action.controls);
    for (std::size_t i = 0; i < 2; ++i) velocity_[i] = (qpos[i] - before[i]) / simulation_.dt();
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
    const double* const qpos = simulation_[Array::kQpos];
    out.x_position = qpos[0];
    out.y_position = qpos[1];
    out.distance_from_origin = norm({qpos, 2});
    out.x_velocity = velocity_[0];
    out.y_velocity = velocity_[1];
    out.reward_forward = forward_reward();
    out.reward_ctrl = -control_cost_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {});
    io(velocity_, control_cost_);
  }

 private:
  static std::size_t hidden(const Config& config) {
    return config.exclude_current_positions_from_observation ? 2 : 0;
  }
  double forward_reward() const { return config_.forward_reward_weight * velocity_[0]; }

  Config config_;
  Simulation simulation_;
  std::array<double, 2> velocity_{};
  float control_cost_ = 0.0f;
};

}  // namespace pp::mujoco

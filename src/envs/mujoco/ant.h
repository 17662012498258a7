// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ant: walk forward on four legs, with the rewards of Gymnasium's AntEnv (v5).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <variant>
#include <vector>

#include "options.h"
#include "simulation.h"

namespace pp::mujoco {

class Ant {
 public:
  struct Config {
    std::string xml_file = "ant.xml";
    std::int64_t frame_skip = 5;
    double forward_reward_weight = 1.0;
    double ctrl_cost_weight = 0.5;
    double contact_cost_weight = 5e-4;
    double healthy_reward = 1.0;
    std::variant<std::int64_t, std::string> main_body = std::int64_t{1};
    bool terminate_when_unhealthy = true;
    std::array<double, 2> healthy_z_range = {0.2, 1.0};
    std::array<double, 2> contact_force_range = {-1.0, 1.0};
    double reset_noise_scale = 0.1;
    bool exclude_current_positions_from_observation = true;
    bool include_cfrc_ext_in_observation = true;

    static constexpr auto options() {
      return std::tuple{
          option("xml_file", &Config::xml_file, meaning::kXmlFile),
          option("frame_skip", &Config::frame_skip, meaning::kFrameSkip),
          option("forward_reward_weight", &Config::forward_reward_weight, meaning::kForwardWeight),
          option("ctrl_cost_weight", &Config::ctrl_cost_weight, meaning::kControlWeight),
          option("contact_cost_weight", &Config::contact_cost_weight, meaning::kContactWeight),
          option("healthy_reward", &Config::healthy_reward, meaning::kHealthyReward),
          option("main_body", &Config::main_body,
                 "The body, by number or name, whose velocity is rewarded."),
          option("terminate_when_unhealthy", &Config::terminate_when_unhealthy,
                 meaning::kTerminate),
          option("healthy_z_range", &Config::healthy_z_range, meaning::kHealthyZ),
          option("contact_force_range", &Config::contact_force_range,
                 "To which contact forces are clipped."),
          option("reset_noise_scale", &Config::reset_noise_scale, meaning::kNoise),
          option("exclude_current_positions_from_observation",
                 &Config::exclude_current_positions_from_observation, meaning::kExclude),
          option("include_cfrc_ext_in_observation", &Config::include_cfrc_ext_in_observation,
                 "Whether observations hold the contact forces.")};
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
    Row<double> reward_forward, reward_contact, reward_survive;
    Row<float> reward_ctrl;
  };

  static Spec<Ant> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    const ModelFacts& facts = model->facts();
    check_least(facts, 3, 3);
    const std::size_t forces = config.include_cfrc_ext_in_observation ? 6 * (facts.nbody - 1) : 0;
    constexpr Presence after_step = Presence::kAfterStep;
    return {.observation =
                observation_space<Observation>(facts.nq + facts.nv - hidden(config) + forces),
            .action = action_space<Action>(facts),
            .info = dict<Info>({{"x_position", value(&Info::x_position)},
                                {"y_position", value(&Info::y_position)},
                                {"distance_from_origin", value(&Info::distance_from_origin)},
                                {"x_velocity", value(&Info::x_velocity, after_step)},
                                {"y_velocity", value(&Info::y_velocity, after_step)},
                                {"reward_forward", value(&Info::reward_forward, after_step)},
                                {"reward_ctrl", value(&Info::reward_ctrl, after_step)},
                                {"reward_contact", value(&Info::reward_contact, after_step)},
                                {"reward_survive", value(&Info::reward_survive, after_step)}})};
  }

  Ant(const Config& config, const Shared& shared)
      : config_(config),
        simulation_(shared.model, config.frame_skip),
        body_(number_of(config.main_body, *shared.model)) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_normal(rng, config_.reset_noise_scale); }

  Transition step(const Action& action) {
    const double* const position = simulation_[Array::kXpos] + 3 * body_;
    const std::array<double, 2> before{position[0], position[1]};
    simulation_.advance_with_forces(action.controls);
    for (std::size_t i = 0; i < 2; ++i) {
      velocity_[i] = (position[i] - before[i]) / simulation_.dt();
    }
    const bool healthy = is_healthy();
    healthy_reward_ = static_cast<double>(healthy) * config_.healthy_reward;
    control_cost_ = static_cast<float>(config_.ctrl_cost_weight) *
                    sum_of_squares(action.controls.begin(), action.controls.size());
    contact_cost_ = config_.contact_cost_weight * sum_of_forces();
    return {.reward = (forward_reward() + healthy_reward_) - (control_cost_ + contact_cost_),
            .terminated = !healthy && config_.terminate_when_unhealthy};
  }

  void observe(Observation& out) const {
    ObservationWriter writer(out.values);
    writer.add(simulation_, Array::kQpos, hidden(config_));
    writer.add(simulation_, Array::kQvel);
    if (config_.include_cfrc_ext_in_observation) {
      const auto [low, high] = config_.contact_force_range;
      writer.add_clipped(simulation_, Array::kCfrcExt, low, high, 6);  // not those on the world
    }
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
    out.reward_contact = -contact_cost_;
    out.reward_survive = healthy_reward_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {Array::kXpos, Array::kCfrcExt});
    io(velocity_, healthy_reward_, control_cost_, contact_cost_);
  }

 private:
  static std::size_t hidden(const Config& config) {
    return config.exclude_current_positions_from_observation ? 2 : 0;
  }
  static std::size_t number_of(const std::variant<std::int64_t, std::string>& body,
                               const Model& model) {
    if (const auto* const name = std::get_if<std::string>(&body)) return model.body(*name);
    const auto number = std::get<std::int64_t>(body);
    if (number < 0 || number >= static_cast<std::int64_t>(model.facts().nbody)) {
      throw std::invalid_argument("main_body must be the name or number of one of the model's " +
                                  std::to_string(model.facts().nbody) + " bodies, got " +
                                  std::to_string(number));
    }
    return static_cast<std::size_t>(number);
  }

  bool is_healthy() const {
    const auto [low, high] = config_.healthy_z_range;
    const double z = simulation_[Array::kQpos][2];
    return simulation_.is_finite() && low <= z && z <= high;
  }
  double sum_of_forces() const {
    const auto [low, high] = config_.contact_force_range;
    const double* const forces = simulation_[Array::kCfrcExt];
    return pairwise_sum<double>(0, simulation_.size(Array::kCfrcExt),
                                [=, low = low, high = high](std::size_t i) {
                                  const double force = clip(forces[i], low, high);
                                  return force * force;
                                });
  }
  double forward_reward() const { return velocity_[0] * config_.forward_reward_weight; }

  Config config_;
  Simulation simulation_;
  std::size_t body_;
  std::array<double, 2> velocity_{};
  double healthy_reward_ = 0.0;
  double contact_cost_ = 0.0;
  float control_cost_ = 0.0f;
};

}  // namespace pp::mujoco

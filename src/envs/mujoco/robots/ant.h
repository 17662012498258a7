// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ant: walk forward on four legs, with the rewards of Gymnasium's AntEnv.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "ant_options.h"
#include "mujoco/physics/environment.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

template <int kVersion>
class AntRules : public Robot {
 public:
  using Config = std::conditional_t<kVersion == 5, AntV5Config, AntV4Config>;
  struct InfoV4 {
    Row<double> reward_forward, reward_ctrl, reward_survive, x_position, y_position;
    Row<double> distance_from_origin, x_velocity, y_velocity, forward_reward;
  };
  struct InfoV5 {
    Row<double> x_position, y_position, distance_from_origin, x_velocity, y_velocity;
    Row<double> reward_forward, reward_contact, reward_survive;
    Row<float> reward_ctrl;
  };
  using Info = std::conditional_t<kVersion == 5, InfoV5, InfoV4>;

  static void check(const ModelFacts& facts) { check_least(facts, 3, 3); }
  static std::size_t observation_size(const Config& config, const ModelFacts& facts) {
    const std::size_t forces = observes_forces(config) ? 6 * facts.nbody - kWorldForces : 0;
    return facts.nq + facts.nv - hidden_positions<2>(config) + forces;
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
        {"reward_forward", value(&Info::reward_forward, after_step),
         "Part of the reward for moving forward."},
        {"reward_ctrl", value(&Info::reward_ctrl, after_step),
         "Part of the reward for the size of the action, at most 0."},
        {"reward_survive", value(&Info::reward_survive, after_step),
         "Part of the reward for being healthy."}};
    if constexpr (kVersion == 5) {
      entries.push_back({"reward_contact", value(&Info::reward_contact, after_step),
                         "Part of the reward for contact forces, at most 0."});
    } else {
      entries.push_back({"forward_reward", value(&Info::forward_reward, after_step),
                         "Part of the reward for moving forward, under its older name."});
    }
    return dict<Info>(std::move(entries));
  }

  AntRules(const Config& config, std::shared_ptr<const Model> model)
      : Robot(model, config.frame_skip),
        config_(config),
        body_(number_of(config.main_body, *model)) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_normal(rng, config_.reset_noise_scale); }

  Transition step(const Controls& controls) {
    const double* const position = simulation_[Array::kXpos] + 3 * body_;
    const std::array<double, 2> before{position[0], position[1]};
    advance(controls);
    for (std::size_t i = 0; i < 2; ++i) {
      velocity_[i] = (position[i] - before[i]) / simulation_.dt();
    }
    const bool healthy = is_healthy();
    healthy_reward_ = healthy_reward<kVersion>(config_, healthy);
    control_cost_ = control_cost(config_.ctrl_cost_weight, controls);
    return {.reward = (forward_reward() + healthy_reward_) - (control_cost_ + contact_cost_),
            .terminated = !healthy && config_.terminate_when_unhealthy};
  }

  void observe(std::span<double> out) const {
    ObservationWriter writer(out);
    writer.add(simulation_, Array::kQpos, hidden_positions<2>(config_));
    writer.add(simulation_, Array::kQvel);
    if (observes_forces(config_)) {
      const auto [low, high] = config_.contact_force_range;
      writer.add_clipped(simulation_, Array::kCfrcExt, low, high, kWorldForces);
    }
    writer.finish();
  }

  void info(Info& out) const {
    const double* const place =
        kVersion == 5 ? simulation_[Array::kQpos] : simulation_[Array::kXpos] + 3 * body_;
    out.x_position = place[0];
    out.y_position = place[1];
    out.distance_from_origin = numpy::norm({place, 2});
    out.x_velocity = velocity_[0];
    out.y_velocity = velocity_[1];
    out.reward_forward = forward_reward();
    out.reward_survive = healthy_reward_;
    if constexpr (kVersion == 5) {
      out.reward_ctrl = -control_cost_;
      out.reward_contact = -contact_cost_;
    } else {
      // The reference overwrites this entry if contact forces have a cost.
      out.reward_ctrl = config_.use_contact_forces ? -contact_cost_ : -control_cost_;
      out.forward_reward = forward_reward();
    }
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {Array::kXpos, Array::kCfrcExt});
    io(velocity_, healthy_reward_, control_cost_, contact_cost_);
  }

 private:
  static constexpr std::size_t kWorldForces = kVersion == 5 ? 6 : 0;  // which are not observed

  static bool observes_forces(const Config& config) {
    if constexpr (kVersion == 5) {
      return config.include_cfrc_ext_in_observation;
    } else {
      return config.use_contact_forces;
    }
  }
  static std::size_t number_of(const BodyName& body, const Model& model) {
    if (const auto* const name = std::get_if<std::string>(&body)) return model.body(*name);
    const auto number = std::get<std::int64_t>(body);
    if (number < 0 || number >= static_cast<std::int64_t>(model.facts().nbody)) {
      throw std::invalid_argument("main_body must be the name or number of one of the model's " +
                                  std::to_string(model.facts().nbody) + " bodies, got " +
                                  std::to_string(number));
    }
    return static_cast<std::size_t>(number);
  }

  void advance(const Controls& controls) {
    if (kVersion == 4 && !observes_forces(config_)) return simulation_.advance(controls);
    simulation_.advance_with_forces(controls);
    contact_cost_ = config_.contact_cost_weight * sum_of_forces();
  }
  bool is_healthy() const {
    const auto [low, high] = config_.healthy_z_range;
    const double z = simulation_[Array::kQpos][2];
    return simulation_.is_finite() && low <= z && z <= high;
  }
  double sum_of_forces() const {
    const auto [low, high] = config_.contact_force_range;
    const double* const forces = simulation_[Array::kCfrcExt];
    return math::pairwise_sum<double>(0, simulation_.size(Array::kCfrcExt),
                                      [=, low = low, high = high](std::size_t i) {
                                        const double force = math::clip(forces[i], low, high);
                                        return force * force;
                                      });
  }
  double forward_reward() const { return velocity_[0] * config_.forward_reward_weight; }

  Config config_;
  std::size_t body_;
  std::array<double, 2> velocity_{};
  double healthy_reward_ = 0.0;
  double contact_cost_ = 0.0;
  float control_cost_ = 0.0f;
};

using Ant = Environment<AntRules<5>>;
using AntV4 = Environment<AntRules<4>>;

}  // namespace pp::mujoco

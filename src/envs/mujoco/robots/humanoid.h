// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Humanoid: walk as a body of some twenty joints, with the rewards of Gymnasium's HumanoidEnv.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "humanoid_parts.h"

namespace pp::mujoco {

struct HumanoidV4Config : FixedModel<"humanoid.xml", 5>, AllHumanoidParts {
  double forward_reward_weight = 1.25;
  double ctrl_cost_weight = 0.1;
  Number healthy_reward = 5.0;
  bool terminate_when_unhealthy = true;
  std::array<double, 2> healthy_z_range = {1.0, 2.0};
  double reset_noise_scale = 1e-2;
  bool exclude_current_positions_from_observation = true;

  static constexpr auto options() {
    using Self = HumanoidV4Config;
    return option_list(
        shared_option::forward_reward_weight<Self>(), shared_option::ctrl_cost_weight<Self>(),
        shared_option::healthy_reward<Self>(), shared_option::terminate_when_unhealthy<Self>(),
        shared_option::healthy_z_range<Self>(), shared_option::reset_noise_scale<Self>(),
        shared_option::exclude_current_positions_from_observation<Self>());
  }
};

struct HumanoidV5Config : ChosenModel<"humanoid.xml", 5>, ChosenHumanoidParts {
  double forward_reward_weight = 1.25;
  double ctrl_cost_weight = 0.1;
  double contact_cost_weight = 5e-7;
  std::array<double, 2> contact_cost_range = {-kInfinity, 10.0};
  Number healthy_reward = 5.0;
  bool terminate_when_unhealthy = true;
  std::array<double, 2> healthy_z_range = {1.0, 2.0};
  double reset_noise_scale = 1e-2;

  static constexpr auto options() {
    using Self = HumanoidV5Config;
    return option_list(
        ChosenModel::options(),

        shared_option::forward_reward_weight<Self>(), shared_option::ctrl_cost_weight<Self>(),
        shared_option::contact_cost_weight<Self>(),
        option("contact_cost_range", &Self::contact_cost_range,
               "Range to which the contact cost is clipped."),
        shared_option::healthy_reward<Self>(), shared_option::terminate_when_unhealthy<Self>(),
        shared_option::healthy_z_range<Self>(), shared_option::reset_noise_scale<Self>(),
        ChosenHumanoidParts::options<Self>());
  }
};

// Whether the centre of mass is a sum of rounded products, as before Gymnasium 1.2.1. Since then,
// each is added before it is rounded. Set once, when the module is loaded.
inline bool humanoid_rounds_products = false;

template <int kVersion>
class HumanoidRules : public Robot {
 public:
  using Config = std::conditional_t<kVersion == 5, HumanoidV5Config, HumanoidV4Config>;
  struct InfoV4 {
    Row<double> reward_forward, reward_ctrl, reward_survive, x_position, y_position;
    Row<double> distance_from_origin, x_velocity, y_velocity, forward_reward;
  };
  struct InfoV5 {
    Row<double> x_position, y_position;
    Row<double, kDynamic> tendon_length, tendon_velocity;
    Row<double> distance_from_origin, x_velocity, y_velocity;
    Row<double> reward_survive, reward_forward, reward_ctrl, reward_contact;
  };
  using Info = std::conditional_t<kVersion == 5, InfoV5, InfoV4>;

  static void check(const ModelFacts& facts) { check_least(facts, 7, 6); }
  static std::size_t observation_size(const Config& config, const ModelFacts& facts) {
    return HumanoidObservation<kVersion>::size(config, facts);
  }
  static Space<Info> info_space(const Model& model) {
    constexpr bool v5 = kVersion == 5;
    constexpr Presence always = Presence::kAlways, after_step = Presence::kAfterStep;
    constexpr Presence place = v5 ? always : after_step;
    std::vector<NamedSpace<Info>> entries{
        {"x_position", value(&Info::x_position, place), "Position along the x axis in metres."},
        {"y_position", value(&Info::y_position, place), "Position along the y axis in metres."},
        {"distance_from_origin", value(&Info::distance_from_origin, place),
         "Distance from the origin in the x-y plane in metres."},
        {"x_velocity", value(&Info::x_velocity, after_step),
         "Velocity along the x axis in metres per second."},
        {"y_velocity", value(&Info::y_velocity, after_step),
         "Velocity along the y axis in metres per second."},
        {v5 ? "reward_survive" : "reward_alive", value(&Info::reward_survive, after_step),
         "Part of the reward for being healthy."},
        {v5 ? "reward_forward" : "reward_linvel", value(&Info::reward_forward, after_step),
         "Part of the reward for moving forward."},
        {v5 ? "reward_ctrl" : "reward_quadctrl", value(&Info::reward_ctrl, after_step),
         v5 ? "Part of the reward for the size of the action, at most 0."
            : "Part of the reward for the size of the action."}};
    if constexpr (v5) {
      const std::size_t tendons = model.size(Array::kTenLength);
      entries.push_back({"tendon_length", value(&Info::tendon_length, always, {tendons}),
                         "Length of each tendon in metres."});
      entries.push_back({"tendon_velocity", value(&Info::tendon_velocity, always, {tendons}),
                         "Velocity of each tendon in metres per second."});
      entries.push_back({"reward_contact", value(&Info::reward_contact, after_step),
                         "Part of the reward for contact forces, at most 0."});
    } else {
      entries.push_back({"forward_reward", value(&Info::forward_reward, after_step),
                         "Part of the reward for moving forward, under its older name."});
    }
    return dict<Info>(std::move(entries));
  }

  HumanoidRules(const Config& config, std::shared_ptr<const Model> model)
      : Robot(model, config.frame_skip), config_(config) {
    check_noise_scale(config.reset_noise_scale);
    const std::vector<double>& mass = model->facts().body_mass;
    mass_ = math::pairwise_sum<double>(0, mass.size(), [&](std::size_t i) { return mass[i]; });
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, config_.reset_noise_scale); }

  Transition step(const Controls& controls) {
    const std::array<double, 2> before = mass_center();
    simulation_.advance_with_forces(controls);
    center_ = mass_center();
    for (std::size_t i = 0; i < 2; ++i) velocity_[i] = (center_[i] - before[i]) / simulation_.dt();
    const double z = simulation_[Array::kQpos][2];
    const bool healthy = config_.healthy_z_range[0] < z && z < config_.healthy_z_range[1];
    healthy_reward_ = healthy_reward<kVersion>(config_, healthy);
    control_cost_ = config_.ctrl_cost_weight * simulation_.sum_of_squares_of(Array::kCtrl);
    if constexpr (kVersion == 5) {
      contact_cost_ =
          math::clip(config_.contact_cost_weight * simulation_.sum_of_squares_of(Array::kCfrcExt),
                     config_.contact_cost_range[0], config_.contact_cost_range[1]);
    }
    return {.reward = (forward_reward() + healthy_reward_) - (control_cost_ + contact_cost_),
            .terminated = !healthy && config_.terminate_when_unhealthy};
  }

  void observe(std::span<double> out) const {
    HumanoidObservation<kVersion>::write(config_, simulation_, out);
  }

  void info(Info& out) const {
    const double* const place = kVersion == 5 ? simulation_[Array::kQpos] : center_.data();
    out.x_position = place[0];
    out.y_position = place[1];
    out.distance_from_origin = numpy::norm({place, 2});
    out.x_velocity = velocity_[0];
    out.y_velocity = velocity_[1];
    out.reward_survive = healthy_reward_;
    out.reward_forward = forward_reward();
    out.reward_ctrl = -control_cost_;
    if constexpr (kVersion == 5) {
      copy_array(simulation_, Array::kTenLength, out.tendon_length);
      copy_array(simulation_, Array::kTenVelocity, out.tendon_velocity);
      out.reward_contact = -contact_cost_;
    } else {
      out.forward_reward = forward_reward();
    }
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, kHumanoidResults);
    io(center_, velocity_, healthy_reward_, control_cost_, contact_cost_);
  }

 private:
  std::array<double, 2> mass_center() const {
    const ModelFacts& facts = simulation_.facts();
    const double* const centers = simulation_[Array::kXipos];
    std::array<double, 2> center{};
    for (std::size_t body = 0; body < facts.nbody; ++body) {
      for (std::size_t i = 0; i < 2; ++i) {
        const double mass = facts.body_mass[body], position = centers[3 * body + i];
        center[i] = humanoid_rounds_products ? center[i] + mass * position
                                             : math::add_product(center[i], mass, position);
      }
    }
    for (double& value : center) value /= mass_;
    return center;
  }
  double forward_reward() const { return config_.forward_reward_weight * velocity_[0]; }

  Config config_;
  double mass_;
  std::array<double, 2> center_{}, velocity_{};
  double healthy_reward_ = 0.0;
  double control_cost_ = 0.0;
  double contact_cost_ = 0.0;
};

using Humanoid = Environment<HumanoidRules<5>>;
using HumanoidV4 = Environment<HumanoidRules<4>>;

}  // namespace pp::mujoco

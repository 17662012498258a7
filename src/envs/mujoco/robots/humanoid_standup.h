// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// HumanoidStandup: get up as a body of some twenty joints, with the rewards of Gymnasium's
// HumanoidStandupEnv.
#pragma once

#include <array>
#include <span>
#include <type_traits>

#include "humanoid_parts.h"

namespace pp::mujoco {

struct HumanoidStandupV4Config : FixedModel<"humanoidstandup.xml", 5>, AllHumanoidParts {
  static constexpr double ctrl_cost_weight = 0.1;
  static constexpr double impact_cost_weight = 0.5e-6;
  static constexpr std::array<double, 2> impact_cost_range = {-kInfinity, 10.0};
  static constexpr double reset_noise_scale = 1e-2;
  static constexpr bool exclude_current_positions_from_observation = true;
};

struct HumanoidStandupV5Config : ChosenModel<"humanoidstandup.xml", 5>, ChosenHumanoidParts {
  double uph_cost_weight = 1.0;
  double ctrl_cost_weight = 0.1;
  double impact_cost_weight = 0.5e-6;
  std::array<double, 2> impact_cost_range = {-kInfinity, 10.0};
  double reset_noise_scale = 1e-2;

  static constexpr auto options() {
    using Self = HumanoidStandupV5Config;
    return option_list(
        ChosenModel::options(),

        option("uph_cost_weight", &Self::uph_cost_weight, "Has no effect, as in Gymnasium."),
        shared_option::ctrl_cost_weight<Self>(),
        option("impact_cost_weight", &Self::impact_cost_weight, meaning::kContactWeight),
        option("impact_cost_range", &Self::impact_cost_range,
               "Range to which the contact cost is clipped."),
        shared_option::reset_noise_scale<Self>(), ChosenHumanoidParts::options<Self>());
  }
};

template <int kVersion>
class HumanoidStandupRules : public Robot {
 public:
  using Config =
      std::conditional_t<kVersion == 5, HumanoidStandupV5Config, HumanoidStandupV4Config>;
  struct InfoV4 {
    Row<double> reward_linup, reward_quadctrl, reward_impact;
  };
  struct InfoV5 {
    Row<double> x_position, y_position, z_distance_from_origin;
    Row<double, kDynamic> tendon_length, tendon_velocity;
    Row<double> reward_linup, reward_quadctrl, reward_impact;
  };
  using Info = std::conditional_t<kVersion == 5, InfoV5, InfoV4>;

  static void check(const ModelFacts& facts) { check_least(facts, 7, 6); }
  static std::size_t observation_size(const Config& config, const ModelFacts& facts) {
    return HumanoidObservation<kVersion>::size(config, facts);
  }
  static Space<Info> info_space(const Model& model) {
    constexpr Presence always = Presence::kAlways, after_step = Presence::kAfterStep;
    std::vector<NamedSpace<Info>> entries{
        {"reward_linup", value(&Info::reward_linup, after_step),
         "Part of the reward for the height of the torso."},
        {"reward_quadctrl", value(&Info::reward_quadctrl, after_step),
         "Part of the reward for the size of the action."},
        {"reward_impact", value(&Info::reward_impact, after_step),
         "Part of the reward for contact forces, at most 0."}};
    if constexpr (kVersion == 5) {
      const std::size_t tendons = model.size(Array::kTenLength);
      entries.push_back(
          {"x_position", value(&Info::x_position), "Position along the x axis in metres."});
      entries.push_back(
          {"y_position", value(&Info::y_position), "Position along the y axis in metres."});
      entries.push_back({"z_distance_from_origin", value(&Info::z_distance_from_origin),
                         "Height above the start in metres."});
      entries.push_back({"tendon_length", value(&Info::tendon_length, always, {tendons}),
                         "Length of each tendon in metres."});
      entries.push_back({"tendon_velocity", value(&Info::tendon_velocity, always, {tendons}),
                         "Velocity of each tendon in metres per second."});
    }
    return dict<Info>(std::move(entries));
  }

  HumanoidStandupRules(const Config& config, std::shared_ptr<const Model> model)
      : Robot(std::move(model), config.frame_skip), config_(config) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, config_.reset_noise_scale); }

  Transition step(const Controls& controls) {
    simulation_.advance_with_forces(controls);
    up_reward_ = simulation_[Array::kQpos][2] / simulation_.facts().timestep;
    control_cost_ = config_.ctrl_cost_weight * simulation_.sum_of_squares_of(Array::kCtrl);
    impact_cost_ =
        math::clip(config_.impact_cost_weight * simulation_.sum_of_squares_of(Array::kCfrcExt),
                   config_.impact_cost_range[0], config_.impact_cost_range[1]);
    return {.reward = up_reward_ - control_cost_ - impact_cost_ + 1};
  }

  void observe(std::span<double> out) const {
    HumanoidObservation<kVersion>::write(config_, simulation_, out);
  }

  void info(Info& out) const {
    if constexpr (kVersion == 5) {
      const double* const qpos = simulation_[Array::kQpos];
      out.x_position = qpos[0];
      out.y_position = qpos[1];
      out.z_distance_from_origin = qpos[2] - simulation_.facts().qpos0[2];
      copy_array(simulation_, Array::kTenLength, out.tendon_length);
      copy_array(simulation_, Array::kTenVelocity, out.tendon_velocity);
    }
    out.reward_linup = up_reward_;
    out.reward_quadctrl = -control_cost_;
    out.reward_impact = -impact_cost_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, kHumanoidResults);
    io(up_reward_, control_cost_, impact_cost_);
  }

 private:
  Config config_;
  double up_reward_ = 0.0;
  double control_cost_ = 0.0;
  double impact_cost_ = 0.0;
};

using HumanoidStandup = Environment<HumanoidStandupRules<5>>;
using HumanoidStandupV4 = Environment<HumanoidStandupRules<4>>;

}  // namespace pp::mujoco

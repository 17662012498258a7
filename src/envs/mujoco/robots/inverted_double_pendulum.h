// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// InvertedDoublePendulum: keep two linked poles upright on a cart, with the rewards of Gymnasium's
// InvertedDoublePendulumEnv.
#pragma once

#include <cmath>
#include <span>
#include <type_traits>

#include "mujoco/physics/environment.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

// Version 4 has neither options nor infos, rewards each step and observes all forces.
struct InvertedDoublePendulumV4Config : FixedModel<"inverted_double_pendulum.xml", 5> {
  static constexpr Number healthy_reward = 10.0;
  static constexpr double reset_noise_scale = 0.1;
};
struct InvertedDoublePendulumV5Config : ChosenModel<"inverted_double_pendulum.xml", 5> {
  Number healthy_reward = 10.0;
  double reset_noise_scale = 0.1;

  static constexpr auto options() {
    using Self = InvertedDoublePendulumV5Config;
    return option_list(ChosenModel::options(), shared_option::healthy_reward<Self>(),
                       shared_option::reset_noise_scale<Self>());
  }
};

template <int kVersion>
class InvertedDoublePendulumBase : public Robot {
 public:
  using Config = std::conditional_t<kVersion == 5, InvertedDoublePendulumV5Config,
                                    InvertedDoublePendulumV4Config>;

  static void check(const ModelFacts& facts) {
    check_sizes(facts, 3, 3);
    if (facts.sizes[index_of(Array::kSiteXpos)] == 0) {
      throw std::invalid_argument(
          "xml_file: the model has no site, but this environment needs one");
    }
  }
  static std::size_t observation_size(const Config&, const ModelFacts&) { return 8 + kForces; }

  InvertedDoublePendulumBase(const Config& config, std::shared_ptr<const Model> model)
      : Robot(std::move(model), config.frame_skip),
        healthy_reward_(config.healthy_reward),
        noise_(config.reset_noise_scale) {
    check_noise_scale(noise_);
  }

  void reset(Rng& rng) { simulation_.start_normal(rng, noise_); }

  Transition step(const Controls& controls) {
    simulation_.advance(controls);
    const double x = simulation_[Array::kSiteXpos][0];
    const double y = simulation_[Array::kSiteXpos][2];
    const double* const qvel = simulation_[Array::kQvel];
    const bool terminated = y <= 1;
    distance_penalty_ = 0.01 * math::square(x) + math::square(y - 2);
    velocity_penalty_ = 1e-3 * math::square(qvel[1]) + 5e-3 * math::square(qvel[2]);
    alive_bonus_ = times(!(kVersion == 5 && terminated), healthy_reward_);
    return {.reward = alive_bonus_ - distance_penalty_ - velocity_penalty_,
            .terminated = terminated};
  }

  void observe(std::span<double> out) const {
    const double* const qpos = simulation_[Array::kQpos];
    ObservationWriter writer(out);
    writer.add(qpos[0]);
    for (std::size_t i = 1; i < 3; ++i) writer.add(std::sin(qpos[i]));
    for (std::size_t i = 1; i < 3; ++i) writer.add(std::cos(qpos[i]));
    writer.add_clipped(simulation_, Array::kQvel, -10.0, 10.0);
    for (std::size_t i = 0; i < kForces; ++i) {
      writer.add(math::clip(simulation_[Array::kQfrcConstraint][i], -10.0, 10.0));
    }
    writer.finish();
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {Array::kQfrcConstraint});
    io(alive_bonus_, distance_penalty_, velocity_penalty_);
  }

 protected:
  double alive_bonus_ = 0.0;
  double distance_penalty_ = 0.0;
  double velocity_penalty_ = 0.0;

 private:
  static constexpr std::size_t kForces = kVersion == 5 ? 1 : 3;

  Number healthy_reward_;
  double noise_;
};

class InvertedDoublePendulumRules : public InvertedDoublePendulumBase<5> {
 public:
  struct Info {
    Row<double> reward_survive, distance_penalty, velocity_penalty;
  };

  using InvertedDoublePendulumBase::InvertedDoublePendulumBase;

  static Space<Info> info_space(const Model&) {
    constexpr Presence after_step = Presence::kAfterStep;
    return dict<Info>(
        {{"reward_survive", value(&Info::reward_survive, after_step),
          "Part of the reward for being healthy."},
         {"distance_penalty", value(&Info::distance_penalty, after_step),
          "Part of the reward for the distance of the tip from its target, at most 0."},
         {"velocity_penalty", value(&Info::velocity_penalty, after_step),
          "Part of the reward for the joints' velocities, at most 0."}});
  }
  void info(Info& out) const {
    out.reward_survive = alive_bonus_;
    out.distance_penalty = -distance_penalty_;
    out.velocity_penalty = -velocity_penalty_;
  }
};

using InvertedDoublePendulum = Environment<InvertedDoublePendulumRules>;
using InvertedDoublePendulumV4 = Environment<InvertedDoublePendulumBase<4>>;

}  // namespace pp::mujoco

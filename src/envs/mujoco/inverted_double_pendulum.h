// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// InvertedDoublePendulum: keep two linked poles upright on a cart, with the rewards of Gymnasium's
// InvertedDoublePendulumEnv (v5).
#pragma once

#include <cmath>
#include <tuple>

#include "options.h"
#include "simulation.h"

namespace pp::mujoco {

class InvertedDoublePendulum {
 public:
  struct Config {
    std::string xml_file = "inverted_double_pendulum.xml";
    std::int64_t frame_skip = 5;
    double healthy_reward = 10.0;
    double reset_noise_scale = 0.1;

    static constexpr auto options() {
      return std::tuple{option("xml_file", &Config::xml_file, meaning::kXmlFile),
                        option("frame_skip", &Config::frame_skip, meaning::kFrameSkip),
                        option("healthy_reward", &Config::healthy_reward, meaning::kHealthyReward),
                        option("reset_noise_scale", &Config::reset_noise_scale, meaning::kNoise)};
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
    Row<double> reward_survive, distance_penalty, velocity_penalty;
  };

  static Spec<InvertedDoublePendulum> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    check_sizes(model->facts(), 3, 3);
    constexpr Presence after_step = Presence::kAfterStep;
    return {.observation = observation_space<Observation>(9),
            .action = action_space<Action>(model->facts()),
            .info = dict<Info>({{"reward_survive", value(&Info::reward_survive, after_step)},
                                {"distance_penalty", value(&Info::distance_penalty, after_step)},
                                {"velocity_penalty", value(&Info::velocity_penalty, after_step)}})};
  }

  InvertedDoublePendulum(const Config& config, const Shared& shared)
      : config_(config), simulation_(shared.model, config.frame_skip) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_normal(rng, config_.reset_noise_scale); }

  Transition step(const Action& action) {
    simulation_.advance(action.controls);
    const double x = simulation_[Array::kSiteXpos][0];
    const double y = simulation_[Array::kSiteXpos][2];
    const double* const qvel = simulation_[Array::kQvel];
    const bool terminated = y <= 1;
    distance_penalty_ = 0.01 * math::square(x) + math::square(y - 2);
    velocity_penalty_ = 1e-3 * math::square(qvel[1]) + 5e-3 * math::square(qvel[2]);
    alive_bonus_ = config_.healthy_reward * (terminated ? 0 : 1);
    return {.reward = alive_bonus_ - distance_penalty_ - velocity_penalty_,
            .terminated = terminated};
  }

  void observe(Observation& out) const {
    const double* const qpos = simulation_[Array::kQpos];
    ObservationWriter writer(out.values);
    writer.add(qpos[0]);
    for (std::size_t i = 1; i < 3; ++i) writer.add(std::sin(qpos[i]));
    for (std::size_t i = 1; i < 3; ++i) writer.add(std::cos(qpos[i]));
    writer.add_clipped(simulation_, Array::kQvel, -10.0, 10.0);
    writer.add(clip(simulation_[Array::kQfrcConstraint][0], -10.0, 10.0));
    writer.finish();
  }

  void info(Info& out) const {
    out.reward_survive = alive_bonus_;
    out.distance_penalty = -distance_penalty_;
    out.velocity_penalty = -velocity_penalty_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {Array::kQfrcConstraint});
    io(alive_bonus_, distance_penalty_, velocity_penalty_);
  }

 private:
  Config config_;
  Simulation simulation_;
  double alive_bonus_ = 0.0;
  double distance_penalty_ = 0.0;
  double velocity_penalty_ = 0.0;
};

}  // namespace pp::mujoco

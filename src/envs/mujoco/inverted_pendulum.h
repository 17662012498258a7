// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// InvertedPendulum: keep a pole upright on a cart, with the rewards of Gymnasium's
// InvertedPendulumEnv (v5).
#pragma once

#include <algorithm>
#include <cmath>
#include <tuple>

#include "options.h"
#include "simulation.h"

namespace pp::mujoco {

class InvertedPendulum {
 public:
  struct Config {
    std::string xml_file = "inverted_pendulum.xml";
    std::int64_t frame_skip = 2;
    double reset_noise_scale = 0.01;

    static constexpr auto options() {
      return std::tuple{option("xml_file", &Config::xml_file, meaning::kXmlFile),
                        option("frame_skip", &Config::frame_skip, meaning::kFrameSkip),
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
    Row<std::int64_t> reward_survive;
  };

  static Spec<InvertedPendulum> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    check_sizes(model->facts(), 2, 2);
    return {.observation = observation_space<Observation>(4),
            .action = action_space<Action>(model->facts()),
            .info = dict<Info>(
                {{"reward_survive", value(&Info::reward_survive, Presence::kAfterStep)}})};
  }

  InvertedPendulum(const Config& config, const Shared& shared)
      : config_(config), simulation_(shared.model, config.frame_skip) {
    check_noise_scale(config.reset_noise_scale);
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, config_.reset_noise_scale); }

  Transition step(const Action& action) {
    simulation_.advance(action.controls);
    const bool terminated =
        !simulation_.is_finite() || std::abs(simulation_[Array::kQpos][1]) > 0.2;
    reward_ = terminated ? 0 : 1;
    return {.reward = static_cast<double>(reward_), .terminated = terminated};
  }

  void observe(Observation& out) const {
    ObservationWriter writer(out.values);
    writer.add(simulation_, Array::kQpos);
    writer.add(simulation_, Array::kQvel);
    writer.finish();
  }

  void info(Info& out) const { out.reward_survive = reward_; }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {});
    io(reward_);
  }

 private:
  Config config_;
  Simulation simulation_;
  std::int64_t reward_ = 0;
};

}  // namespace pp::mujoco

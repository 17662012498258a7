// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// InvertedPendulum: keep a pole upright on a cart, with the rewards of Gymnasium's
// InvertedPendulumEnv.
#pragma once

#include <cmath>
#include <span>

#include "mujoco/physics/environment.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

// Version 4 has neither options nor infos, and rewards each step.
struct InvertedPendulumV4Config : FixedModel<"inverted_pendulum.xml", 2> {
  static constexpr double reset_noise_scale = 0.01;
};
struct InvertedPendulumV5Config : ChosenModel<"inverted_pendulum.xml", 2> {
  double reset_noise_scale = 0.01;

  static constexpr auto options() {
    return option_list(ChosenModel::options(),
                       shared_option::reset_noise_scale<InvertedPendulumV5Config>());
  }
};

template <int kVersion>
class InvertedPendulumBase : public Robot {
 public:
  using Config =
      std::conditional_t<kVersion == 5, InvertedPendulumV5Config, InvertedPendulumV4Config>;

  static void check(const ModelFacts& facts) { check_sizes(facts, 2, 2); }
  static std::size_t observation_size(const Config&, const ModelFacts&) { return 4; }

  InvertedPendulumBase(const Config& config, std::shared_ptr<const Model> model)
      : Robot(std::move(model), config.frame_skip), noise_(config.reset_noise_scale) {
    check_noise_scale(noise_);
  }

  void reset(Rng& rng) { simulation_.start_uniform(rng, noise_); }

  Transition step(const Controls& controls) {
    simulation_.advance(controls);
    const bool terminated =
        !simulation_.is_finite() || std::abs(simulation_[Array::kQpos][1]) > 0.2;
    reward_ = kVersion == 5 && terminated ? 0 : 1;
    return {.reward = static_cast<double>(reward_), .terminated = terminated};
  }

  void observe(std::span<double> out) const {
    ObservationWriter writer(out);
    writer.add(simulation_, Array::kQpos);
    writer.add(simulation_, Array::kQvel);
    writer.finish();
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {});
    io(reward_);
  }

 protected:
  std::int64_t reward_ = 0;

 private:
  double noise_;
};

class InvertedPendulumRules : public InvertedPendulumBase<5> {
 public:
  struct Info {
    Row<std::int64_t> reward_survive;
  };

  using InvertedPendulumBase::InvertedPendulumBase;

  static Space<Info> info_space(const Model&) {
    return dict<Info>({{"reward_survive", value(&Info::reward_survive, Presence::kAfterStep),
                        "Part of the reward for being healthy."}});
  }
  void info(Info& out) const { out.reward_survive = reward_; }
};

using InvertedPendulum = Environment<InvertedPendulumRules>;
using InvertedPendulumV4 = Environment<InvertedPendulumBase<4>>;

}  // namespace pp::mujoco

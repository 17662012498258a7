// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reacher and Pusher: bring an arm's tip to a target, or an object to a goal, with the rewards of
// Gymnasium's ReacherEnv and PusherEnv (of the latter version 5 only).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <type_traits>

#include "mujoco/physics/environment.h"
#include "mujoco/robots/shared_options.h"

namespace pp::mujoco {

// The position of one body relative to another.
using Offset = std::array<double, 3>;
inline Offset offset(const Simulation& simulation, std::size_t body, std::size_t from) {
  const double* const positions = simulation[Array::kXpos];
  Offset difference;
  for (std::size_t i = 0; i < 3; ++i) {
    difference[i] = positions[3 * body + i] - positions[3 * from + i];
  }
  return difference;
}

// Version 4 has no options. Its reward uses the position of the tip before the step, and it
// observes the height between tip and target.
struct ReacherV4Config : FixedModel<"reacher.xml", 2> {
  static constexpr double reward_dist_weight = 1.0;
  static constexpr double reward_control_weight = 1.0;
};
struct ReacherV5Config : ChosenModel<"reacher.xml", 2> {
  double reward_dist_weight = 1.0;
  double reward_control_weight = 1.0;

  static constexpr auto options() {
    using Self = ReacherV5Config;
    return option_list(
        ChosenModel::options(),
        option("reward_dist_weight", &Self::reward_dist_weight,
               "Weight of the distance cost, from the tip to the target."),
        option("reward_control_weight", &Self::reward_control_weight, meaning::kControlWeight));
  }
};

template <int kVersion>
class ReacherRules : public Robot {
 public:
  using Config = std::conditional_t<kVersion == 5, ReacherV5Config, ReacherV4Config>;
  struct Info {
    Row<double> reward_dist;
    Row<float> reward_ctrl;
  };

  static void check(const ModelFacts& facts) { check_sizes(facts, 4, 4); }
  static std::size_t observation_size(const Config&, const ModelFacts&) { return 8 + kOffsets; }
  static Space<Info> info_space(const Model&) {
    constexpr Presence after_step = Presence::kAfterStep;
    return dict<Info>({{"reward_dist", value(&Info::reward_dist, after_step),
                        "Part of the reward for the distance to the target, at most 0."},
                       {"reward_ctrl", value(&Info::reward_ctrl, after_step),
                        "Part of the reward for the size of the action, at most 0."}});
  }

  ReacherRules(const Config& config, std::shared_ptr<const Model> model)
      : Robot(model, config.frame_skip),
        config_(config),
        fingertip_(model->body("fingertip")),
        target_(model->body("target")) {}

  void reset(Rng& rng) {
    simulation_.start([&](double* qpos, double* qvel) {
      for (std::size_t i = 0; i < 4; ++i) qpos[i] = rng.uniform(-0.1, 0.1) + qpos[i];
      do {
        for (std::size_t i = 2; i < 4; ++i) qpos[i] = rng.uniform(-0.2, 0.2);
      } while (!(numpy::norm({qpos + 2, 2}) < 0.2));
      for (std::size_t i = 0; i < 4; ++i) qvel[i] = 0.0 + rng.uniform(-0.005, 0.005);
      std::fill(qvel + 2, qvel + 4, 0.0);
    });
  }

  Transition step(const Controls& controls) {
    if constexpr (kVersion == 4) reward_distance();
    simulation_.advance(controls);
    if constexpr (kVersion == 5) reward_distance();
    reward_ctrl_ = -control_cost(config_.reward_control_weight, controls);
    return {.reward = reward_dist_ + reward_ctrl_};
  }

  void observe(std::span<double> out) const {
    const double* const qpos = simulation_[Array::kQpos];
    const double* const qvel = simulation_[Array::kQvel];
    const Offset to_target = offset(simulation_, fingertip_, target_);
    ObservationWriter writer(out);
    for (std::size_t i = 0; i < 2; ++i) writer.add(std::cos(qpos[i]));
    for (std::size_t i = 0; i < 2; ++i) writer.add(std::sin(qpos[i]));
    for (std::size_t i = 2; i < 4; ++i) writer.add(qpos[i]);
    for (std::size_t i = 0; i < 2; ++i) writer.add(qvel[i]);
    for (std::size_t i = 0; i < kOffsets; ++i) writer.add(to_target[i]);
    writer.finish();
  }

  void info(Info& out) const {
    out.reward_dist = reward_dist_;
    out.reward_ctrl = reward_ctrl_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {Array::kXpos});
    io(reward_dist_, reward_ctrl_);
  }

 private:
  static constexpr std::size_t kOffsets = kVersion == 5 ? 2 : 3;

  void reward_distance() {
    reward_dist_ =
        -numpy::norm(offset(simulation_, fingertip_, target_)) * config_.reward_dist_weight;
  }

  Config config_;
  std::size_t fingertip_, target_;
  double reward_dist_ = 0.0;
  float reward_ctrl_ = 0.0f;
};

class PusherRules : public Robot {
 public:
  struct Config : ChosenModel<"pusher_v5.xml", 5> {
    double reward_near_weight = 0.5;
    double reward_dist_weight = 1.0;
    double reward_control_weight = 0.1;

    static constexpr auto options() {
      return option_list(
          ChosenModel::options(),
          option("reward_near_weight", &Config::reward_near_weight,
                 "Weight of the distance cost from the tip to the object."),
          option("reward_dist_weight", &Config::reward_dist_weight,
                 "Weight of the distance cost from the object to the goal."),
          option("reward_control_weight", &Config::reward_control_weight, meaning::kControlWeight));
    }
  };
  struct Info {
    Row<double> reward_dist, reward_near;
    Row<float> reward_ctrl;
  };

  static void check(const ModelFacts& facts) { check_sizes(facts, 11, 11); }
  static std::size_t observation_size(const Config&, const ModelFacts&) { return 23; }
  static Space<Info> info_space(const Model&) {
    constexpr Presence after_step = Presence::kAfterStep;
    return dict<Info>({{"reward_dist", value(&Info::reward_dist, after_step),
                        "Part of the reward for the distance to the target, at most 0."},
                       {"reward_ctrl", value(&Info::reward_ctrl, after_step),
                        "Part of the reward for the size of the action, at most 0."},
                       {"reward_near", value(&Info::reward_near, after_step),
                        "Part of the reward for the distance between arm and object, at most 0."}});
  }

  PusherRules(const Config& config, std::shared_ptr<const Model> model)
      : Robot(model, config.frame_skip),
        config_(config),
        tip_(model->body("tips_arm")),
        object_(model->body("object")),
        goal_(model->body("goal")) {}

  void reset(Rng& rng) {
    simulation_.start([&](double* qpos, double* qvel) {
      std::array<double, 2> object;
      do {
        object[0] = rng.uniform(-0.3, 0.0);
        object[1] = rng.uniform(-0.2, 0.2);
      } while (!(numpy::norm(object) > 0.17));
      std::copy(object.begin(), object.end(), qpos + 7);
      std::fill(qpos + 9, qpos + 11, 0.0);  // the goal
      for (std::size_t i = 0; i < 11; ++i) qvel[i] = 0.0 + rng.uniform(-0.005, 0.005);
      std::fill(qvel + 7, qvel + 11, 0.0);
    });
  }

  Transition step(const Controls& controls) {
    simulation_.advance(controls);
    reward_near_ = -numpy::norm(offset(simulation_, object_, tip_)) * config_.reward_near_weight;
    reward_dist_ = -numpy::norm(offset(simulation_, object_, goal_)) * config_.reward_dist_weight;
    reward_ctrl_ = -control_cost(config_.reward_control_weight, controls);
    return {.reward = reward_dist_ + reward_ctrl_ + reward_near_};
  }

  void observe(std::span<double> out) const {
    ObservationWriter writer(out);
    const double* const qpos = simulation_[Array::kQpos];
    const double* const qvel = simulation_[Array::kQvel];
    std::copy_n(qpos, 7, writer.take(7));
    std::copy_n(qvel, 7, writer.take(7));
    for (const std::size_t body : {tip_, object_, goal_}) {
      std::copy_n(simulation_[Array::kXpos] + 3 * body, 3, writer.take(3));
    }
    writer.finish();
  }

  void info(Info& out) const {
    out.reward_dist = reward_dist_;
    out.reward_ctrl = reward_ctrl_;
    out.reward_near = reward_near_;
  }

  void serialize(StateIO& io) {
    simulation_.serialize(io, {Array::kXpos});
    io(reward_dist_, reward_near_, reward_ctrl_);
  }

 private:
  Config config_;
  std::size_t tip_, object_, goal_;
  double reward_dist_ = 0.0;
  double reward_near_ = 0.0;
  float reward_ctrl_ = 0.0f;
};

using Reacher = Environment<ReacherRules<5>>;
using ReacherV4 = Environment<ReacherRules<4>>;
using Pusher = Environment<PusherRules>;

}  // namespace pp::mujoco

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reacher and Pusher: bring an arm's tip to a target, or an object to a goal, with the rewards of
// Gymnasium's ReacherEnv and PusherEnv (v5).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "options.h"
#include "simulation.h"

namespace pp::mujoco {

// Where one body is as seen from another.
using Offset = std::array<double, 3>;
inline Offset offset(const Simulation& simulation, std::size_t body, std::size_t from) {
  const double* const positions = simulation[Array::kXpos];
  Offset difference;
  for (std::size_t i = 0; i < 3; ++i) {
    difference[i] = positions[3 * body + i] - positions[3 * from + i];
  }
  return difference;
}

class Reacher {
 public:
  struct Config {
    std::string xml_file = "reacher.xml";
    std::int64_t frame_skip = 2;
    double reward_dist_weight = 1.0;
    double reward_control_weight = 1.0;

    static constexpr auto options() {
      return std::tuple{
          option("xml_file", &Config::xml_file, meaning::kXmlFile),
          option("frame_skip", &Config::frame_skip, meaning::kFrameSkip),
          option("reward_dist_weight", &Config::reward_dist_weight,
                 "Weight of the distance to the target, which the reward loses."),
          option("reward_control_weight", &Config::reward_control_weight, meaning::kControlWeight)};
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
    Row<double> reward_dist;
    Row<float> reward_ctrl;
  };

  static Spec<Reacher> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    check_sizes(model->facts(), 4, 4);
    constexpr Presence after_step = Presence::kAfterStep;
    return {.observation = observation_space<Observation>(10),
            .action = action_space<Action>(model->facts()),
            .info = dict<Info>({{"reward_dist", value(&Info::reward_dist, after_step)},
                                {"reward_ctrl", value(&Info::reward_ctrl, after_step)}})};
  }

  Reacher(const Config& config, const Shared& shared)
      : config_(config),
        simulation_(shared.model, config.frame_skip),
        fingertip_(shared.model->body("fingertip")),
        target_(shared.model->body("target")) {}

  void reset(Rng& rng) {
    simulation_.start([&](double* qpos, double* qvel) {
      for (std::size_t i = 0; i < 4; ++i) qpos[i] = rng.uniform(-0.1, 0.1) + qpos[i];
      do {
        for (std::size_t i = 2; i < 4; ++i) qpos[i] = rng.uniform(-0.2, 0.2);
      } while (!(norm({qpos + 2, 2}) < 0.2));
      for (std::size_t i = 0; i < 4; ++i) qvel[i] = 0.0 + rng.uniform(-0.005, 0.005);
      std::fill(qvel + 2, qvel + 4, 0.0);
    });
  }

  Transition step(const Action& action) {
    simulation_.advance(action.controls);
    reward_dist_ = -norm(offset(simulation_, fingertip_, target_)) * config_.reward_dist_weight;
    reward_ctrl_ = -sum_of_squares(action.controls.begin(), action.controls.size()) *
                   static_cast<float>(config_.reward_control_weight);
    return {.reward = reward_dist_ + reward_ctrl_};
  }

  void observe(Observation& out) const {
    const double* const qpos = simulation_[Array::kQpos];
    const double* const qvel = simulation_[Array::kQvel];
    const Offset to_target = offset(simulation_, fingertip_, target_);
    ObservationWriter writer(out.values);
    for (std::size_t i = 0; i < 2; ++i) writer.add(std::cos(qpos[i]));
    for (std::size_t i = 0; i < 2; ++i) writer.add(std::sin(qpos[i]));
    for (std::size_t i = 2; i < 4; ++i) writer.add(qpos[i]);
    for (std::size_t i = 0; i < 2; ++i) writer.add(qvel[i]);
    for (std::size_t i = 0; i < 2; ++i) writer.add(to_target[i]);
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
  Config config_;
  Simulation simulation_;
  std::size_t fingertip_, target_;
  double reward_dist_ = 0.0;
  float reward_ctrl_ = 0.0f;
};

class Pusher {
 public:
  struct Config {
    std::string xml_file = "pusher_v5.xml";
    std::int64_t frame_skip = 5;
    double reward_near_weight = 0.5;
    double reward_dist_weight = 1.0;
    double reward_control_weight = 0.1;

    static constexpr auto options() {
      return std::tuple{
          option("xml_file", &Config::xml_file, meaning::kXmlFile),
          option("frame_skip", &Config::frame_skip, meaning::kFrameSkip),
          option("reward_near_weight", &Config::reward_near_weight,
                 "Weight of the distance between tip and object, which the reward loses."),
          option("reward_dist_weight", &Config::reward_dist_weight,
                 "Weight of the distance between object and goal, which the reward loses."),
          option("reward_control_weight", &Config::reward_control_weight, meaning::kControlWeight)};
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
    Row<double> reward_dist, reward_near;
    Row<float> reward_ctrl;
  };

  static Spec<Pusher> spec(const Config& config) {
    const std::shared_ptr<const Model> model = load_gymnasium_model(config.xml_file);
    check_sizes(model->facts(), 11, 11);
    constexpr Presence after_step = Presence::kAfterStep;
    return {.observation = observation_space<Observation>(23),
            .action = action_space<Action>(model->facts()),
            .info = dict<Info>({{"reward_dist", value(&Info::reward_dist, after_step)},
                                {"reward_ctrl", value(&Info::reward_ctrl, after_step)},
                                {"reward_near", value(&Info::reward_near, after_step)}})};
  }

  Pusher(const Config& config, const Shared& shared)
      : config_(config),
        simulation_(shared.model, config.frame_skip),
        tip_(shared.model->body("tips_arm")),
        object_(shared.model->body("object")),
        goal_(shared.model->body("goal")) {}

  void reset(Rng& rng) {
    simulation_.start([&](double* qpos, double* qvel) {
      std::array<double, 2> object;
      do {
        object[0] = rng.uniform(-0.3, 0.0);
        object[1] = rng.uniform(-0.2, 0.2);
      } while (!(norm(object) > 0.17));
      std::copy(object.begin(), object.end(), qpos + 7);
      std::fill(qpos + 9, qpos + 11, 0.0);  // the goal
      for (std::size_t i = 0; i < 11; ++i) qvel[i] = 0.0 + rng.uniform(-0.005, 0.005);
      std::fill(qvel + 7, qvel + 11, 0.0);
    });
  }

  Transition step(const Action& action) {
    simulation_.advance(action.controls);
    reward_near_ = -norm(offset(simulation_, object_, tip_)) * config_.reward_near_weight;
    reward_dist_ = -norm(offset(simulation_, object_, goal_)) * config_.reward_dist_weight;
    reward_ctrl_ = -sum_of_squares(action.controls.begin(), action.controls.size()) *
                   static_cast<float>(config_.reward_control_weight);
    return {.reward = reward_dist_ + reward_ctrl_ + reward_near_};
  }

  void observe(Observation& out) const {
    ObservationWriter writer(out.values);
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
  Simulation simulation_;
  std::size_t tip_, object_, goal_;
  double reward_dist_ = 0.0;
  double reward_near_ = 0.0;
  float reward_ctrl_ = 0.0f;
};

}  // namespace pp::mujoco

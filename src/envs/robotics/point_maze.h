// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// PointMaze: forces move a ball through a maze to a goal, as in Gymnasium-Robotics' PointMazeEnv.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "maze.h"
#include "shared/numpy/functions.h"

namespace pp::robotics {

class PointMaze {
 public:
  struct Config {
    std::string reward_type = "sparse";
    bool continuing_task = true;
    bool reset_target = false;
    MazeMap maze_map;
    double position_noise_range = 0.25;

    static constexpr auto options() {
      return option_list(
          option("reward_type", &Config::reward_type,
                 "\"sparse\": 1 within 0.45 m of the goal, else 0; \"dense\": e to the power of "
                 "minus the distance."),
          option("continuing_task", &Config::continuing_task,
                 "Whether the episode goes on when the goal is reached."),
          option("reset_target", &Config::reset_target, "Whether the goal moves then."),
          option("maze_map", &Config::maze_map,
                 "Rows of cells: 1 is a wall, 0 free, \"g\" may have the goal, \"r\" the start, "
                 "\"c\" both."),
          option("position_noise_range", &Config::position_noise_range,
                 "How far goals and starts are from the middles of cells, in cells."));
    }
    void validate() const {
      if (reward_type != "sparse" && reward_type != "dense") {
        throw std::invalid_argument("reward_type must be 'sparse' or 'dense', got '" + reward_type +
                                    "'");
      }
      if (!(position_noise_range >= 0.0 && std::isfinite(2 * position_noise_range))) {
        throw std::invalid_argument("position_noise_range must be a number from 0 on, got " +
                                    std::to_string(position_noise_range));
      }
    }
  };
  struct ResetOptions {
    std::optional<Cell> goal_cell, reset_cell;
    static constexpr auto options() {
      return option_list(
          option("goal_cell", &ResetOptions::goal_cell, "Row and column of the goal's cell."),
          option("reset_cell", &ResetOptions::reset_cell, "Row and column of the start's cell."));
    }
  };
  struct Shared {
    explicit Shared(const Config& config)
        : maze(std::make_shared<const Maze>(config.maze_map, config.position_noise_range)) {}
    std::shared_ptr<const Maze> maze;
  };
  struct Action {
    Row<float, 2> force;  // along x and y
  };
  struct Observation {
    Row<double, 2> achieved_goal, desired_goal;
    Row<double, 4> observation;  // position and velocity: x, y
  };
  struct Info {
    Row<bool> success;
  };
  struct RenderState {
    Row<std::int64_t> simulation;  // see mujoco::Data::copy_to_picture
    Row<double, 2> goal;
  };

  static Spec<PointMaze> spec(const Config&) {
    return {.observation = dict<Observation>(
                {{"achieved_goal", box(&Observation::achieved_goal, -kInfinity, kInfinity)},
                 {"desired_goal", box(&Observation::desired_goal, -kInfinity, kInfinity)},
                 {"observation", box(&Observation::observation, -kInfinity, kInfinity)}}),
            .action = box(&Action::force, -1, 1),
            .info = dict<Info>({{"success", value(&Info::success),
                                 "Whether the ball is within 0.45 m of the goal."}}),
            .render_state = dict<RenderState>({{"simulation", value(&RenderState::simulation)},
                                               {"goal", value(&RenderState::goal)}})};
  }

  PointMaze(const Config& config, const Shared& shared, EnvId id)
      : maze_(shared.maze),
        data_(maze_->model),
        is_dense_(config.reward_type == "dense"),
        ends_(!config.continuing_task),
        moves_(config.continuing_task && config.reset_target && maze_->goals.size() > 1),
        noise_(config.position_noise_range) {
    data_.set_env_id(id.number);
  }

  void reset(Rng& rng, const ResetOptions& given) {
    const auto chosen = [&](std::string_view name, const std::optional<Cell>& cell, auto&& draw) {
      return moved(cell ? maze_->middle_of(name, *cell) : draw(), rng);
    };
    goal_ = chosen("goal_cell", given.goal_cell, [&] { return one_of(maze_->goals, rng); });
    const Place start = chosen("reset_cell", given.reset_cell, [&] { return one_of_starts(rng); });
    data_.reset();
    std::copy(start.begin(), start.end(), data_[Array::kQpos]);
    data_.forward();
    shown_goal_ = goal_;
    is_near_ = is_near();
  }

  Transition step(const Action& action, Rng& rng) {
    shown_goal_ = goal_;
    double* const velocity = data_[Array::kQvel];
    for (std::size_t i = 0; i < 2; ++i)
      velocity[i] = math::clip(velocity[i], -kMaxSpeed, kMaxSpeed);
    data_.forward();  // under the forces of the step before, as the reference
    double* const forces = data_[Array::kCtrl];
    for (std::size_t i = 0; i < 2; ++i) {
      forces[i] = static_cast<double>(math::clip(action.force[i], -1.0f, 1.0f));
    }
    data_.finish_step();

    is_near_ = is_near();
    const Place way = way_to_goal();
    const double distance = std::sqrt(way[0] * way[0] + way[1] * way[1]);
    const double reward = is_dense_ ? numpy::exp(-distance) : distance <= kNear ? 1.0 : 0.0;
    if (is_near_ && moves_) {
      do goal_ = moved(one_of(maze_->goals, rng), rng);
      while (is_near());
    }
    return {.reward = reward, .terminated = is_near_ && ends_};
  }

  void observe(Observation& out) const {
    const double *const position = data_[Array::kQpos], *const velocity = data_[Array::kQvel];
    for (std::size_t i = 0; i < 2; ++i) {
      out.achieved_goal[i] = position[i];
      out.desired_goal[i] = shown_goal_[i];
      out.observation[i] = position[i];
      out.observation[2 + i] = velocity[i];
    }
  }
  void info(Info& out) const { out.success = is_near_; }
  void render_state(RenderState& out) const {
    out.simulation = data_.copy_to_picture();
    for (std::size_t i = 0; i < 2; ++i) out.goal[i] = goal_[i];
  }

  void serialize(StateIO& io) {
    data_.serialize(io, {});
    io(goal_, shown_goal_, is_near_);
  }

 private:
  using Array = mujoco::Array;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kMaxSpeed = 5.0;  // m/s
  static constexpr double kNear = 0.45;     // of a goal that is reached, in metres
  static constexpr double kFar = 0.5;       // starts are farther from goals

  static Place one_of(const std::vector<Place>& places, Rng& rng) {
    return places[static_cast<std::size_t>(rng.choice(static_cast<std::int64_t>(places.size())))];
  }
  Place one_of_starts(Rng& rng) const {
    const auto is_far = [&](const Place& start) { return numpy::norm(offset(start)) > kFar; };
    if (std::none_of(maze_->starts.begin(), maze_->starts.end(), is_far)) {
      throw std::invalid_argument("maze_map has no cell for a start that is not at the goal");
    }
    while (true) {
      if (const Place start = one_of(maze_->starts, rng); is_far(start)) return start;
    }
  }
  Place moved(Place place, Rng& rng) const {
    for (double& x : place) x += rng.uniform(-noise_, noise_);
    return place;
  }

  Place offset(const Place& place) const { return {place[0] - goal_[0], place[1] - goal_[1]}; }
  Place way_to_goal() const { return offset({data_[Array::kQpos][0], data_[Array::kQpos][1]}); }
  bool is_near() const { return numpy::norm(way_to_goal()) <= kNear; }

  std::shared_ptr<const Maze> maze_;
  mujoco::Data data_;
  bool is_dense_, ends_, moves_;
  double noise_;
  Place goal_{}, shown_goal_{};  // a goal that moves is shown from the next step on
  bool is_near_ = false;
};

}  // namespace pp::robotics

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Rooms without inner walls: Empty, DistShift with its two strips of lava, and Dynamic-Obstacles
// with balls that move.
#pragma once

#include "minigrid/level.h"

namespace pp::minigrid {

class Empty final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t size = 8;
    StartPosition agent_start_pos = {{1, 1}};
    std::int64_t agent_start_dir = 0;

    static constexpr auto options() {
      return option_list(
          option("size", &Config::size, "Width and height of the grid."),
          option("agent_start_pos", &Config::agent_start_pos,
                 "Where the agent starts, as (x, y); None draws place and direction."),
          option("agent_start_dir", &Config::agent_start_dir,
                 "The direction that the agent starts in: 0 right, 1 down, 2 left, 3 "
                 "up."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 3);
    return {size, size, config.max_steps.value_or(4 * config.size * config.size), true};
  }
  explicit Empty(const Config& config)
      : start_(config.agent_start_pos, config.agent_start_dir, layout(config)) {}

  void generate(World& world, Rng& rng) override {
    world.walls();
    world.set({world.width() - 2, world.height() - 2}, kGoal);
    start_.place(world, rng);
    world.mission = "get to the green goal square";
  }

 private:
  Start start_;
};

class DistShift final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t width = 9;
    std::int64_t height = 7;
    StartPosition agent_start_pos = {{1, 1}};
    std::int64_t agent_start_dir = 0;
    std::int64_t strip2_row = 2;

    static constexpr auto options() {
      return option_list(
          option("width", &Config::width, "Width of the grid."),
          option("height", &Config::height, "Height of the grid."),
          option("agent_start_pos", &Config::agent_start_pos,
                 "Where the agent starts, as (x, y); None draws place and direction."),
          option("agent_start_dir", &Config::agent_start_dir,
                 "The direction that the agent starts in: 0 right, 1 down, 2 left, 3 "
                 "up."),
          option("strip2_row", &Config::strip2_row, "The row of the second strip of lava."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t width = side("width", config.width, 3);
    const std::int32_t height = side("height", config.height, 3);
    if (width > 6) check_between("strip2_row", config.strip2_row, 0, height - 1);
    return {width, height, config.max_steps.value_or(4 * config.width * config.height), true};
  }
  explicit DistShift(const Config& config)
      : start_(config.agent_start_pos, config.agent_start_dir, layout(config)),
        strip_(static_cast<std::int32_t>(config.strip2_row)) {}

  void generate(World& world, Rng& rng) override {
    world.walls();
    world.set({world.width() - 2, 1}, kGoal);
    for (std::int32_t x = 3; x < world.width() - 3; ++x) {
      world.set({x, 1}, kLava);
      world.set({x, strip_}, kLava);
    }
    start_.place(world, rng);
    world.mission = "get to the green goal square";
  }

 private:
  Start start_;
  std::int32_t strip_;
};

class DynamicObstacles final : public Level {
 public:
  static constexpr std::int64_t kActions = 3;

  struct Config : CommonConfig {
    std::int64_t size = 8;
    StartPosition agent_start_pos = {{1, 1}};
    std::int64_t agent_start_dir = 0;
    std::int64_t n_obstacles = 4;

    static constexpr auto options() {
      return option_list(
          option("size", &Config::size, "Width and height of the grid."),
          option("agent_start_pos", &Config::agent_start_pos,
                 "Where the agent starts, as (x, y); None draws place and direction."),
          option("agent_start_dir", &Config::agent_start_dir,
                 "The direction that the agent starts in: 0 right, 1 down, 2 left, 3 "
                 "up."),
          option("n_obstacles", &Config::n_obstacles,
                 "Number of balls; more than size / 2 + 1 become size / 2."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 3);
    check_at_least("n_obstacles", config.n_obstacles, 0);
    return {size, size, config.max_steps.value_or(4 * config.size * config.size), true};
  }
  explicit DynamicObstacles(const Config& config)
      : start_(config.agent_start_pos, config.agent_start_dir, layout(config)),
        count_(static_cast<std::size_t>(
            2 * config.n_obstacles <= config.size + 2 ? config.n_obstacles : config.size / 2)) {}

  void generate(World& world, Rng& rng) override {
    world.walls();
    world.set({world.width() - 2, world.height() - 2}, kGoal);
    start_.place(world, rng);
    for (std::size_t i = 0; i < count_; ++i) {
      place(world, rng, Kind::kBall, Color::kBlue, world.whole(), {}, kMaxTries);
    }
    world.mission = "get to the green goal square";
  }

  Transition step(World& world, Move move, Rng& rng) override {
    const Cell front = world.at(world.front());
    const bool blocked = front != kEmpty && front != kGoal;
    for (std::size_t i = 1; i <= count_; ++i) move_obstacle(world, rng, static_cast<ObjectId>(i));
    Transition result = world.act(move);
    if (move == Move::kForward && blocked) {
      result.reward = -1;
      result.terminated = true;
    }
    return result;
  }

  bool is_sound(const World& world) const override {
    for (std::size_t i = 1; i <= count_; ++i) {
      if (i >= world.object_count()) return false;
      if (!world.contains(world.object(static_cast<ObjectId>(i)).position)) return false;
    }
    return true;
  }

 private:
  static constexpr std::int64_t kMaxTries = 100;

  // To a cell next to where it is; it stays where none is found.
  static void move_obstacle(World& world, Rng& rng, ObjectId ball) {
    const Position old = world.object(ball).position;
    try {
      world.put(draw_position(world, rng, {old - Position{1, 1}, {3, 3}}, {}, kMaxTries), ball);
      world.clear(old);
    } catch (const Rejected&) {
    }
  }

  Start start_;
  std::size_t count_;
};

}  // namespace pp::minigrid

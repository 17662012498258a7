// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Memory: remember an object and go to its like at the end of a hallway.
#pragma once

#include "minigrid/level.h"

namespace pp::minigrid {

class Memory final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t size = 8;
    bool random_length = false;

    static constexpr auto options() {
      return option_list(
          option("size", &Config::size, "Width and height of the grid; odd, from 7 on."),
          option("random_length", &Config::random_length, "Draw the length of the hallway."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 7);
    if (size % 2 == 0) {
      throw std::invalid_argument("size must be odd, got " + std::to_string(size));
    }
    return {size, size, config.max_steps.value_or(5 * config.size * config.size), false};
  }
  explicit Memory(const Config& config) : random_length_(config.random_length) { layout(config); }

  void generate(World& world, Rng& rng) override {
    const std::int32_t width = world.width();
    const std::int32_t middle = world.height() / 2;
    world.walls();
    const std::int32_t end = random_length_ ? draw(rng, 4, width - 2) : width - 3;
    build(world, middle, end);
    world.agent = {draw(rng, 1, end + 1), middle};
    world.direction = 0;

    constexpr std::array kKinds = {Kind::kKey, Kind::kBall};
    const Kind shown = draw_from(rng, kKinds);
    put(world, {1, middle - 1}, shown);
    const bool ball_above = draw(rng, 0, 2) == 0;
    const Position above = {end + 1, middle - 2};
    const Position below = {end + 1, middle + 2};
    put(world, above, ball_above ? Kind::kBall : Kind::kKey);
    put(world, below, ball_above ? Kind::kKey : Kind::kBall);
    const Position upper = {above.x, above.y + 1};
    const Position lower = {below.x, below.y - 1};
    const bool is_above = (shown == Kind::kBall) == ball_above;
    success_ = is_above ? upper : lower;
    failure_ = is_above ? lower : upper;
    world.mission = "go to the matching object at the end of the hallway";
  }

  Transition step(World& world, Move move, Rng&) override {
    Transition result = world.act(move == Move::kPickup ? Move::kToggle : move);
    if (world.agent == success_) {
      result.reward = world.success();
      result.terminated = true;
    }
    if (world.agent == failure_) {
      result.reward = 0.0;
      result.terminated = true;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(success_, failure_); }

 private:
  // The first room, the hallway from it, and the hallway across that ends it.
  static void build(World& world, std::int32_t middle, std::int32_t end) {
    world.horizontal(1, middle - 2, 4);
    world.horizontal(1, middle + 2, 4);
    world.horizontal(4, middle - 1, std::max(1, end - 4));
    world.horizontal(4, middle + 1, std::max(1, end - 4));
    for (std::int32_t y = 0; y < world.height(); ++y) {
      if (y != middle) world.set({end, y}, kWall);
      world.set({end + 2, y}, kWall);
    }
  }
  static void put(World& world, Position p, Kind kind) {
    world.put(p, world.make(kind, Color::kGreen));
  }

  bool random_length_;
  Position success_, failure_;
};

}  // namespace pp::minigrid

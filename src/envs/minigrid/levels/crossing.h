// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Walls or rivers of lava with openings: Crossing and LavaGap.
#pragma once

#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "minigrid/level.h"

namespace pp::minigrid {

// The cell that obstacles are made of.
inline Cell obstacle_of(std::string type) {
  const std::string given = type;
  for (char& letter : type) letter = static_cast<char>(std::tolower(letter));
  if (type == "lava") return kLava;
  if (type == "wall") return kWall;
  throw std::invalid_argument("obstacle_type must be 'lava' or 'wall', got '" + given + "'");
}

class Crossing final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t size = 9;
    std::int64_t num_crossings = 1;
    std::string obstacle_type = "lava";

    static constexpr auto options() {
      return option_list(
          option("size", &Config::size, "Width and height of the grid; odd."),
          option("num_crossings", &Config::num_crossings, "Number of rivers or walls."),
          option("obstacle_type", &Config::obstacle_type,
                 "What they are made of: 'lava' or 'wall'."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 3);
    if (size % 2 == 0) {
      throw std::invalid_argument("size must be odd, got " + std::to_string(size));
    }
    check_at_least("num_crossings", config.num_crossings, 0);
    return {size, size, config.max_steps.value_or(4 * config.size * config.size), false};
  }
  explicit Crossing(const Config& config)
      : obstacle_(obstacle_of(config.obstacle_type)), count_(config.num_crossings) {
    layout(config);
  }

  void generate(World& world, Rng& rng) override {
    const std::int32_t size = world.width();
    world.walls();
    world.agent = {1, 1};
    world.direction = 0;
    world.set({size - 2, size - 2}, kGoal);
    draw_rivers(rng, size);
    for (std::int32_t x = 1; x < size - 1; ++x) {
      for (const std::int32_t y : horizontal_) world.set({x, y}, obstacle_);
    }
    for (const std::int32_t x : vertical_) world.vertical(x, 1, size - 2, obstacle_);
    open_path(world, rng, size);
    world.mission = obstacle_ == kLava ? "avoid the lava and get to the green goal square"
                                       : "find the opening and get to the green goal square";
  }

 private:
  void draw_rivers(Rng& rng, std::int32_t size) {
    std::vector<std::pair<bool, std::int32_t>> rivers;  // (is vertical, where)
    for (const bool is_vertical : {true, false}) {
      for (std::int32_t at = 2; at < size - 2; at += 2) rivers.emplace_back(is_vertical, at);
    }
    rng.shuffle(std::span(rivers));
    rivers.resize(std::min(rivers.size(), static_cast<std::size_t>(count_)));
    vertical_.clear();
    horizontal_.clear();
    for (const auto& [is_vertical, at] : rivers)
      (is_vertical ? vertical_ : horizontal_).push_back(at);
    std::ranges::sort(vertical_);
    std::ranges::sort(horizontal_);
  }

  // Openings along a random path of rooms from corner to corner.
  void open_path(World& world, Rng& rng, std::int32_t size) {
    std::vector<std::uint8_t> path(vertical_.size(), 1);  // 1 goes through a vertical river
    path.resize(vertical_.size() + horizontal_.size(), 0);
    rng.shuffle(std::span(path));
    const auto limit = [&](const std::vector<std::int32_t>& rivers, std::size_t i) {
      if (i == 0) return 0;
      return i <= rivers.size() ? rivers[i - 1] : size - 1;
    };
    std::size_t room_x = 0, room_y = 0;
    for (const std::uint8_t through_vertical : path) {
      if (through_vertical != 0) {
        const std::int32_t y =
            draw(rng, limit(horizontal_, room_y) + 1, limit(horizontal_, room_y + 1));
        world.clear({limit(vertical_, ++room_x), y});
      } else {
        const std::int32_t x =
            draw(rng, limit(vertical_, room_x) + 1, limit(vertical_, room_x + 1));
        world.clear({x, limit(horizontal_, ++room_y)});
      }
    }
  }

  Cell obstacle_;
  std::int64_t count_;
  std::vector<std::int32_t> vertical_, horizontal_;  // the rivers, while a grid is drawn
};

class LavaGap final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t size = 5;
    std::string obstacle_type = "lava";

    static constexpr auto options() {
      return option_list(option("size", &Config::size, "Width and height of the grid, from 5 on."),
                         option("obstacle_type", &Config::obstacle_type,
                                "What the strip is made of: 'lava' or 'wall'."),
                         common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 5);
    return {size, size, config.max_steps.value_or(4 * config.size * config.size), false};
  }
  explicit LavaGap(const Config& config) : obstacle_(obstacle_of(config.obstacle_type)) {
    layout(config);
  }

  void generate(World& world, Rng& rng) override {
    const std::int32_t size = world.width();
    world.walls();
    world.agent = {1, 1};
    world.direction = 0;
    world.set({size - 2, size - 2}, kGoal);
    const std::int32_t x = draw(rng, 2, size - 2);
    const std::int32_t y = draw(rng, 1, size - 1);
    world.vertical(x, 1, size - 2, obstacle_);
    world.clear({x, y});
    world.mission = obstacle_ == kLava ? "avoid the lava and get to the green goal square"
                                       : "find the opening and get to the green goal square";
  }

 private:
  Cell obstacle_;
};

}  // namespace pp::minigrid

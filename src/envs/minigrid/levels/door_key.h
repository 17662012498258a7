// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Small tasks with doors: DoorKey, RedBlueDoors and GoToDoor.
#pragma once

#include <algorithm>
#include <span>

#include "minigrid/level.h"

namespace pp::minigrid {

class DoorKey final : public Level {
 public:
  struct Config : SeeThroughConfig {
    std::int64_t size = 8;

    static constexpr auto options() {
      return option_list(option("size", &Config::size, "Width and height of the grid."),
                         see_through_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 5);
    return {size, size, config.max_steps.value_or(10 * config.size * config.size),
            config.see_through_walls};
  }
  explicit DoorKey(const Config& config) { layout(config); }

  void generate(World& world, Rng& rng) override {
    const std::int32_t size = world.width();
    world.walls();
    world.set({size - 2, size - 2}, kGoal);
    const std::int32_t split = draw(rng, 2, size - 2);
    world.vertical(split, 0, size);
    const Area left = {{0, 0}, {split, size}};
    place_agent(world, rng, left);
    world.set({split, draw(rng, 1, size - 2)}, make_cell(Kind::kLockedDoor, Color::kYellow));
    place(world, rng, Kind::kKey, Color::kYellow, left);
    world.mission = "use the key to open the door and then get to the goal";
  }
};

class RedBlueDoors final : public Level {
 public:
  struct Config : SeeThroughConfig {
    std::int64_t size = 8;

    static constexpr auto options() {
      return option_list(option("size", &Config::size, "Height of the grid, half of its width."),
                         see_through_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 3);
    return {2 * size, size, config.max_steps.value_or(20 * config.size * config.size),
            config.see_through_walls};
  }
  explicit RedBlueDoors(const Config& config) : size_(layout(config).height) {}

  void generate(World& world, Rng& rng) override {
    world.walls();
    const Area room = {{size_ / 2, 0}, {size_, size_}};
    world.wall_rectangle(room);
    place_agent(world, rng, room);
    red_ = {size_ / 2, draw(rng, 1, size_ - 1)};
    world.set(red_, make_cell(Kind::kClosedDoor, Color::kRed));
    blue_ = {size_ / 2 + size_ - 1, draw(rng, 1, size_ - 1)};
    world.set(blue_, make_cell(Kind::kClosedDoor, Color::kBlue));
    world.mission = "open the red door then the blue door";
  }

  Transition step(World& world, Move move, Rng&) override {
    const bool red_before = is_open(world, red_);
    const bool blue_before = is_open(world, blue_);
    Transition result = world.act(move);
    if (is_open(world, blue_)) {
      result.reward = red_before ? world.success() : 0.0;
      result.terminated = true;
    } else if (is_open(world, red_) && blue_before) {
      result.reward = 0.0;
      result.terminated = true;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(red_, blue_); }
  bool is_sound(const World& world) const override {
    return world.contains(red_) && world.contains(blue_);
  }

 private:
  static bool is_open(const World& world, Position door) {
    return kind_of(world.at(door)) == Kind::kOpenDoor;
  }

  std::int32_t size_;
  Position red_, blue_;
};

class GoToDoor final : public Level {
 public:
  struct Config : CommonConfig {
    std::int64_t size = 5;

    static constexpr auto options() {
      return option_list(
          option("size", &Config::size, "The greatest width and height of the room."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 5);
    return {size, size, config.max_steps.value_or(4 * config.size * config.size), true};
  }
  explicit GoToDoor(const Config& config) { layout(config); }

  void generate(World& world, Rng& rng) override {
    const std::int32_t width = draw(rng, 5, world.width() + 1);
    const std::int32_t height = draw(rng, 5, world.height() + 1);
    const Area room = {{0, 0}, {width, height}};
    world.wall_rectangle(room);
    std::array<Position, 4> doors;
    doors[0] = {draw(rng, 2, width - 2), 0};
    doors[1] = {draw(rng, 2, width - 2), height - 1};
    doors[2] = {0, draw(rng, 2, height - 2)};
    doors[3] = {width - 1, draw(rng, 2, height - 2)};
    std::array<Color, 4> colors;
    for (std::size_t count = 0; count < colors.size();) {
      const Color color = draw_color(rng);
      const std::span known(colors.data(), count);
      if (std::ranges::find(known, color) == known.end()) colors[count++] = color;
    }
    for (std::size_t i = 0; i < doors.size(); ++i) {
      world.set(doors[i], make_cell(Kind::kClosedDoor, colors[i]));
    }
    place_agent(world, rng, room);
    const auto target = static_cast<std::size_t>(draw(rng, 0, 4));
    target_ = doors[target];
    world.mission_id = static_cast<std::int32_t>(colors[target]);
    world.mission = "go to the ";
    world.mission.append(color_name(colors[target])).append(" door");
  }

  Transition step(World& world, Move move, Rng&) override {
    Transition result = world.act(move);
    if (move == Move::kToggle) result.terminated = true;
    if (move == Move::kDone) {
      if (distance(world.agent, target_) == 1) result.reward = world.success();
      result.terminated = true;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(target_); }
  bool is_sound(const World& world) const override { return world.contains(target_); }

 private:
  Position target_;
};

}  // namespace pp::minigrid

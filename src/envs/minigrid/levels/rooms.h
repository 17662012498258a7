// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Grids of fixed rooms: FourRooms, Playground and LockedRoom.
#pragma once

#include "minigrid/level.h"

namespace pp::minigrid {

class FourRooms final : public Level {
 public:
  struct Config : SeeThroughConfig {
    StartPosition agent_pos;
    StartPosition goal_pos;

    static constexpr auto options() {
      return option_list(
          option("agent_pos", &Config::agent_pos,
                 "Where the agent starts, as (x, y); None draws it."),
          option("goal_pos", &Config::goal_pos, "Where the goal is, as (x, y); None draws it."),
          see_through_options());
    }
  };

  static Layout layout(const Config& config) {
    return {19, 19, config.max_steps.value_or(100), config.see_through_walls};
  }
  explicit FourRooms(const Config& config) {
    const Layout grid = layout(config);
    if (config.agent_pos) agent_ = inside("agent_pos", *config.agent_pos, grid);
    if (config.goal_pos) goal_ = inside("goal_pos", *config.goal_pos, grid);
  }

  void generate(World& world, Rng& rng) override {
    world.walls();
    const std::int32_t half = world.width() / 2;
    for (std::int32_t y = 0; y < 2 * half; y += half) {
      for (std::int32_t x = 0; x < 2 * half; x += half) {
        if (x == 0) {
          world.vertical(half, y, half);
          world.clear({half, draw(rng, y + 1, y + half)});
        }
        if (y == 0) {
          world.horizontal(x, half, half);
          world.clear({draw(rng, x + 1, x + half), half});
        }
      }
    }
    if (agent_) {
      world.agent = *agent_;
      world.clear(*agent_);
      world.direction = static_cast<std::uint32_t>(draw(rng, 0, 4));
    } else {
      place_agent(world, rng, world.whole());
    }
    world.set(goal_ ? *goal_ : draw_position(world, rng, world.whole()), kGoal);
    world.mission = "reach the goal";
  }

 private:
  std::optional<Position> agent_, goal_;
};

class Playground final : public Level {
 public:
  struct Config : SeeThroughConfig {
    static constexpr auto options() { return see_through_options(); }
  };

  static Layout layout(const Config& config) {
    return {19, 19, config.max_steps.value_or(100), config.see_through_walls};
  }
  explicit Playground(const Config&) {}

  void generate(World& world, Rng& rng) override {
    world.walls();
    const std::int32_t third = world.width() / 3;
    const auto door = [&] { return make_cell(Kind::kClosedDoor, draw_color(rng)); };
    for (std::int32_t y = 0; y < 3 * third; y += third) {
      for (std::int32_t x = 0; x < 3 * third; x += third) {
        if (x < 2 * third) {
          world.vertical(x + third, y, third);
          const Position p = {x + third, draw(rng, y + 1, y + third - 1)};
          world.set(p, door());
        }
        if (y < 2 * third) {
          world.horizontal(x, y + third, third);
          const Position p = {draw(rng, x + 1, x + third - 1), y + third};
          world.set(p, door());
        }
      }
    }
    place_agent(world, rng, world.whole());
    for (int i = 0; i < 12; ++i) {
      const Kind kind = draw_kind(rng);
      const Color color = draw_color(rng);
      place(world, rng, kind, color, world.whole());
    }
    world.mission.clear();
  }
};

class LockedRoom final : public Level {
 public:
  struct Config : SeeThroughConfig {
    std::int64_t size = 19;

    static constexpr auto options() {
      return option_list(option("size", &Config::size, "Width and height of the grid."),
                         see_through_options());
    }
  };

  static Layout layout(const Config& config) {
    const std::int32_t size = side("size", config.size, 8);
    if (2 * (size / 3) + 3 >= size) {
      throw std::invalid_argument("size has no room for the doors, got " + std::to_string(size) +
                                  "; expected 8, or at least 10");
    }
    return {size, size, config.max_steps.value_or(10 * config.size), config.see_through_walls};
  }
  explicit LockedRoom(const Config& config) { layout(config); }

  void generate(World& world, Rng& rng) override {
    const std::int32_t size = world.width();
    const std::int32_t left = size / 2 - 2;
    const std::int32_t right = size / 2 + 2;
    const std::int32_t third = size / 3;
    world.walls();
    world.vertical(left, 0, size);
    world.vertical(right, 0, size);
    std::array<Area, 6> rooms;
    std::array<Position, 6> doors;
    for (std::int32_t n = 0; n < 3; ++n) {
      const std::int32_t y = n * third;
      world.horizontal(0, y, left);
      world.horizontal(right, y, size - right);
      const Position extent = {left + 1, third + 1};
      rooms[2 * n] = {{0, y}, extent};
      doors[2 * n] = {left, y + 3};
      rooms[2 * n + 1] = {{right, y}, extent};
      doors[2 * n + 1] = {right, y + 3};
    }
    const auto locked = static_cast<std::size_t>(draw(rng, 0, 6));
    world.set(position_in(rooms[locked], rng), kGoal);
    std::array<Color, 6> colors;
    std::vector<Color> rest(kColors.begin(), kColors.end());
    for (std::size_t i = 0; i < rooms.size(); ++i) {
      const auto chosen = draw(rng, 0, static_cast<std::int32_t>(rest.size()));
      colors[i] = rest[chosen];
      rest.erase(rest.begin() + chosen);
      world.set(doors[i],
                make_cell(i == locked ? Kind::kLockedDoor : Kind::kClosedDoor, colors[i]));
    }
    std::size_t with_key;
    do {
      with_key = static_cast<std::size_t>(draw(rng, 0, 6));
    } while (with_key == locked);
    world.put(position_in(rooms[with_key], rng), world.make(Kind::kKey, colors[locked]));
    place_agent(world, rng, {{left, 0}, {right - left, size}});
    say(world, color_name(colors[locked]), color_name(colors[with_key]));
  }

 private:
  static Position position_in(const Area& room, Rng& rng) {
    const std::int32_t x = draw(rng, room.top.x + 1, room.top.x + room.size.x - 1);
    const std::int32_t y = draw(rng, room.top.y + 1, room.top.y + room.size.y - 1);
    return {x, y};
  }
  static void say(World& world, std::string_view locked, std::string_view with_key) {
    world.mission = "get the ";
    world.mission.append(locked).append(" key from the ").append(with_key);
    world.mission.append(" room, unlock the ").append(locked).append(" door and go to the goal");
  }
};

}  // namespace pp::minigrid

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// MultiRoom: a chain of rooms that lead from one to the next by doors, drawn recursively.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "minigrid/level.h"

namespace pp::minigrid {

class MultiRoom final : public Level {
 public:
  struct Config : SeeThroughConfig {
    std::int64_t min_num_rooms = 2;
    std::int64_t max_num_rooms = 2;
    std::int64_t max_room_size = 10;
    std::int64_t width = 25;
    std::int64_t height = 25;

    static constexpr auto options() {
      return option_list(
          option("minNumRooms", &Config::min_num_rooms, "The least number of rooms."),
          option("maxNumRooms", &Config::max_num_rooms, "The greatest number of rooms."),
          option("maxRoomSize", &Config::max_room_size,
                 "The greatest width and height of a room with its walls; at least 4."),
          option("width", &Config::width, "Width of the grid."),
          option("height", &Config::height, "Height of the grid."), see_through_options());
    }
  };

  static Layout layout(const Config& config) {
    check_between("minNumRooms", config.min_num_rooms, 1, kMaxSide);
    check_between("maxNumRooms", config.max_num_rooms, config.min_num_rooms, kMaxSide);
    check_between("maxRoomSize", config.max_room_size, 4, kMaxSide);
    return {side("width", config.width, 5), side("height", config.height, 5),
            config.max_steps.value_or(20 * config.max_num_rooms), config.see_through_walls};
  }
  explicit MultiRoom(const Config& config)
      : min_rooms_(static_cast<std::int32_t>(config.min_num_rooms)),
        max_rooms_(static_cast<std::int32_t>(config.max_num_rooms)),
        max_size_(static_cast<std::int32_t>(config.max_room_size)) {
    layout(config);
  }

  void generate(World& world, Rng& rng) override {
    const auto count = static_cast<std::size_t>(draw(rng, min_rooms_, max_rooms_ + 1));
    best_.clear();
    for (int attempts = 0; best_.size() < count; ++attempts) {
      if (attempts == kMaxAttempts) {
        throw std::runtime_error("found no place for " + std::to_string(count) +
                                 " rooms in a million attempts: the grid is too small");
      }
      rooms_.clear();
      const std::int32_t x = draw(rng, 0, world.width() - 2);
      const std::int32_t y = draw(rng, 0, world.width() - 2);
      place_room(world, rng, static_cast<std::int32_t>(count), kLeft, {x, y});
      if (rooms_.size() > best_.size()) best_.swap(rooms_);
    }
    build(world, rng);
    place_agent(world, rng, best_.front().area);
    world.set(draw_position(world, rng, best_.back().area), kGoal);
    world.mission = "traverse the rooms to get to the goal";
  }

 private:
  struct Room {
    Area area;
    Position entry;
  };

  static constexpr int kMaxAttempts = 1'000'000;
  static constexpr std::int32_t kMinSize = 4;
  static constexpr std::int32_t kRight = 0, kBottom = 1, kLeft = 2, kTop = 3;  // walls

  // Places a room behind this entry and as many of the `left` rooms as fit after it. False if the
  // room itself does not fit.
  bool place_room(const World& world, Rng& rng, std::int32_t left, std::int32_t entry_wall,
                  Position entry) {
    const std::int32_t width = draw(rng, kMinSize, max_size_ + 1);
    const std::int32_t height = draw(rng, kMinSize, max_size_ + 1);
    const Area area = {corner(rng, {width, height}, entry_wall, entry), {width, height}};
    if (!fits(world, area)) return false;
    rooms_.push_back({area, entry});
    if (left == 1) return true;
    for (int i = 0; i < 8; ++i) {
      std::int32_t wall = draw(rng, 0, 3);  // of the three others, in order
      if (wall >= entry_wall) ++wall;
      if (place_room(world, rng, left - 1, (wall + 2) % 4, exit_of(rng, area, wall))) break;
    }
    return true;
  }

  Position corner(Rng& rng, Position size, std::int32_t entry_wall, Position entry) const {
    if (rooms_.empty()) return entry;
    switch (entry_wall) {
      case kRight:
        return {entry.x - size.x + 1, draw(rng, entry.y - size.y + 2, entry.y)};
      case kBottom:
        return {draw(rng, entry.x - size.x + 2, entry.x), entry.y - size.y + 1};
      case kLeft:
        return {entry.x, draw(rng, entry.y - size.y + 2, entry.y)};
      default:
        return {draw(rng, entry.x - size.x + 2, entry.x), entry.y};
    }
  }

  static Position exit_of(Rng& rng, const Area& area, std::int32_t wall) {
    const auto [x, y] = area.top;
    const auto [w, h] = area.size;
    switch (wall) {
      case kRight:
        return {x + w - 1, y + draw(rng, 1, h - 1)};
      case kBottom:
        return {x + draw(rng, 1, w - 1), y + h - 1};
      case kLeft:
        return {x, y + draw(rng, 1, h - 1)};
      default:
        return {x + draw(rng, 1, w - 1), y};
    }
  }

  // In the grid, and apart from all rooms but the one before. The two comparisons with the grid
  // differ, as do those with rooms: so they do in the reference.
  bool fits(const World& world, const Area& area) const {
    const auto [x, y] = area.top;
    const auto [w, h] = area.size;
    if (x < 0 || y < 0 || x + w > world.width() || y + h >= world.height()) return false;
    for (std::size_t i = 0; i + 1 < rooms_.size(); ++i) {
      const Area& other = rooms_[i].area;
      const bool apart = x + w < other.top.x || other.top.x + other.size.x <= x ||
                         y + h < other.top.y || other.top.y + other.size.y <= y;
      if (!apart) return false;
    }
    return true;
  }

  void build(World& world, Rng& rng) const {
    std::optional<Color> before;
    for (std::size_t i = 0; i < best_.size(); ++i) {
      world.wall_rectangle(best_[i].area);
      if (i == 0) continue;
      const Color color = door_color(rng, before);
      world.set(best_[i].entry, make_cell(Kind::kClosedDoor, color));
      before = color;
    }
  }
  static Color door_color(Rng& rng, std::optional<Color> before) {
    if (!before) return draw_color(rng);
    const Color color = draw_from(rng, std::span(kColors).first(kColors.size() - 1));
    const bool is_after = std::ranges::find(kColors, color) >= std::ranges::find(kColors, *before);
    return is_after ? *(std::ranges::find(kColors, color) + 1) : color;
  }

  std::int32_t min_rooms_, max_rooms_, max_size_;
  std::vector<Room> rooms_, best_;  // while a grid is drawn
};

}  // namespace pp::minigrid

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// ObstructedMaze: find a ball behind locked doors, whose keys may be hidden in boxes and which may
// be blocked by balls.
#pragma once

#include <vector>

#include "minigrid/levels/room_tasks.h"

namespace pp::minigrid {

// What the two mazes share.
class ObstructedMaze : public PickupTask {
 protected:
  ObstructedMaze(bool key_in_box, bool blocked) : key_in_box_(key_in_box), blocked_(blocked) {}

  static constexpr Color kTargetColor = kColors[0];
  static constexpr Color kBlockingColor = kColors[1];
  static constexpr Color kBoxColor = kColors[2];

  static std::vector<Color> draw_door_colors(Rng& rng) {
    return draw_subset(rng, std::vector<Color>(kColors.begin(), kColors.end()), kColors.size());
  }

  // A ball may replace what stood there.
  void add_locked_door(RoomBuilder& rooms, RoomPlace room, std::size_t side, Color color) const {
    const RoomBuilder::Door door = rooms.add_door(room, side, color, true);
    if (!blocked_) return;
    World& world = rooms.world;
    world.put(door.position - kHeadings[side], world.make(Kind::kBall, kBlockingColor));
  }
  void add_key(RoomBuilder& rooms, RoomPlace room, Color color) const {
    World& world = rooms.world;
    ObjectId id = world.make(Kind::kKey, color);
    if (key_in_box_) {
      const ObjectId box = world.make(Kind::kBox, kBoxColor);
      world.object(box).content = id;
      id = box;
    }
    rooms.place_in(room, id);
  }

 private:
  bool key_in_box_, blocked_;
};

class ObstructedMazeDoor final : public ObstructedMaze {
 public:
  struct Config : CommonConfig {
    bool key_in_box = true;
    bool blocked = true;

    static constexpr auto options() {
      return option_list(option("key_in_box", &Config::key_in_box, "Hide the key in a box."),
                         option("blocked", &Config::blocked, "Block the door with a ball."),
                         common_options());
    }
  };

  static Layout layout(const Config& config) {
    return two_rooms().layout(config.max_steps.value_or(288));
  }
  explicit ObstructedMazeDoor(const Config& config)
      : ObstructedMaze(config.key_in_box, config.blocked) {}

  void generate(World& world, Rng& rng) override {
    RoomBuilder rooms(world, rng, two_rooms());
    const std::vector<Color> colors = draw_door_colors(rng);
    add_locked_door(rooms, {0, 0}, kRightSide, colors[0]);
    add_key(rooms, {0, 0}, colors[0]);
    const ObjectId target = rooms.add_object({1, 0}, Kind::kBall, kTargetColor);
    rooms.place_agent_in(RoomPlace{0, 0});
    set_target(world, target);
  }
};

// `kKeysLast` tells the second version, which puts keys down after both of a room's doors: in the
// first a ball may take a key's place.
template <bool kKeysLast>
class ObstructedMazeFull final : public ObstructedMaze {
 public:
  struct Config : CommonConfig {
    std::array<std::int64_t, 2> agent_room = {1, 1};
    bool key_in_box = true;
    bool blocked = true;
    std::int64_t num_quarters = 4;
    std::int64_t num_rooms_visited = 25;

    static constexpr auto options() {
      return option_list(
          option("agent_room", &Config::agent_room,
                 "The room that the agent starts in, as (column, row)."),
          option("key_in_box", &Config::key_in_box, "Hide keys in boxes."),
          option("blocked", &Config::blocked, "Block doors with balls."),
          option("num_quarters", &Config::num_quarters, "Quarters of the maze in use, 1 to 4."),
          option("num_rooms_visited", &Config::num_rooms_visited,
                 "Rooms to be visited, by which the default of max_steps goes: 144 for each."),
          common_options());
    }
  };

  static Layout layout(const Config& config) {
    check_between("num_quarters", config.num_quarters, 1, 4);
    check_between("agent_room[0]", config.agent_room[0], 0, 2);
    check_between("agent_room[1]", config.agent_room[1], 0, 2);
    if (!config.max_steps) check_between("num_rooms_visited", config.num_rooms_visited, 1, 1 << 20);
    return kShape.layout(config.max_steps.value_or(144 * config.num_rooms_visited));
  }
  explicit ObstructedMazeFull(const Config& config)
      : ObstructedMaze(config.key_in_box, config.blocked),
        agent_room_{static_cast<std::int32_t>(config.agent_room[0]),
                    static_cast<std::int32_t>(config.agent_room[1])},
        quarters_(static_cast<std::size_t>(config.num_quarters)) {}

  void generate(World& world, Rng& rng) override {
    RoomBuilder rooms(world, rng, kShape);
    const std::vector<Color> colors = draw_door_colors(rng);
    for (std::size_t i = 0; i < quarters_; ++i) {
      rooms.add_door({1, 1}, i, colors[i], false);
      const RoomPlace room = {1 + kHeadings[i].x, 1 + kHeadings[i].y};
      // The two other sides of the side room; Python's indices count from the end below zero.
      const std::array<std::size_t, 2> sides = {(i + 3) % 4, (i + 1) % 4};
      const std::array<Color, 2> pair = {colors[(i + 5) % 6], colors[(i + 1) % 6]};
      for (std::size_t k = 0; k < 2; ++k) {
        add_locked_door(rooms, room, sides[k], pair[k]);
        if (!kKeysLast) add_key(rooms, room, pair[k]);
      }
      for (std::size_t k = 0; kKeysLast && k < 2; ++k) add_key(rooms, room, pair[k]);
    }
    const auto corner =
        static_cast<std::size_t>(draw(rng, 0, static_cast<std::int32_t>(quarters_)));
    const ObjectId target = rooms.add_object(kCorners[corner], Kind::kBall, kTargetColor);
    rooms.place_agent_in(agent_room_);
    set_target(world, target);
  }

 private:
  static constexpr RoomShape kShape = {6, 3, 3};
  static constexpr std::array<RoomPlace, 4> kCorners = {RoomPlace{2, 0}, RoomPlace{2, 2},
                                                        RoomPlace{0, 2}, RoomPlace{0, 0}};

  RoomPlace agent_room_;
  std::size_t quarters_;
};

}  // namespace pp::minigrid

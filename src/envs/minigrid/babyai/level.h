// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What all BabyAI levels are made of: options, the drawing of a mission that starts again until one
// can be set, and time limits that follow from the mission.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "minigrid/babyai/instructions.h"
#include "minigrid/room_grid.h"
#include "minigrid/view.h"

namespace pp::minigrid {

// The options of all BabyAI levels. Each level names those that it has; the others are its
// constants.
struct BabyConfig : CommonConfig {
  std::int64_t room_size = 8;
  std::int64_t num_rows = 3;
  std::int64_t num_cols = 3;
  // The default of max_steps is this times the area of a room; 0 goes by the mission.
  std::int64_t steps_by_area = 0;

  static constexpr auto room_size_option() {
    return std::tuple{
        option("room_size", &BabyConfig::room_size, "Width and height of a room with its walls.")};
  }
  static constexpr auto maze_options() {
    return std::tuple{option("num_rows", &BabyConfig::num_rows, "Rows of rooms."),
                      option("num_cols", &BabyConfig::num_cols, "Columns of rooms.")};
  }
  RoomShape shape() const { return room_shape(room_size, num_rows, num_cols); }
  std::optional<std::int64_t> fixed_steps() const {
    if (max_steps || steps_by_area == 0) return max_steps;
    return steps_by_area * room_size * room_size;
  }
};

// Builds a maze and its mission.
class MissionBuilder : public RoomBuilder {
 public:
  MissionBuilder(World& world, Rng& rng, const RoomShape& shape, Instructions& instructions)
      : RoomBuilder(world, rng, shape), instructions(instructions) {
    instructions.clear();
  }

  Instructions& instructions;
  // Whether missions may ask to move what is in the way; then they leave alone keys that open a
  // door.
  bool unblocking = false;

  // A description of objects like this one.
  Description like(ObjectId id) const {
    const Cell cell = world.object(id).cell;
    return {.thing = thing_of(cell), .color = color_of(cell)};
  }
  Description any(ObjectId id) const { return {.thing = thing_of(world.object(id).cell)}; }

  // Whether the agent can walk up to everything without moving anything. Doors do not count, not
  // even locked ones.
  bool all_objects_reachable() const;

  void place_agent_outside(RoomPlace room) {
    do {
      place_agent_in();
    } while (room_at(world.agent) == room);
  }

  std::vector<Color> locked_colors() const {
    std::vector<Color> colors;
    for (std::int32_t j = 0; j < shape().rows; ++j) {
      for (std::int32_t i = 0; i < shape().columns; ++i) {
        for (const ObjectId door : doors_of({i, j})) {
          const Cell cell = world.at(world.object(door).position);
          if (kind_of(cell) == Kind::kLockedDoor) colors.push_back(color_of(cell));
        }
      }
    }
    return colors;
  }
};

// A row of cells is a word of bits, so that a whole row is walked at once.
inline bool MissionBuilder::all_objects_reachable() const {
  const std::int32_t words = (world.width() + 63) / 64;
  const auto count = static_cast<std::size_t>(words * world.height());
  const auto place = [&](Position p) { return static_cast<std::size_t>(p.y * words + p.x / 64); };
  const auto bit = [](Position p) { return std::uint64_t{1} << (p.x % 64); };
  std::vector<std::uint64_t> free(count), reached(count);
  for (std::int32_t y = 0; y < world.height(); ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) {
      const Cell cell = world.at({x, y});
      if (cell == kEmpty || is_door(cell)) free[place({x, y})] |= bit({x, y});
    }
  }
  reached[place(world.agent)] = bit(world.agent);
  // What is next to reached cells of row word `n`, itself among it.
  const auto around = [&](std::size_t n) {
    const auto pitch = static_cast<std::size_t>(words);
    std::uint64_t next = reached[n] | reached[n] << 1 | reached[n] >> 1;
    if (n >= pitch) next |= reached[n - pitch];
    if (n + pitch < count) next |= reached[n + pitch];
    if (n % pitch != 0) next |= reached[n - 1] >> 63;
    if ((n + 1) % pitch != 0) next |= reached[n + 1] << 63;
    return next;
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t n = 0; n < count; ++n) {
      const std::uint64_t now = flood<std::uint64_t>(around(n) & free[n], free[n]) | reached[n];
      grows |= now != reached[n];
      reached[n] = now;
    }
  }
  for (std::size_t id = 1; id < world.object_count(); ++id) {
    const Position p = world.object(static_cast<ObjectId>(id)).position;
    if (p == kNowhere || world.id_at(p) != id) continue;
    if ((around(place(p)) & bit(p)) == 0) return false;
  }
  return true;
}

// A level whose missions `Mission` builds: it has a Config, made from BabyConfig, and `static bool
// build(MissionBuilder&, const Config&)`, which is false where the level has to start again.
template <class Mission>
class BabyLevel final : public Level {
 public:
  using Config = typename Mission::Config;

  static Layout layout(const Config& config) {
    if constexpr (requires { config.check(); }) config.check();
    return config.shape().layout(config.fixed_steps().value_or(1));
  }
  explicit BabyLevel(const Config& config) : config_(config), shape_(config.shape()) {
    layout(config);
  }

  void generate(World& world, Rng& rng) override {
    for (int attempts = 0; !draw_mission(world, rng); ++attempts) {
      if (attempts == kMaxAttempts) {
        throw std::runtime_error("no mission could be set in " + std::to_string(kMaxAttempts) +
                                 " attempts: the rooms are too small, or hold too many objects");
      }
      world.begin();
    }
    world.mission = instructions_.text();
    world.mission_id = -1;
    world.max_steps = config_.fixed_steps().value_or(instructions_.ways() * shape_.size *
                                                     shape_.size * shape_.rows * shape_.columns);
  }

  Transition step(World& world, Move move, Rng&) override {
    Transition result = world.act(move);
    if (move == Move::kDrop) instructions_.find_again(world);
    const Progress progress = instructions_.verify(world, move);
    if (progress != Progress::kGoesOn) {
      result.terminated = true;
      result.reward = progress == Progress::kSuccess ? world.success() : 0.0;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(instructions_); }
  bool is_sound(const World& world) const override { return instructions_.are_sound(world); }

 private:
  static constexpr int kMaxAttempts = 10'000;

  bool draw_mission(World& world, Rng& rng) {
    try {
      MissionBuilder rooms(world, rng, shape_, instructions_);
      if (!Mission::build(rooms, config_)) return false;
      const std::vector<Color> locked =
          rooms.unblocking ? rooms.locked_colors() : std::vector<Color>{};
      return instructions_.prepare(world, shape_, locked);
    } catch (const Rejected&) {
      return false;
    }
  }

  Config config_;
  RoomShape shape_;
  Instructions instructions_;
};

}  // namespace pp::minigrid

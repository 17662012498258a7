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
    return option_list(
        option("room_size", &BabyConfig::room_size, "Width and height of a room with its walls."));
  }
  static constexpr auto maze_options() {
    return option_list(option("num_rows", &BabyConfig::num_rows, "Rows of rooms."),
                       option("num_cols", &BabyConfig::num_cols, "Columns of rooms."));
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

// What all BabyAI levels do: an episode begins with a mission that can be set, and ends with it.
class AnyBabyLevel : public Level {
 public:
  AnyBabyLevel(const RoomShape& shape, std::optional<std::int64_t> fixed_steps);
  ~AnyBabyLevel() override;

  void generate(World& world, Rng& rng) override;
  Transition step(World& world, Move move, Rng& rng) override;
  void serialize(StateIO& io) override {
    io(instructions_);
    changes_ = 0;  // to look again never does harm
  }
  bool is_sound(const World& world) const override { return instructions_.are_sound(world); }

 protected:
  // False where the level has to start again.
  virtual bool build(MissionBuilder& rooms) const = 0;

 private:
  bool draw_mission(World& world, Rng& rng);

  Instructions instructions_;
  std::uint64_t changes_ = 0;  // of the world, when objects were last looked for
  RoomShape shape_;
  std::optional<std::int64_t> fixed_steps_;
};

// A level whose missions `Mission` builds: it has a Config, made from BabyConfig, and `static bool
// build(MissionBuilder&, const Config&)`, which is false where the level has to start again.
template <class Mission>
class BabyLevel final : public AnyBabyLevel {
 public:
  using Config = typename Mission::Config;

  static Layout layout(const Config& config) {
    if constexpr (requires { config.check(); }) config.check();
    return config.shape().layout(config.fixed_steps().value_or(1));
  }
  explicit BabyLevel(const Config& config)
      : AnyBabyLevel(config.shape(), config.fixed_steps()), config_(config) {
    layout(config);
  }

 private:
  bool build(MissionBuilder& rooms) const override { return Mission::build(rooms, config_); }

  Config config_;
};

}  // namespace pp::minigrid

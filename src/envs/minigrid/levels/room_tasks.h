// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Tasks in grids of rooms: Unlock, UnlockPickup, BlockedUnlockPickup and KeyCorridor.
#pragma once

#include "minigrid/room_grid.h"

namespace pp::minigrid {

// The mission to pick up one object, wherever it is.
class PickupTask : public Level {
 public:
  Transition step(World& world, Move move, Rng&) override {
    Transition result = world.act(move);
    if (move == Move::kPickup && world.carrying != kNoObject && world.carrying == target_) {
      result.reward = world.success();
      result.terminated = true;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(target_); }

 protected:
  void set_target(World& world, ObjectId target) {
    target_ = target;
    const Cell cell = world.object(target).cell;
    world.mission = "pick up the ";
    world.mission.append(color_name(cell)).append(" ").append(kind_name(cell));
  }

 private:
  ObjectId target_ = kNoObject;
};

// Two rooms side by side; the levels below differ in what they put there.
inline RoomShape two_rooms() { return {6, 1, 2}; }

class Unlock final : public Level {
 public:
  struct Config : CommonConfig {
    static constexpr auto options() { return common_options(); }
  };

  static Layout layout(const Config& config) {
    return two_rooms().layout(config.max_steps.value_or(288));
  }
  explicit Unlock(const Config&) {}

  void generate(World& world, Rng& rng) override {
    RoomBuilder rooms(world, rng, two_rooms());
    const RoomBuilder::Door door = rooms.add_door({0, 0}, kRightSide, {}, true);
    rooms.add_object({0, 0}, Kind::kKey, door.color);
    rooms.place_agent_in(RoomPlace{0, 0});
    door_ = door.position;
    world.mission = "open the door";
  }

  Transition step(World& world, Move move, Rng&) override {
    Transition result = world.act(move);
    if (move == Move::kToggle && kind_of(world.at(door_)) == Kind::kOpenDoor) {
      result.reward = world.success();
      result.terminated = true;
    }
    return result;
  }

  void serialize(StateIO& io) override { io(door_); }
  bool is_sound(const World& world) const override { return world.contains(door_); }

 private:
  Position door_;
};

class UnlockPickup final : public PickupTask {
 public:
  struct Config : CommonConfig {
    static constexpr auto options() { return common_options(); }
  };

  static Layout layout(const Config& config) {
    return two_rooms().layout(config.max_steps.value_or(288));
  }
  explicit UnlockPickup(const Config&) {}

  void generate(World& world, Rng& rng) override {
    RoomBuilder rooms(world, rng, two_rooms());
    const ObjectId box = rooms.add_object({1, 0}, Kind::kBox);
    const RoomBuilder::Door door = rooms.add_door({0, 0}, kRightSide, {}, true);
    rooms.add_object({0, 0}, Kind::kKey, door.color);
    rooms.place_agent_in(RoomPlace{0, 0});
    set_target(world, box);
  }
};

class BlockedUnlockPickup final : public PickupTask {
 public:
  struct Config : CommonConfig {
    static constexpr auto options() { return common_options(); }
  };

  static Layout layout(const Config& config) {
    return two_rooms().layout(config.max_steps.value_or(576));
  }
  explicit BlockedUnlockPickup(const Config&) {}

  void generate(World& world, Rng& rng) override {
    RoomBuilder rooms(world, rng, two_rooms());
    const ObjectId box = rooms.add_object({1, 0}, Kind::kBox);
    const RoomBuilder::Door door = rooms.add_door({0, 0}, kRightSide, {}, true);
    world.put({door.position.x - 1, door.position.y}, world.make(Kind::kBall, draw_color(rng)));
    rooms.add_object({0, 0}, Kind::kKey, door.color);
    rooms.place_agent_in(RoomPlace{0, 0});
    set_target(world, box);
  }
};

// The kind that an option names.
inline Kind object_kind(const std::string& name) {
  if (name == "key") return Kind::kKey;
  if (name == "ball") return Kind::kBall;
  if (name == "box") return Kind::kBox;
  throw std::invalid_argument("obj_type must be 'key', 'ball' or 'box', got '" + name + "'");
}

// A corridor with rooms to both sides, one of them locked.
struct KeyCorridorConfig : CommonConfig {
  std::int64_t num_rows = 3;
  std::string obj_type = "ball";
  std::int64_t room_size = 6;
  std::int64_t num_cols = 3;

  static constexpr auto options() {
    return option_list(
        option("num_rows", &KeyCorridorConfig::num_rows, "Rows of rooms."),
        option("obj_type", &KeyCorridorConfig::obj_type,
               "What is to be picked up: 'ball', 'box' or 'key'."),
        option("room_size", &KeyCorridorConfig::room_size,
               "Width and height of a room with its walls."),
        option("num_cols", &KeyCorridorConfig::num_cols, "Columns of rooms, from 3 on."),
        common_options());
  }
  RoomShape shape() const {
    check_at_least("num_cols", num_cols, 3);
    object_kind(obj_type);
    return room_shape(room_size, num_rows, num_cols);
  }
  std::int64_t steps() const { return max_steps.value_or(30 * room_size * room_size); }
};

// Returns the object behind the locked door.
inline ObjectId build_key_corridor(RoomBuilder& rooms, Kind kind) {
  const std::int32_t rows = rooms.shape().rows;
  for (std::int32_t j = 1; j < rows; ++j) rooms.remove_wall({1, j}, kUpperSide);
  const std::int32_t row = rooms.draw_row();
  const RoomBuilder::Door door = rooms.add_door({2, row}, kLeftSide, {}, true);
  const ObjectId target = rooms.add_object({2, row}, kind);
  rooms.add_object({0, rooms.draw_row()}, Kind::kKey, door.color);
  rooms.place_agent_in(RoomPlace{1, rows / 2});
  rooms.connect_all();
  return target;
}

class KeyCorridor final : public PickupTask {
 public:
  using Config = KeyCorridorConfig;

  static Layout layout(const Config& config) { return config.shape().layout(config.steps()); }
  explicit KeyCorridor(const Config& config)
      : shape_(config.shape()), kind_(object_kind(config.obj_type)) {}

  void generate(World& world, Rng& rng) override {
    RoomBuilder rooms(world, rng, shape_);
    set_target(world, build_key_corridor(rooms, kind_));
  }

 private:
  RoomShape shape_;
  Kind kind_;
};

}  // namespace pp::minigrid

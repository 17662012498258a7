// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// BabyAI's levels about picking up an object, some of them behind locked doors.
#pragma once

#include "minigrid/babyai/level.h"
#include "minigrid/levels/room_tasks.h"

namespace pp::minigrid {

struct Pickup {
  struct Config : BabyConfig {
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    rooms.place_agent_in();
    rooms.connect_all();
    const std::vector<ObjectId> objects = rooms.add_distractors({}, 18, false);
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kPickup, rooms.like(draw_from(rooms.rng, objects)));
    return true;
  }
};

struct UnblockPickup {
  using Config = Pickup::Config;
  static bool build(MissionBuilder& rooms, const Config&) {
    rooms.place_agent_in();
    rooms.connect_all();
    const std::vector<ObjectId> objects = rooms.add_distractors({}, 20, false);
    if (rooms.all_objects_reachable()) return false;  // nothing is in the way
    rooms.instructions.add(Verb::kPickup, rooms.like(draw_from(rooms.rng, objects)));
    return true;
  }
};

struct PickupDist {
  struct Config : BabyConfig {
    bool debug = false;

    Config() {
      room_size = 7;
      num_rows = num_cols = 1;
    }
    static constexpr auto options() {
      return option_list(option("debug", &Config::debug, "Fail when another object is picked up."),
                         common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const std::vector<ObjectId> objects = rooms.add_distractors({}, 5, true);
    rooms.place_agent_in(RoomPlace{0, 0});
    Description target = rooms.like(draw_from(rooms.rng, objects));
    const std::int32_t select_by = draw(rooms.rng, 0, 3);  // kind, colour or both
    if (select_by == 0) target.color = {};
    if (select_by == 1) target.thing = Thing::kAny;
    rooms.instructions.add(Verb::kPickup, std::move(target), config.debug);
    return true;
  }
};

struct PickupAbove {
  struct Config : BabyConfig {
    Config() {
      room_size = 6;
      steps_by_area = 8;
    }
    static constexpr auto options() { return option_list(maze_options(), common_options()); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    const ObjectId target = rooms.add_object({1, 0});
    rooms.add_door({1, 1}, kUpperSide, {}, false);
    rooms.place_agent_in(RoomPlace{1, 1});
    rooms.connect_all();
    rooms.instructions.add(Verb::kPickup, rooms.like(target));
    return true;
  }
};

struct FindObj {
  struct Config : BabyConfig {
    Config() {
      room_size = 5;
      steps_by_area = 20;
    }
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    // The reference draws the column by the number of rows, and the other way round.
    const std::int32_t i = rooms.draw_row();
    const std::int32_t j = rooms.draw_column();
    const ObjectId target = rooms.add_object({i, j});
    rooms.place_agent_in(RoomPlace{1, 1});
    rooms.connect_all();
    rooms.instructions.add(Verb::kPickup, rooms.any(target));
    return true;
  }
};

struct OneRoom {
  struct Config : BabyConfig {
    Config() { num_rows = num_cols = 1; }
    static constexpr auto options() { return option_list(room_size_option(), common_options()); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    const ObjectId ball = rooms.add_object({0, 0}, Kind::kBall);
    rooms.place_agent_in();
    rooms.instructions.add(Verb::kPickup, rooms.any(ball));
    return true;
  }
};

struct BabyKeyCorridor {
  struct Config : BabyConfig {
    std::string obj_type = "ball";

    Config() {
      room_size = 6;
      steps_by_area = 30;
    }
    static constexpr auto options() {
      return option_list(
          option("obj_type", &Config::obj_type, "What is to be picked up: 'ball', 'box' or 'key'."),
          room_size_option(), maze_options(), common_options());
    }
    void check() const {
      check_at_least("num_cols", num_cols, 3);
      object_kind(obj_type);
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const ObjectId target = build_key_corridor(rooms, object_kind(config.obj_type));
    rooms.instructions.add(Verb::kPickup, rooms.any(target));
    return true;
  }
};

// Two rooms with a locked door between them.
struct TwoRoomsConfig : BabyConfig {
  TwoRoomsConfig() {
    room_size = 6;
    num_rows = 1;
    num_cols = 2;
  }
};

struct BabyUnlockPickup {
  struct Config : TwoRoomsConfig {
    bool distractors = false;

    static constexpr auto options() {
      return option_list(
          option("distractors", &Config::distractors, "Add four distracting objects."),
          common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const ObjectId box = rooms.add_object({1, 0}, Kind::kBox);
    const RoomBuilder::Door door = rooms.add_door({0, 0}, kRightSide, {}, true);
    rooms.add_object({0, 0}, Kind::kKey, door.color);
    if (config.distractors) rooms.add_distractors({}, 4, true);
    rooms.place_agent_in(RoomPlace{0, 0});
    rooms.instructions.add(Verb::kPickup, rooms.like(box));
    return true;
  }
};

struct BabyBlockedUnlockPickup {
  struct Config : TwoRoomsConfig {
    Config() { steps_by_area = 16; }
    static constexpr auto options() { return common_options(); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    World& world = rooms.world;
    const ObjectId box = rooms.add_object({1, 0}, Kind::kBox);
    const RoomBuilder::Door door = rooms.add_door({0, 0}, kRightSide, {}, true);
    const ObjectId ball = world.make(Kind::kBall, draw_color(rooms.rng));
    world.put({door.position.x - 1, door.position.y}, ball);
    rooms.add_object({0, 0}, Kind::kKey, door.color);
    rooms.place_agent_in(RoomPlace{0, 0});
    rooms.instructions.add(Verb::kPickup, rooms.any(box));
    return true;
  }
};

struct UnlockToUnlock {
  struct Config : BabyConfig {
    Config() {
      room_size = 6;
      num_rows = 1;
      steps_by_area = 30;
    }
    static constexpr auto options() { return common_options(); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    const std::vector<Color> colors =
        draw_subset(rooms.rng, std::vector<Color>(kColors.begin(), kColors.end()), 2);
    rooms.add_door({0, 0}, kRightSide, colors[0], true);
    rooms.add_object({2, 0}, Kind::kKey, colors[0]);
    rooms.add_door({1, 0}, kRightSide, colors[1], true);
    rooms.add_object({1, 0}, Kind::kKey, colors[1]);
    const ObjectId ball = rooms.add_object({0, 0}, Kind::kBall);
    rooms.place_agent_in(RoomPlace{1, 0});
    rooms.instructions.add(Verb::kPickup, rooms.any(ball));
    return true;
  }
};

// Go to, pick up or open one of five objects and four doors.
struct ActionObjDoor {
  struct Config : BabyConfig {
    Config() { room_size = 7; }
    static constexpr auto options() { return option_list(maze_options(), common_options()); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    std::vector<ObjectId> objects = rooms.add_distractors(RoomPlace{1, 1}, 5, true);
    for (int k = 0; k < 4; ++k) objects.push_back(rooms.add_door({1, 1}, {}, {}, false).id);
    rooms.place_agent_in(RoomPlace{1, 1});
    Description target = rooms.like(draw_from(rooms.rng, objects));
    const Verb other = target.thing == Thing::kDoor ? Verb::kOpen : Verb::kPickup;
    rooms.instructions.add(draw_bool(rooms.rng) ? Verb::kGoTo : other, std::move(target));
    return true;
  }
};

}  // namespace pp::minigrid

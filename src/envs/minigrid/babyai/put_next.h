// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// BabyAI's levels about putting one object next to another.
#pragma once

#include "minigrid/babyai/level.h"

namespace pp::minigrid {

struct PutNextLocal {
  struct Config : BabyConfig {
    std::int64_t num_objs = 8;

    Config() { num_rows = num_cols = 1; }
    static constexpr auto options() {
      return option_list(
          room_size_option(),
          option("num_objs", &Config::num_objs, "Number of objects, no two of which look alike."),
          common_options());
    }
    void check() const { check_between("num_objs", num_objs, 2, 18); }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    rooms.place_agent_in();
    const std::vector<ObjectId> objects = rooms.add_distractors({}, config.num_objs, true);
    if (!rooms.all_objects_reachable()) return false;
    const std::vector<ObjectId> two = draw_subset(rooms.rng, objects, 2);
    rooms.instructions.add_put_next(rooms.like(two[0]), rooms.like(two[1]));
    return true;
  }
};

// Two rooms without a wall between them, with as many objects in each.
struct TwoHalvesConfig : BabyConfig {
  std::int64_t objs_per_room = 1;

  TwoHalvesConfig() {
    num_rows = 1;
    num_cols = 2;
  }
  static constexpr auto halves_options() {
    return option_list(room_size_option(), option("objs_per_room", &TwoHalvesConfig::objs_per_room,
                                                  "Number of objects in each room, at most 9."));
  }
};
struct TwoHalves {
  std::vector<ObjectId> left, right;

  TwoHalves(MissionBuilder& rooms, std::int64_t count) {
    rooms.place_agent_in(RoomPlace{0, 0});
    left = rooms.add_distractors(RoomPlace{0, 0}, count, true);
    right = rooms.add_distractors(RoomPlace{1, 0}, count, true);
    rooms.remove_wall({0, 0}, kRightSide);
  }
};

struct PutNext {
  struct Config : TwoHalvesConfig {
    bool start_carrying = false;

    Config() { steps_by_area = 8; }
    static constexpr auto options() {
      return option_list(halves_options(),
                         option("start_carrying", &Config::start_carrying,
                                "Start with the object in hand that is to be moved."),
                         common_options());
    }
    void check() const {
      check_at_least("room_size", room_size, 4);
      check_between("objs_per_room", objs_per_room, 1, 9);
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const TwoHalves halves(rooms, config.objs_per_room);
    ObjectId moved = draw_from(rooms.rng, halves.left);
    ObjectId fixed = draw_from(rooms.rng, halves.right);
    if (draw_bool(rooms.rng)) std::swap(moved, fixed);
    rooms.instructions.add_put_next(rooms.like(moved), rooms.like(fixed));
    if (config.start_carrying) rooms.world.taken_next = moved;
    return true;
  }
};

struct MoveTwoAcross {
  struct Config : TwoHalvesConfig {
    Config() { steps_by_area = 16; }
    static constexpr auto options() { return option_list(halves_options(), common_options()); }
    void check() const { check_between("objs_per_room", objs_per_room, 2, 9); }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const TwoHalves halves(rooms, config.objs_per_room);
    const std::vector<ObjectId> left = draw_subset(rooms.rng, halves.left, 2);
    const std::vector<ObjectId> right = draw_subset(rooms.rng, halves.right, 2);
    Instructions& to = rooms.instructions;
    const std::uint8_t first = to.add_put_next(rooms.like(left[0]), rooms.like(right[0]));
    const std::uint8_t second = to.add_put_next(rooms.like(right[1]), rooms.like(left[1]));
    to.join(Verb::kBefore, first, second);
    return true;
  }
};

}  // namespace pp::minigrid

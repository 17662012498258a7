// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// BabyAI's levels about going to an object.
#pragma once

#include "minigrid/babyai/level.h"

namespace pp::minigrid {

struct OneRoomConfig : BabyConfig {
  std::int64_t num_dists = 7;

  OneRoomConfig() { num_rows = num_cols = 1; }
  void check() const { check_at_least("num_dists", num_dists, 0); }
  static constexpr auto distractor_option() {
    return option_list(
        option("num_dists", &OneRoomConfig::num_dists, "Number of distracting objects."));
  }
};

// A red ball among distractors.
struct GoToRedBall {
  struct Config : OneRoomConfig {
    static constexpr auto options() {
      return option_list(room_size_option(), distractor_option(), common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    rooms.place_agent_in();
    const ObjectId ball = rooms.add_object({0, 0}, Kind::kBall, Color::kRed);
    rooms.add_distractors({}, config.num_dists, false);
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kGoTo, rooms.like(ball));
    return true;
  }
};

struct GoToRedBallNoDists {
  struct Config : BabyConfig {
    Config() { num_rows = num_cols = 1; }
    static constexpr auto options() { return common_options(); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    rooms.place_agent_in();
    const ObjectId ball = rooms.add_object({0, 0}, Kind::kBall, Color::kRed);
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kGoTo, rooms.like(ball));
    return true;
  }
};

// The same with grey distractors.
struct GoToRedBallGrey {
  using Config = GoToRedBall::Config;
  static bool build(MissionBuilder& rooms, const Config& config) {
    rooms.place_agent_in();
    const ObjectId ball = rooms.add_object({0, 0}, Kind::kBall, Color::kRed);
    for (const ObjectId id : rooms.add_distractors({}, config.num_dists, false)) {
      rooms.world.recolor(id, Color::kGrey);
    }
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kGoTo, rooms.like(ball));
    return true;
  }
};

struct GoToRedBlueBall {
  using Config = GoToRedBall::Config;
  static bool build(MissionBuilder& rooms, const Config& config) {
    rooms.place_agent_in();
    for (const ObjectId id : rooms.add_distractors({}, config.num_dists, false)) {
      const Cell cell = rooms.world.object(id).cell;
      if (cell == make_cell(Kind::kBall, Color::kBlue) ||
          cell == make_cell(Kind::kBall, Color::kRed)) {
        return false;  // there may be one blue or red ball only
      }
    }
    const Color color = draw_from(rooms.rng, std::array{Color::kRed, Color::kBlue});
    const ObjectId ball = rooms.add_object({0, 0}, Kind::kBall, color);
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kGoTo, rooms.like(ball));
    return true;
  }
};

struct GoToObj {
  struct Config : BabyConfig {
    Config() { num_rows = num_cols = 1; }
    static constexpr auto options() { return option_list(room_size_option(), common_options()); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    rooms.place_agent_in();
    const ObjectId target = rooms.add_distractors({}, 1, true).front();
    rooms.instructions.add(Verb::kGoTo, rooms.like(target));
    return true;
  }
};

struct GoToLocal {
  struct Config : OneRoomConfig {
    Config() { num_dists = 8; }
    void check() const { check_at_least("num_dists", num_dists, 1); }
    static constexpr auto options() {
      return option_list(room_size_option(), distractor_option(), common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    rooms.place_agent_in();
    const std::vector<ObjectId> objects = rooms.add_distractors({}, config.num_dists, false);
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kGoTo, rooms.like(draw_from(rooms.rng, objects)));
    return true;
  }
};

struct GoToMaze {
  struct Config : BabyConfig {
    std::int64_t num_dists = 18;
    bool doors_open = false;

    void check() const { check_at_least("num_dists", num_dists, 1); }
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(),
                         option("num_dists", &Config::num_dists, "Number of distracting objects."),
                         option("doors_open", &Config::doors_open, "Open all doors."),
                         common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    rooms.place_agent_in();
    rooms.connect_all();
    const std::vector<ObjectId> objects = rooms.add_distractors({}, config.num_dists, false);
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kGoTo, rooms.like(draw_from(rooms.rng, objects)));
    if (config.doors_open) rooms.open_all_doors();
    return true;
  }
};

struct GoToImpUnlock {
  struct Config : BabyConfig {
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), common_options());
    }
  };
  // The key and distractors may lie in the locked room: the reference compares numbers by identity
  // where it means to keep them out.
  static bool build(MissionBuilder& rooms, const Config&) {
    const RoomPlace locked = rooms.draw_room();
    const RoomBuilder::Door door = rooms.add_door(locked, {}, {}, true);
    rooms.add_object(rooms.draw_room(), Kind::kKey, door.color);
    rooms.connect_all();
    for (std::int32_t i = 0; i < rooms.shape().columns; ++i) {
      for (std::int32_t j = 0; j < rooms.shape().rows; ++j) {
        rooms.add_distractors(RoomPlace{i, j}, 2, false);
      }
    }
    rooms.place_agent_outside(locked);
    if (!rooms.all_objects_reachable()) return false;
    const ObjectId target = rooms.add_distractors(locked, 1, false).front();
    rooms.instructions.add(Verb::kGoTo, rooms.like(target));
    return true;
  }
};

struct BabyGoToDoor {
  struct Config : BabyConfig {
    Config() { room_size = 7; }
    static constexpr auto options() { return option_list(maze_options(), common_options()); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    std::vector<ObjectId> doors;
    for (int k = 0; k < 4; ++k) doors.push_back(rooms.add_door({1, 1}).id);
    rooms.place_agent_in(RoomPlace{1, 1});
    rooms.instructions.add(Verb::kGoTo, rooms.like(draw_from(rooms.rng, doors)));
    return true;
  }
};

struct GoToObjDoor {
  struct Config : BabyConfig {
    static constexpr auto options() { return option_list(maze_options(), common_options()); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    rooms.place_agent_in(RoomPlace{1, 1});
    std::vector<ObjectId> objects = rooms.add_distractors(RoomPlace{1, 1}, 8, false);
    for (int k = 0; k < 4; ++k) objects.push_back(rooms.add_door({1, 1}).id);
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kGoTo, rooms.like(draw_from(rooms.rng, objects)));
    return true;
  }
};

}  // namespace pp::minigrid

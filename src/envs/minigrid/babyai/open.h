// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// BabyAI's levels about opening doors, with and without keys.
#pragma once

#include "minigrid/babyai/level.h"

namespace pp::minigrid {

struct Open {
  struct Config : BabyConfig {
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    rooms.place_agent_in();
    rooms.connect_all();
    rooms.add_distractors({}, 18, false);
    if (!rooms.all_objects_reachable()) return false;
    std::vector<ObjectId> doors;
    for (std::int32_t i = 0; i < rooms.shape().columns; ++i) {
      for (std::int32_t j = 0; j < rooms.shape().rows; ++j) {
        for (const ObjectId door : rooms.doors_of({i, j})) doors.push_back(door);
      }
    }
    rooms.instructions.add(Verb::kOpen, rooms.like(draw_from(rooms.rng, doors)));
    return true;
  }
};

struct OpenRedDoor {
  struct Config : BabyConfig {
    Config() {
      room_size = 5;
      num_rows = 1;
      num_cols = 2;
    }
    static constexpr auto options() { return common_options(); }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    const ObjectId door = rooms.add_door({0, 0}, kRightSide, Color::kRed, false).id;
    rooms.place_agent_in(RoomPlace{0, 0});
    rooms.instructions.add(Verb::kOpen, rooms.like(door));
    return true;
  }
};

struct OpenDoor {
  struct Config : BabyConfig {
    bool debug = false;
    std::optional<std::string> select_by;

    static constexpr auto options() {
      return option_list(option("debug", &Config::debug, "Fail when another door is opened."),
                         option("select_by", &Config::select_by,
                                "How the mission names the door: 'color' or 'loc'; None draws it."),
                         room_size_option(), maze_options(), common_options());
    }
    void check() const {
      if (select_by && *select_by != "color" && *select_by != "loc") {
        throw std::invalid_argument("select_by must be 'color', 'loc' or None, got '" + *select_by +
                                    "'");
      }
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const std::vector<Color> colors =
        draw_subset(rooms.rng, std::vector<Color>(kColors.begin(), kColors.end()), 4);
    for (std::size_t side = 0; side < 4; ++side) rooms.add_door({1, 1}, side, colors[side], false);
    const bool by_color =
        config.select_by ? *config.select_by == "color" : draw(rooms.rng, 0, 2) == 0;
    Description door{.thing = Thing::kDoor};
    if (by_color) {
      door.color = colors[0];
    } else {
      door.side = static_cast<Side>(draw(rooms.rng, 0, 4));
    }
    rooms.place_agent_in(RoomPlace{1, 1});
    rooms.instructions.add(Verb::kOpen, std::move(door), config.debug);
    return true;
  }
};

// The colour that an option names.
inline std::optional<Color> color_option(const char* name,
                                         const std::optional<std::string>& color) {
  if (!color) return {};
  const auto* const found = std::ranges::find(kColorNames, *color);
  if (found == kColorNames.end()) {
    throw std::invalid_argument(std::string(name) +
                                " must be None, 'red', 'green', 'blue', 'purple', 'yellow' or "
                                "'grey', got '" +
                                *color + "'");
  }
  return static_cast<Color>(found - kColorNames.begin());
}

struct OpenTwoDoors {
  struct Config : BabyConfig {
    std::optional<std::string> first_color;
    std::optional<std::string> second_color;
    bool strict = false;

    Config() {
      room_size = 6;
      steps_by_area = 20;
    }
    static constexpr auto options() {
      return option_list(
          option("first_color", &Config::first_color,
                 "Colour of the door to open first; None draws it."),
          option("second_color", &Config::second_color,
                 "Colour of the door to open second; None draws it."),
          option("strict", &Config::strict, "Fail when another door is opened before the first."),
          maze_options(), common_options());
    }
    void check() const {
      color_option("first_color", first_color);
      color_option("second_color", second_color);
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const std::vector<Color> colors =
        draw_subset(rooms.rng, std::vector<Color>(kColors.begin(), kColors.end()), 2);
    const Color first = color_option("first_color", config.first_color).value_or(colors[0]);
    const Color second = color_option("second_color", config.second_color).value_or(colors[1]);
    const ObjectId left = rooms.add_door({1, 1}, kLeftSide, first, false).id;
    const ObjectId right = rooms.add_door({1, 1}, kRightSide, second, false).id;
    rooms.place_agent_in(RoomPlace{1, 1});
    Instructions& to = rooms.instructions;
    const std::uint8_t one = to.add(Verb::kOpen, rooms.like(left), config.strict);
    const std::uint8_t two = to.add(Verb::kOpen, rooms.like(right));
    to.join(Verb::kBefore, one, two);
    return true;
  }
};

struct OpenDoorsOrder {
  struct Config : BabyConfig {
    std::int64_t num_doors = 2;
    bool debug = false;

    Config() {
      room_size = 6;
      steps_by_area = 20;
    }
    static constexpr auto options() {
      return option_list(option("num_doors", &Config::num_doors, "Number of doors, 2 to 4."),
                         option("debug", &Config::debug, "Fail when another door is opened."),
                         maze_options(), common_options());
    }
    void check() const { check_between("num_doors", num_doors, 2, 4); }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const auto count = static_cast<std::size_t>(config.num_doors);
    const std::vector<Color> colors =
        draw_subset(rooms.rng, std::vector<Color>(kColors.begin(), kColors.end()), count);
    std::vector<ObjectId> doors;
    for (const Color color : colors) doors.push_back(rooms.add_door({1, 1}, {}, color, false).id);
    rooms.place_agent_in(RoomPlace{1, 1});
    const std::vector<ObjectId> two = draw_subset(rooms.rng, doors, 2);
    const std::int32_t mode = draw(rooms.rng, 0, 3);
    Instructions& to = rooms.instructions;
    const std::uint8_t first = to.add(Verb::kOpen, rooms.like(two[0]), config.debug);
    if (mode == 0) return true;
    const std::uint8_t second = to.add(Verb::kOpen, rooms.like(two[1]), config.debug);
    to.join(mode == 1 ? Verb::kBefore : Verb::kAfter, first, second);
    return true;
  }
};

struct BabyUnlock {
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
    if (draw_bool(rooms.rng)) {
      std::vector<Color> others(kColors.begin(), kColors.end());
      std::erase(others, door.color);
      rooms.connect_all(others);
    } else {
      rooms.connect_all();
    }
    for (std::int32_t i = 0; i < rooms.shape().columns; ++i) {
      for (std::int32_t j = 0; j < rooms.shape().rows; ++j) {
        rooms.add_distractors(RoomPlace{i, j}, 3, false);
      }
    }
    rooms.place_agent_outside(locked);
    if (!rooms.all_objects_reachable()) return false;
    rooms.instructions.add(Verb::kOpen, rooms.like(door.id));
    return true;
  }
};

struct UnlockLocal {
  struct Config : BabyConfig {
    bool distractors = false;

    static constexpr auto options() {
      return option_list(
          option("distractors", &Config::distractors, "Add three distracting objects."),
          room_size_option(), maze_options(), common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config& config) {
    const RoomBuilder::Door door = rooms.add_door({1, 1}, {}, {}, true);
    rooms.add_object({1, 1}, Kind::kKey, door.color);
    if (config.distractors) rooms.add_distractors(RoomPlace{1, 1}, 3, true);
    rooms.place_agent_in(RoomPlace{1, 1});
    rooms.instructions.add(Verb::kOpen, {.thing = Thing::kDoor});
    return true;
  }
};

struct KeyInBox {
  struct Config : BabyConfig {
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), common_options());
    }
  };
  static bool build(MissionBuilder& rooms, const Config&) {
    const RoomBuilder::Door door = rooms.add_door({1, 1}, {}, {}, true);
    const ObjectId key = rooms.world.make(Kind::kKey, door.color);
    const ObjectId box = rooms.world.make(Kind::kBox, draw_color(rooms.rng));
    rooms.world.object(box).content = key;
    rooms.place_in({1, 1}, box);
    rooms.place_agent_in(RoomPlace{1, 1});
    rooms.instructions.add(Verb::kOpen, {.thing = Thing::kDoor});
    return true;
  }
};

}  // namespace pp::minigrid

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// BabyAI's generated levels: random instructions of the whole language, up to BossLevel.
#pragma once

#include <string>
#include <vector>

#include "minigrid/babyai/level.h"

namespace pp::minigrid {

struct LevelGenConfig : BabyConfig {
  std::int64_t num_dists = 18;
  double locked_room_prob = 0.5;
  bool locations = true;
  bool unblocking = true;
  bool implicit_unlock = true;
  std::vector<std::string> action_kinds = {"goto", "pickup", "open", "putnext"};
  std::vector<std::string> instr_kinds = {"action", "and", "seq"};

  static constexpr auto distractor_option() {
    return option_list(
        option("num_dists", &LevelGenConfig::num_dists, "Number of distracting objects."));
  }
  static constexpr auto locked_room_option() {
    return option_list(option("locked_room_prob", &LevelGenConfig::locked_room_prob,
                              "Probability that a room is locked."));
  }
  static constexpr auto implicit_option() {
    return option_list(option("implicit_unlock", &LevelGenConfig::implicit_unlock,
                              "Allow missions whose objects are all in a locked room."));
  }
  static constexpr auto freedom_options() {
    return option_list(option("locations", &LevelGenConfig::locations,
                              "Allow descriptions that say where an object is."),
                       option("unblocking", &LevelGenConfig::unblocking,
                              "Allow levels in which objects block the way."));
  }
  static constexpr auto action_option() {
    return option_list(option("action_kinds", &LevelGenConfig::action_kinds,
                              "Verbs to draw from: 'goto', 'pickup', 'open', 'putnext'."));
  }
  static constexpr auto instruction_option() {
    return option_list(option("instr_kinds", &LevelGenConfig::instr_kinds,
                              "Instructions to draw from: 'action', 'and', 'seq'."));
  }

  void check() const {
    check_at_least("num_dists", num_dists, 0);
    if (!(locked_room_prob <= 0.0) && num_rows * num_cols < 2) {
      throw std::invalid_argument("locked_room_prob must be 0 where there is one room only");
    }
    check_words("action_kinds", action_kinds, {"goto", "pickup", "open", "putnext"});
    check_words("instr_kinds", instr_kinds, {"action", "and", "seq"});
  }

 private:
  static void check_words(const char* name, const std::vector<std::string>& given,
                          std::initializer_list<std::string_view> known) {
    if (given.empty()) throw std::invalid_argument(std::string(name) + " must not be empty");
    for (const std::string& word : given) {
      if (std::ranges::find(known, word) != known.end()) continue;
      std::string list;
      for (const std::string_view each : known) {
        if (!list.empty()) list += ", ";
        list.append("'").append(each).append("'");
      }
      throw std::invalid_argument(std::string(name) + " may hold " + list + ", got '" + word + "'");
    }
  }
};

// Draws a maze and its instructions.
class LevelGenerator {
 public:
  LevelGenerator(MissionBuilder& rooms, const LevelGenConfig& config)
      : rooms_(rooms), config_(config), rng_(rooms.rng) {}

  // False if it has to start again.
  bool build() {
    rooms_.unblocking = config_.unblocking;
    if (rng_.uniform(0, 1) < config_.locked_room_prob) add_locked_room();
    rooms_.connect_all();
    rooms_.add_distractors({}, config_.num_dists, false);
    do {
      rooms_.place_agent_in();
    } while (locked_room_ && rooms_.room_at(rooms_.world.agent) == *locked_room_);
    if (!config_.unblocking && !rooms_.all_objects_reachable()) return false;
    draw_instruction(config_.instr_kinds);
    return true;
  }

 private:
  void add_locked_room() {
    RoomPlace room;
    std::size_t side;
    do {
      room = rooms_.draw_room();
      side = static_cast<std::size_t>(draw(rng_, 0, 4));
    } while (!rooms_.has_neighbour(room, side));
    locked_room_ = room;
    const RoomBuilder::Door door = rooms_.add_door(room, side, {}, true);
    RoomPlace with_key;
    do {
      with_key = rooms_.draw_room();
    } while (with_key == room);
    rooms_.add_object(with_key, Kind::kKey, door.color);
  }

  Description draw_object(std::int32_t first_thing, std::int32_t last_thing) {
    Description what;
    for (int tries = 0; tries <= 100; ++tries) {
      const std::int32_t color = draw(rng_, 0, 7);
      what.color = color == 0 ? std::nullopt : std::optional(kColors[color - 1]);
      what.thing = static_cast<Thing>(draw(rng_, first_thing, last_thing + 1));
      what.side = Side::kAnywhere;
      if (config_.locations && draw_bool(rng_)) what.side = static_cast<Side>(draw(rng_, 0, 4));
      what.find(rooms_.world, rooms_.shape());
      if (!what.positions.empty() && !is_locked_away(what)) return what;
    }
    throw Rejected("no description fits an object");
  }
  Description draw_any() { return draw_object(0, 3); }
  Description draw_movable() { return draw_object(0, 2); }
  Description draw_door() { return draw_object(3, 3); }

  // Where doors must not have to be unlocked without a word: whether all that it fits is behind
  // one.
  bool is_locked_away(const Description& what) const {
    if (config_.implicit_unlock || !locked_room_) return false;
    const Area room = rooms_.area(*locked_room_);
    return std::ranges::all_of(what.positions, [&](Position p) { return room.contains(p); });
  }

  std::uint8_t draw_instruction(const std::vector<std::string>& kinds) {
    static const std::vector<std::string> kActions = {"action"};
    static const std::vector<std::string> kParts = {"action", "and"};
    const std::string kind = draw_from(rng_, kinds);
    if (kind == "action") return draw_action();
    const bool is_and = kind == "and";
    const std::uint8_t first = draw_instruction(is_and ? kActions : kParts);
    const std::uint8_t second = draw_instruction(is_and ? kActions : kParts);
    const Verb joint = is_and ? Verb::kAnd : draw(rng_, 0, 2) == 0 ? Verb::kBefore : Verb::kAfter;
    return rooms_.instructions.join(joint, first, second);
  }

  std::uint8_t draw_action() {
    const std::string action = draw_from(rng_, config_.action_kinds);
    Instructions& to = rooms_.instructions;
    if (action == "goto") return to.add(Verb::kGoTo, draw_any());
    if (action == "pickup") return to.add(Verb::kPickup, draw_movable());
    if (action == "open") return to.add(Verb::kOpen, draw_door());
    Description moved = draw_movable();
    return to.add_put_next(std::move(moved), draw_any());
  }

  MissionBuilder& rooms_;
  const LevelGenConfig& config_;
  Rng& rng_;
  std::optional<RoomPlace> locked_room_;
};

// The levels differ in their constants and in what they leave open.
struct Generated {
  static bool build(MissionBuilder& rooms, const LevelGenConfig& config) {
    return LevelGenerator(rooms, config).build();
  }
};

struct GoToSeq : Generated {
  struct Config : LevelGenConfig {
    Config() {
      action_kinds = {"goto"};
      locked_room_prob = 0;
      locations = unblocking = false;
    }
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), distractor_option(), implicit_option(),
                         instruction_option(), common_options());
    }
  };
};

struct PickupLoc : Generated {
  struct Config : LevelGenConfig {
    Config() {
      action_kinds = {"pickup"};
      instr_kinds = {"action"};
      num_rows = num_cols = 1;
      num_dists = 8;
      locked_room_prob = 0;
      unblocking = false;
    }
    static constexpr auto options() {
      return option_list(room_size_option(), implicit_option(), common_options());
    }
  };
};

struct Synth : Generated {
  struct Config : LevelGenConfig {
    Config() {
      instr_kinds = {"action"};
      locations = implicit_unlock = false;
    }
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), distractor_option(),
                         locked_room_option(), action_option(), common_options());
    }
  };
};

struct SynthLoc : Generated {
  struct Config : LevelGenConfig {
    Config() {
      instr_kinds = {"action"};
      implicit_unlock = false;
    }
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), distractor_option(),
                         locked_room_option(), action_option(), common_options());
    }
  };
};

struct SynthSeq : Generated {
  struct Config : LevelGenConfig {
    Config() { implicit_unlock = false; }
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), distractor_option(),
                         locked_room_option(), action_option(), instruction_option(),
                         common_options());
    }
  };
};

struct MiniBossLevel : Generated {
  struct Config : LevelGenConfig {
    Config() {
      num_rows = num_cols = 2;
      room_size = 5;
      num_dists = 7;
      locked_room_prob = 0.25;
    }
    static constexpr auto options() {
      return option_list(freedom_options(), implicit_option(), action_option(),
                         instruction_option(), common_options());
    }
  };
};

struct BossLevel : Generated {
  struct Config : LevelGenConfig {
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), distractor_option(),
                         locked_room_option(), freedom_options(), implicit_option(),
                         action_option(), instruction_option(), common_options());
    }
  };
};

struct BossLevelNoUnlock : Generated {
  struct Config : LevelGenConfig {
    Config() {
      locked_room_prob = 0;
      implicit_unlock = false;
    }
    static constexpr auto options() {
      return option_list(room_size_option(), maze_options(), distractor_option(), freedom_options(),
                         action_option(), instruction_option(), common_options());
    }
  };
};

}  // namespace pp::minigrid

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks options, and translates them for the library.
#include "options.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace pp::procgen {
namespace {

constexpr std::int64_t kMostInt = std::numeric_limits<std::int32_t>::max();

struct Mode {
  std::string_view name;
  std::int32_t number;
  std::string_view games;  // those that have it, between blanks; empty: all
};
constexpr std::array<Mode, 5> kModes{{
    {"easy", 0, ""},
    {"hard", 1, ""},
    {"extreme", 2, " chaser dodgeball leaper starpilot "},
    {"memory", 10, " caveflyer dodgeball heist jumper maze miner "},
    {"exploration", 20, " caveflyer climber coinrun heist jumper leaper maze ninja "},
}};
constexpr std::int32_t kExploration = 20, kHard = 1;

bool has(const Mode& mode, const std::string& game) {
  return mode.games.empty() || mode.games.find(" " + game + " ") != std::string_view::npos;
}

const Mode* find_mode(const Config& config) {
  const auto found = std::ranges::find(kModes, config.distribution_mode, &Mode::name);
  return found != kModes.end() && has(*found, config.game) ? &*found : nullptr;
}

// The one level of a game that is known to be hard to explore, as the reference's Python names it.
std::int32_t exploration_level(std::string_view game) {
  struct Level {
    std::string_view game;
    std::int32_t seed;
  };
  constexpr std::array<Level, 8> kLevels{{{"coinrun", 1949448038},
                                          {"caveflyer", 1259048185},
                                          {"leaper", 1318677581},
                                          {"jumper", 1434825276},
                                          {"maze", 158988835},
                                          {"heist", 876640971},
                                          {"climber", 1561126160},
                                          {"ninja", 1123500215}}};
  return std::ranges::find(kLevels, game, &Level::game)->seed;
}

void check_from_0(const char* name, std::int64_t value) {
  if (value >= 0 && value <= kMostInt) return;
  throw Error(ErrorKind::kValue, std::string(name) + " must be from 0 to " +
                                     std::to_string(kMostInt) + ", got " + std::to_string(value));
}

}  // namespace

void Config::validate() const {
  const Mode* const mode = find_mode(*this);
  if (mode == nullptr) {
    std::string known;
    for (const Mode& one : kModes) {
      if (has(one, game)) known += (known.empty() ? "'" : ", '") + std::string(one.name) + "'";
    }
    throw Error(ErrorKind::kValue, "distribution_mode of " + game + " must be one of " + known +
                                       ", got '" + distribution_mode + "'");
  }
  check_from_0("num_levels", num_levels);
  check_from_0("start_level", start_level);
  check_from_0("debug_mode", debug_mode);
  if (start_level + num_levels > kMostInt) {
    throw Error(ErrorKind::kValue,
                "start_level + num_levels must be at most " + std::to_string(kMostInt) + ", got " +
                    std::to_string(start_level) + " + " + std::to_string(num_levels));
  }
  if (mode->number == kExploration && (num_levels != 0 || start_level != 0)) {
    throw Error(ErrorKind::kValue,
                "distribution_mode 'exploration' plays one level: num_levels and start_level must "
                "be 0, got " +
                    std::to_string(num_levels) + " and " + std::to_string(start_level));
  }
}

GameOptions::GameOptions(const Config& config)
    : game(config.game),
      distribution_mode(find_mode(config)->number),
      num_levels(static_cast<std::int32_t>(config.num_levels)),
      start_level(static_cast<std::int32_t>(config.start_level)),
      debug_mode(static_cast<std::int32_t>(config.debug_mode)),
      use_sequential_levels(config.use_sequential_levels),
      center_agent(config.center_agent),
      use_backgrounds(config.use_backgrounds),
      use_monochrome_assets(config.use_monochrome_assets),
      restrict_themes(config.restrict_themes),
      use_generated_assets(config.use_generated_assets),
      paint_vel_info(config.paint_vel_info),
      use_easy_jump(config.use_easy_jump) {
  if (distribution_mode == kExploration) {
    distribution_mode = kHard;
    num_levels = 1;
    start_level = exploration_level(game);
  }
}

}  // namespace pp::procgen

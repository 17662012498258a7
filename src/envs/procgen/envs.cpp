// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of Procgen's games, and EnvPool's.
#include <parallel_pool/bind.h>

#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "environment.h"

namespace {

using namespace pp::procgen;

struct NamedGame {
  std::string name;
  std::int64_t limit;      // of an episode, in EnvPool; the game keeps one of its own
  std::string_view modes;  // in EnvPool
};

void bind_game(nanobind::module_& m, const NamedGame& game) {
  Config defaults;
  defaults.game = game.name;
  pp::bind_env<Environment>(m, {.id = "procgen-" + game.name + "-v0", .defaults = defaults});
}

void bind_for_envpool(nanobind::module_& m, const NamedGame& game) {
  constexpr std::array<std::pair<char, const char*>, 5> kModes{
      {{'e', "Easy"}, {'h', "Hard"}, {'x', "Extreme"}, {'m', "Memory"}, {'n', "Exploration"}}};
  for (const auto& [letter, name] : kModes) {
    if (game.modes.find(letter) == std::string_view::npos) continue;
    Config defaults;
    defaults.game = game.name;
    defaults.channel_first = true;
    defaults.distribution_mode = name;
    defaults.distribution_mode[0] = static_cast<char>(std::tolower(name[0]));
    std::string id = game.name + name + "-v0";
    id[0] = static_cast<char>(std::toupper(id[0]));
    pp::bind_env<Environment>(m, {.id = id, .max_episode_steps = game.limit, .defaults = defaults});
  }
}

}  // namespace

NB_MODULE(native, m) {
  const std::array<NamedGame, 16> games{{
      {"bigfish", 6000, "eh"},
      {"bossfight", 4000, "eh"},
      {"caveflyer", 1000, "ehmn"},
      {"chaser", 1000, "ehx"},
      {"climber", 1000, "ehn"},
      {"coinrun", 1000, "ehn"},
      {"dodgeball", 1000, "ehxm"},
      {"fruitbot", 1000, "eh"},
      {"heist", 1000, "ehmn"},
      {"jumper", 1000, "ehmn"},
      {"leaper", 500, "ehxn"},
      {"maze", 500, "ehmn"},
      {"miner", 1000, "ehm"},
      {"ninja", 1000, "ehn"},
      {"plunder", 4000, "eh"},
      {"starpilot", 1000, "ehx"},
  }};
  for (const NamedGame& game : games) bind_game(m, game);
  for (const NamedGame& game : games) bind_for_envpool(m, game);
}

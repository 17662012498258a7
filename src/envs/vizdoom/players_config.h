// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of games of several players: those of a scenario, and a few more.
#pragma once

#include "scenario_config.h"

namespace pp::vizdoom {

struct PlayersConfig : ScenarioConfig {
  std::int64_t num_players = 2;
  std::int64_t num_bots = 0;
  std::string game_mode = "deathmatch";

  static constexpr auto options() {
    return option_list(option("num_players", &PlayersConfig::num_players,
                              "Number of players, from 2 to 8, each with an engine."),
                       option("num_bots", &PlayersConfig::num_bots,
                              "Number of players whom the engine plays. They have no "
                              "rows; at most 8 players with the others."),
                       option("game_mode", &PlayersConfig::game_mode,
                              "Rules of the game: 'deathmatch' or 'cooperative'."),
                       ScenarioConfig::options());
  }

  // Throws pp::Error for invalid values.
  void validate() const;
};

}  // namespace pp::vizdoom

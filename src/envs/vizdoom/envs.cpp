// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of ViZDoom's environments.
#include <nanobind/stl/string.h>
#include <parallel_pool/bind.h>

#include <array>
#include <string>

#include "dict_option.h"
#include "players_env.h"
#include "pool_env.h"
#include "scenario_env.h"

namespace {

using namespace pp::vizdoom;

void bind_scenario(nanobind::module_& m, const std::string& id, const ScenarioConfig& defaults) {
  pp::bind_env<ScenarioEnv>(
      m, {.id = id, .reference = "vizdoom.gymnasium_wrapper:" + id, .defaults = defaults});
}

void bind_scenarios(nanobind::module_& m) {
  struct Named {
    const char* name;
    const char* file;
  };
  constexpr std::array<Named, 12> kScenarios{{
      {"Basic", "basic"},
      {"BasicAudio", "basic_audio"},
      {"BasicNotifications", "basic_notifications"},
      {"DeadlyCorridor", "deadly_corridor"},
      {"Deathmatch", "deathmatch"},
      {"DefendCenter", "defend_the_center"},
      {"DefendLine", "defend_the_line"},
      {"HealthGathering", "health_gathering"},
      {"HealthGatheringSupreme", "health_gathering_supreme"},
      {"MyWayHome", "my_way_home"},
      {"PredictPosition", "predict_position"},
      {"TakeCover", "take_cover"},
  }};
  for (const Named& one : kScenarios) {
    ScenarioConfig defaults;
    defaults.scenario_config_file = std::string(one.file) + ".cfg";
    bind_scenario(m, std::string("Vizdoom") + one.name + "-MultiBinary-v1", defaults);
    defaults.max_buttons_pressed = 1;
    bind_scenario(m, std::string("Vizdoom") + one.name + "-v1", defaults);
  }
}

void bind_pool_scenarios(nanobind::module_& m) {
  struct Named {
    const char* id;
    const char* scenario;
    const char* arguments = "";
  };
  constexpr std::array<Named, 21> kScenarios{{
      {"Basic-v1", "basic"},
      {"BasicAudio-v1", "basic_audio"},
      {"BasicNotifications-v1", "basic_notifications"},
      {"Cig-v1", "cig", "-deathmatch"},
      {"D1Basic-v1", "D1_basic"},
      {"D2Navigation-v1", "D2_navigation"},
      {"D3Battle-v1", "D3_battle"},
      {"D4Battle2-v1", "D4_battle2"},
      {"DeadlyCorridor-v1", "deadly_corridor"},
      {"Deathmatch-v1", "deathmatch"},
      {"DefendTheCenter-v1", "defend_the_center"},
      {"DefendTheLine-v1", "defend_the_line"},
      {"HealthGathering-v1", "health_gathering"},
      {"HealthGatheringSupreme-v1", "health_gathering_supreme"},
      {"MultiDuel-v1", "multi_duel", "-deathmatch"},
      {"MyWayHome-v1", "my_way_home"},
      {"PredictPosition-v1", "predict_position"},
      {"RocketBasic-v1", "rocket_basic"},
      {"SimplerBasic-v1", "simpler_basic"},
      {"TakeCover-v1", "take_cover"},
      {"VizdoomCustom-v1", ""},
  }};
  for (const Named& one : kScenarios) {
    PoolConfig defaults;
    defaults.scenario = one.scenario;
    defaults.game_args = one.arguments;
    pp::bind_env<PoolEnv>(m, {.id = one.id, .max_episode_steps = 525, .defaults = defaults});
  }
}

void bind_games_of_players(nanobind::module_& m) {
  const auto bind = [&](const char* id, const char* file, const char* mode) {
    PlayersConfig defaults;
    defaults.scenario_config_file = file;
    defaults.game_mode = mode;
    pp::bind_env<PlayersEnv>(m, {.id = id, .defaults = defaults});
  };
  bind("VizdoomCigPlayers-v0", "cig.cfg", "deathmatch");
  bind("VizdoomDeathmatchPlayers-v0", "multi.cfg", "deathmatch");
  bind("VizdoomDuelPlayers-v0", "multi_duel.cfg", "deathmatch");
  bind("VizdoomCooperativePlayers-v0", "freedoom2.cfg", "cooperative");
}

// The maps of Doom's two games, and of Freedoom's, which have the same names.
void bind_maps(nanobind::module_& m) {
  std::vector<std::string> first, second;
  for (int episode = 1; episode <= 4; ++episode) {
    for (int map = 1; map <= 9; ++map) {
      first.push_back("E" + std::to_string(episode) + "M" + std::to_string(map));
    }
  }
  for (int map = 1; map <= 32; ++map) {
    second.push_back((map < 10 ? "MAP0" : "MAP") + std::to_string(map));
  }
  struct Named {
    const char* name;
    const char* file;
    const std::vector<std::string>& maps;
  };
  const std::array<Named, 4> games{{{"Doom", "doom.cfg", first},
                                    {"Doom2", "doom2.cfg", second},
                                    {"Freedoom1", "freedoom1.cfg", first},
                                    {"Freedoom2", "freedoom2.cfg", second}}};
  for (const Named& game : games) {
    for (const std::string& map : game.maps) {
      for (int skill = 1; skill <= 5; ++skill) {
        ScenarioConfig defaults;
        defaults.scenario_config_file = game.file;
        defaults.doom_map = map;
        defaults.doom_skill = skill;
        bind_scenario(
            m, std::string("Vizdoom") + game.name + map + "-S" + std::to_string(skill) + "-v0",
            defaults);
      }
    }
  }
}

}  // namespace

NB_MODULE(native, m) {
  bind_scenarios(m);
  bind_maps(m);
  bind_pool_scenarios(m);
  bind_games_of_players(m);
}

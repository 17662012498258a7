// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of the environments that are EnvPool's, with its names and defaults.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace pp::vizdoom {

struct PoolConfig {
  std::string scenario = "basic";  // of the id; empty: the user's

  std::int64_t img_height = 84;
  std::int64_t img_width = 84;
  std::int64_t stack_num = 4;
  std::int64_t frame_skip = 4;
  std::string lmp_save_dir;
  bool episodic_life = false;
  bool force_speed = false;
  bool use_combined_action = false;
  bool use_inter_area_resize = true;
  std::int64_t weapon_duration = 5;
  std::map<std::string, std::array<double, 2>> reward_config{
      {"FRAGCOUNT", {1, -1.5}},         {"KILLCOUNT", {1, 0}},
      {"DEATHCOUNT", {-0.75, 0.75}},    {"HITCOUNT", {0.01, -0.01}},
      {"DAMAGECOUNT", {0.003, -0.003}}, {"HEALTH", {0.005, -0.003}},
      {"ARMOR", {0.005, -0.001}},       {"WEAPON0", {0.02, -0.01}},
      {"AMMO0", {0.0002, -0.0001}},     {"WEAPON1", {0.02, -0.01}},
      {"AMMO1", {0.0002, -0.0001}},     {"WEAPON2", {0.02, -0.01}},
      {"AMMO2", {0.0002, -0.0001}},     {"WEAPON3", {0.1, -0.05}},
      {"AMMO3", {0.001, -0.0005}},      {"WEAPON4", {0.1, -0.05}},
      {"AMMO4", {0.001, -0.0005}},      {"WEAPON5", {0.1, -0.05}},
      {"AMMO5", {0.001, -0.0005}},      {"WEAPON6", {0.2, -0.1}},
      {"AMMO6", {0.002, -0.001}},       {"WEAPON7", {0.2, -0.1}},
      {"AMMO7", {0.002, -0.001}}};
  std::map<std::int64_t, double> selected_weapon_reward_config{
      {0, 0.0002}, {1, 0.0002}, {2, 0.0002}, {3, 0.001},
      {4, 0.001},  {5, 0.001},  {6, 0.002},  {7, 0.002}};
  std::map<std::string, std::array<double, 3>> delta_button_config;
  std::string cfg_path, wad_path, vzd_path, iwad_path, game_args;
  std::string map_id = "map01";
  bool draw_as_envpool = false;
  double engine_timeout = 60.0;

  static constexpr auto options() {
    using C = PoolConfig;
    return option_list(
        option("img_height", &C::img_height, "Height of the observation in pixels."),
        option("img_width", &C::img_width, "Width of the observation in pixels."),
        option("stack_num", &C::stack_num,
               "Number of stacked frames in an observation, the newest last."),
        option("frame_skip", &C::frame_skip, "Number of tics for which a step keeps its buttons."),
        option("lmp_save_dir", &C::lmp_save_dir,
               "Folder for recordings (.lmp) of all episodes but the first; empty records none."),
        option("episodic_life", &C::episodic_life,
               "End the episode when the player dies, in games that go on after a death."),
        option("force_speed", &C::force_speed, "Press SPEED in every combined action."),
        option("use_combined_action", &C::use_combined_action,
               "Number the sensible combinations of buttons; False takes a value for each button."),
        option("use_inter_area_resize", &C::use_inter_area_resize,
               "Scale frames with OpenCV's INTER_AREA; False uses INTER_LINEAR."),
        option("weapon_duration", &C::weapon_duration,
               "Number of steps after which holding a weapon that has ammunition is rewarded."),
        option("reward_config", &C::reward_config,
               "Rewards for each unit by which a game variable grows, and by which it falls."),
        option("selected_weapon_reward_config", &C::selected_weapon_reward_config,
               "Reward of each step for holding a weapon, by its number."),
        option("delta_button_config", &C::delta_button_config,
               "For combined actions: the number of values of a delta button, the lowest and the "
               "highest."),
        option("cfg_path", &C::cfg_path, "Configuration; empty is that of the id."),
        option("wad_path", &C::wad_path,
               "WAD file of the scenario; empty is that of the configuration."),
        option("vzd_path", &C::vzd_path,
               "Program of the engine; empty is that of the package vizdoom."),
        option("iwad_path", &C::iwad_path,
               "Main WAD file (IWAD); empty is Freedoom's, which ViZDoom brings."),
        option("game_args", &C::game_args, "Further arguments of the engine, between blanks."),
        option("map_id", &C::map_id, "Name of the map in the WAD files."),
        option("draw_as_envpool", &C::draw_as_envpool,
               "Draw screens narrower than 320 pixels at 320x240 and shrink them, as EnvPool does; "
               "False draws them at the configuration's size, which is faster."),
        option("engine_timeout", &C::engine_timeout,
               "Seconds after which an engine that does not answer has failed."));
  }

  // Throws pp::Error for invalid values.
  void validate() const;
};

}  // namespace pp::vizdoom

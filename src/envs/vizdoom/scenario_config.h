// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of the environments that are Gymnasium's: the arguments of ViZDoom's wrapper, and the
// settings that override the scenario's configuration, with the reference's names.
#pragma once

#include <parallel_pool/env.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pp::vizdoom {

struct ScenarioConfig {
  std::string scenario_config_file = "basic.cfg";
  std::int64_t frame_skip = 1;
  std::int64_t max_buttons_pressed = 0;
  bool treat_episode_timeout_as_truncation = true;
  bool use_multi_binary_action_space = true;
  double engine_timeout = 60.0;

  std::optional<std::string> doom_scenario_path, doom_game_path, doom_map;
  std::optional<std::int64_t> doom_skill, episode_start_time, episode_timeout;
  std::optional<double> living_reward, death_reward, death_penalty, map_exit_reward, kill_reward,
      secret_reward, item_reward, frag_reward, hit_reward, hit_taken_reward, hit_taken_penalty,
      damage_made_reward, damage_taken_reward, damage_taken_penalty, health_reward, armor_reward;
  std::optional<std::string> screen_resolution, screen_format;
  std::optional<bool> depth_buffer_enabled, labels_buffer_enabled, automap_buffer_enabled;
  std::optional<std::string> automap_mode;
  std::optional<bool> automap_rotate, automap_render_textures, automap_render_objects_as_sprites;
  std::optional<bool> audio_buffer_enabled;
  std::optional<std::string> audio_sampling_rate;
  std::optional<std::int64_t> audio_buffer_size;
  std::optional<bool> notifications_buffer_enabled;
  std::optional<std::int64_t> notifications_buffer_size;
  std::optional<bool> render_hud, render_minimal_hud, render_weapon, render_crosshair,
      render_decals, render_particles, render_effects_sprites, render_messages, render_corpses,
      render_screen_flashes;
  std::optional<std::vector<std::string>> available_buttons, available_game_variables;
  std::optional<std::string> button_max_value, game_args;

  static constexpr auto options() {
    using C = ScenarioConfig;
    return option_list(
        option("scenario_config_file", &C::scenario_config_file,
               "Configuration of the scenario: the name of one of ViZDoom's files, or a path."),
        option("frame_skip", &C::frame_skip, "Number of tics for which a step keeps its buttons."),
        option("max_buttons_pressed", &C::max_buttons_pressed,
               "Most buttons that an action presses, of which Discrete counts the combinations; 0 "
               "is any number, each button of its own."),
        option("treat_episode_timeout_as_truncation", &C::treat_episode_timeout_as_truncation,
               "Report the scenario's timeout as truncation too, beside termination."),
        option("use_multi_binary_action_space", &C::use_multi_binary_action_space,
               "Take MultiBinary actions if max_buttons_pressed is 0; False takes MultiDiscrete."),
        option("engine_timeout", &C::engine_timeout,
               "Seconds after which an engine that does not answer has failed."),
        option("doom_scenario_path", &C::doom_scenario_path, "WAD file of the scenario."),
        option(
            "doom_game_path", &C::doom_game_path,
            "Main WAD file (IWAD), such as DOOM2.WAD; None is Freedoom's, which ViZDoom brings."),
        option("doom_map", &C::doom_map, "Name of the map in the WAD files."),
        option("doom_skill", &C::doom_skill, "Difficulty, from 1 to 5."),
        option("episode_start_time", &C::episode_start_time,
               "Tic of the map in which episodes begin."),
        option("episode_timeout", &C::episode_timeout,
               "Number of tics after which an episode ends; 0 is no limit."),
        option("living_reward", &C::living_reward, "Reward for each tic."),
        option("death_reward", &C::death_reward, "Reward for dying."),
        option("death_penalty", &C::death_penalty, "Negated reward for dying."),
        option("map_exit_reward", &C::map_exit_reward, "Reward for reaching the end of the map."),
        option("kill_reward", &C::kill_reward, "Reward for each enemy killed."),
        option("secret_reward", &C::secret_reward, "Reward for each secret found."),
        option("item_reward", &C::item_reward, "Reward for each item picked up."),
        option("frag_reward", &C::frag_reward, "Reward for each player killed."),
        option("hit_reward", &C::hit_reward, "Reward for each hit of an enemy."),
        option("hit_taken_reward", &C::hit_taken_reward, "Reward for each hit by an enemy."),
        option("hit_taken_penalty", &C::hit_taken_penalty,
               "Negated reward for each hit by an enemy."),
        option("damage_made_reward", &C::damage_made_reward,
               "Reward for each point of damage done to enemies."),
        option("damage_taken_reward", &C::damage_taken_reward,
               "Reward for each point of damage taken."),
        option("damage_taken_penalty", &C::damage_taken_penalty,
               "Negated reward for each point of damage taken."),
        option("health_reward", &C::health_reward, "Reward for each point of health gained."),
        option("armor_reward", &C::armor_reward, "Reward for each point of armour gained."),
        option("screen_resolution", &C::screen_resolution,
               "Size of the screen, such as 'RES_160X120'."),
        option("screen_format", &C::screen_format,
               "Pixels of the screen: 'GRAY8', or RGB for all others."),
        option("depth_buffer_enabled", &C::depth_buffer_enabled,
               "Observe the distance of each pixel."),
        option("labels_buffer_enabled", &C::labels_buffer_enabled,
               "Observe which object each pixel shows."),
        option("automap_buffer_enabled", &C::automap_buffer_enabled, "Observe the automap."),
        option("automap_mode", &C::automap_mode,
               "What the automap shows: 'NORMAL', 'WHOLE', 'OBJECTS' or 'OBJECTS_WITH_SIZE'."),
        option("automap_rotate", &C::automap_rotate, "Turn the automap with the player."),
        option("automap_render_textures", &C::automap_render_textures,
               "Draw textures on the automap."),
        option("automap_render_objects_as_sprites", &C::automap_render_objects_as_sprites,
               "Draw objects as sprites on the automap."),
        option("audio_buffer_enabled", &C::audio_buffer_enabled,
               "Observe the sound; without the library OpenAL it is silence."),
        option("audio_sampling_rate", &C::audio_sampling_rate,
               "Rate of the sound: 'SR_11025', 'SR_22050' or 'SR_44100'."),
        option("audio_buffer_size", &C::audio_buffer_size,
               "Number of tics whose sound is observed; None is frame_skip."),
        option("notifications_buffer_enabled", &C::notifications_buffer_enabled,
               "Observe the game's messages."),
        option("notifications_buffer_size", &C::notifications_buffer_size,
               "Number of tics whose messages are observed; None is frame_skip."),
        option("render_hud", &C::render_hud, "Draw the status bar."),
        option("render_minimal_hud", &C::render_minimal_hud, "Draw the small status bar."),
        option("render_weapon", &C::render_weapon, "Draw the weapon."),
        option("render_crosshair", &C::render_crosshair, "Draw a crosshair."),
        option("render_decals", &C::render_decals, "Draw marks on walls."),
        option("render_particles", &C::render_particles, "Draw particles."),
        option("render_effects_sprites", &C::render_effects_sprites,
               "Draw effects such as smoke and blood."),
        option("render_messages", &C::render_messages, "Draw the game's messages."),
        option("render_corpses", &C::render_corpses, "Draw corpses."),
        option("render_screen_flashes", &C::render_screen_flashes,
               "Colour the screen when the player is hurt or picks something up."),
        option("available_buttons", &C::available_buttons,
               "Names of the buttons that actions press, such as 'MOVE_LEFT'."),
        option("available_game_variables", &C::available_game_variables,
               "Names of the observed variables, such as 'HEALTH'."),
        option("button_max_value", &C::button_max_value,
               "A delta button and the largest change that it makes, such as "
               "'TURN_LEFT_RIGHT_DELTA 10'."),
        option("game_args", &C::game_args, "Further arguments of the engine, between blanks."));
  }

  // Throws pp::Error for invalid values.
  void validate() const;
};

}  // namespace pp::vizdoom

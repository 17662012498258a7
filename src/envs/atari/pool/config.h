// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of an Atari environment, by EnvPool's names where it has them, and the presets that
// their defaults come from.
#pragma once

#include <parallel_pool/option.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "../games/game.h"

namespace pp::atari {

struct Config {
  const Game* game = nullptr;  // the id's

  std::string preset = "envpool";
  std::int32_t stack_num = 4;
  std::int32_t frame_skip = 4;
  std::int32_t noop_max = 30;
  bool zero_discount_on_life_loss = false;
  bool episodic_life = false;
  bool reward_clip = false;
  bool use_fire_reset = true;
  std::int32_t img_height = 84;
  std::int32_t img_width = 84;
  std::optional<std::int32_t> mode;
  std::optional<std::int32_t> difficulty;
  bool full_action_space = false;
  double repeat_action_probability = 0.0;
  bool use_inter_area_resize = true;
  bool gray_scale = true;

  std::string obs_type = "screen";
  bool maxpool = true;
  bool channels_first = true;
  std::string stack_padding = "repeat";
  std::string after_life_loss = "continue";
  bool continuous = false;
  double continuous_action_threshold = 0.5;
  std::int64_t max_num_frames_per_episode = 0;
  std::string conventions = "envpool";

  static constexpr auto options() {
    return std::tuple{
        option("preset", &Config::preset,
               "Where the other options' defaults come from: 'envpool', 'gymnasium' or 'ale'."),
        option("stack_num", &Config::stack_num, "Frames in an observation, the newest last."),
        option("frame_skip", &Config::frame_skip, "Frames that a step repeats its action for."),
        option("noop_max", &Config::noop_max,
               "The most frames without action that an episode begins with; 0: none."),
        option("zero_discount_on_life_loss", &Config::zero_discount_on_life_loss,
               "Whether a lost life sets the discount of the dm_env face to 0."),
        option("episodic_life", &Config::episodic_life, "Whether a lost life ends the episode."),
        option("reward_clip", &Config::reward_clip, "Whether rewards are their signs."),
        option("use_fire_reset", &Config::use_fire_reset,
               "Whether episodes begin with FIRE, in games that have the action."),
        option("img_height", &Config::img_height, "Of observations, in pixels."),
        option("img_width", &Config::img_width, "Of observations, in pixels."),
        option("mode", &Config::mode, "The game's mode; None or -1: its first."),
        option("difficulty", &Config::difficulty,
               "The console's difficulty switches; None or -1: both at B."),
        option("full_action_space", &Config::full_action_space,
               "Whether actions are all 18, not those that the game uses."),
        option("repeat_action_probability", &Config::repeat_action_probability,
               "That a frame repeats the action before instead of its own."),
        option("use_inter_area_resize", &Config::use_inter_area_resize,
               "Whether pictures are scaled with OpenCV's INTER_AREA, else INTER_LINEAR."),
        option("gray_scale", &Config::gray_scale, "Whether observations are gray, else RGB."),
        option("obs_type", &Config::obs_type,
               "'screen', or 'ram' for the 128 bytes of the console's memory."),
        option("maxpool", &Config::maxpool,
               "Whether a frame is the maximum of the last two of a step."),
        option("channels_first", &Config::channels_first,
               "Of RGB: shape (3 * stack, height, width), else (stack, height, width, 3)."),
        option("stack_padding", &Config::stack_padding,
               "What fills the stack when an episode begins: 'repeat' its first frame, or 'zero'."),
        option(
            "after_life_loss", &Config::after_life_loss,
            "What follows an episode that a lost life ended: 'continue' the game, or 'restart'."),
        option("continuous", &Config::continuous,
               "Whether actions are (radius, angle, fire), as AtariEnv's."),
        option("continuous_action_threshold", &Config::continuous_action_threshold,
               "From which on a part of such an action counts."),
        option("max_num_frames_per_episode", &Config::max_num_frames_per_episode,
               "Frames after which an episode is truncated; 0: no limit."),
        option("conventions", &Config::conventions,
               "Whose seeds, no-ops, order of FIRE, lost lives and counting of frames: 'envpool', "
               "'gymnasium' or 'ale'.")};
  }

  // The same game with the defaults of a preset. Throws pp::Error if there is none of this name.
  Config under(std::string_view preset) const;
  // Throws pp::Error for values that can not be.
  void validate() const;

  bool shows_ram() const { return obs_type == "ram"; }
  int channels() const { return gray_scale ? 1 : 3; }
  // Bytes of one frame of an observation.
  std::size_t frame_bytes() const;
  // In ALE's order; continuous ones stand for all.
  std::vector<int> actions() const;
};

}  // namespace pp::atari

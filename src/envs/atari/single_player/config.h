// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of an Atari environment, with EnvPool's names where it has them, and the presets of
// their defaults.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "atari/games/game.h"

namespace pp::atari {

struct Config {
  std::string id;              // of the environment, for messages
  const Game* game = nullptr;  // the game of the id

  std::string preset = "envpool";
  std::int32_t stack_num = 4;
  std::variant<std::int32_t, std::array<std::int32_t, 2>> frame_skip = 4;
  std::int32_t noop_max = 30;
  bool zero_discount_on_life_loss = false;
  bool episodic_life = false;
  bool life_loss_info = false;
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
  bool color_averaging = false;

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
    return option_list(
        option("preset", &Config::preset,
               "Library whose defaults the other options take: 'envpool', 'gymnasium', 'ale' or "
               "'sb3'."),
        option("stack_num", &Config::stack_num,
               "Number of stacked frames in an observation, the newest last."),
        option("frame_skip", &Config::frame_skip,
               "Number of frames for which each time step repeats its action; (low, high) draws it "
               "for each step, with high excluded."),
        option("noop_max", &Config::noop_max,
               "Maximum number of no-op frames at the start of an episode; 0 means none."),
        option("zero_discount_on_life_loss", &Config::zero_discount_on_life_loss,
               "Set the discount on the dm_env face to 0 when a life is lost."),
        option("episodic_life", &Config::episodic_life, "End the episode when a life is lost."),
        option("life_loss_info", &Config::life_loss_info,
               "Report that the episode has terminated when a life is lost, but continue it."),
        option("reward_clip", &Config::reward_clip, "Clip each reward to its sign."),
        option("use_fire_reset", &Config::use_fire_reset,
               "Press FIRE at the start of each episode, in games that have this action."),
        option("img_height", &Config::img_height, "Height of the observation in pixels."),
        option("img_width", &Config::img_width, "Width of the observation in pixels."),
        option("mode", &Config::mode, "Game mode; None or -1 selects the game's first mode."),
        option("difficulty", &Config::difficulty,
               "Setting of the console's difficulty switches; None or -1 sets both to B."),
        option("full_action_space", &Config::full_action_space,
               "Use all 18 actions instead of those that the game needs."),
        option("repeat_action_probability", &Config::repeat_action_probability,
               "Probability that a frame repeats the previous action (sticky actions)."),
        option("use_inter_area_resize", &Config::use_inter_area_resize,
               "Scale frames with OpenCV's INTER_AREA; False uses INTER_LINEAR."),
        option("gray_scale", &Config::gray_scale, "Return grayscale frames; False returns RGB."),
        option("color_averaging", &Config::color_averaging,
               "Average each frame with the frame before, as ALE's option of this name does."),
        option("obs_type", &Config::obs_type,
               "Observe the 'screen', or the 'ram': the 128 bytes of the console's memory."),
        option("maxpool", &Config::maxpool,
               "Take the pixel-wise maximum of the last two frames of each time step."),
        option("channels_first", &Config::channels_first,
               "Shape of RGB observations: (3 * stack, height, width) if True, else (stack, "
               "height, width, 3)."),
        option("stack_padding", &Config::stack_padding,
               "Fill the stack at the start of an episode: 'repeat' the first frame, or 'zero'."),
        option("after_life_loss", &Config::after_life_loss,
               "After an episode that a lost life ended, 'continue' the game or 'restart' it."),
        option("continuous", &Config::continuous,
               "Take continuous actions (radius, angle, fire), as ale-py's AtariEnv does."),
        option("continuous_action_threshold", &Config::continuous_action_threshold,
               "Threshold at which a component of a continuous action counts as pressed."),
        option("max_num_frames_per_episode", &Config::max_num_frames_per_episode,
               "Number of frames after which an episode is truncated; 0 means no limit."),
        option("conventions", &Config::conventions,
               "Library whose rules apply to seeds, no-ops, FIRE, lost lives and frame counts: "
               "'envpool', 'gymnasium', 'ale' or 'sb3'."));
  }

  // The same game with the defaults of a preset. Throws pp::Error if the preset does not exist.
  Config under(std::string_view preset) const;
  // Throws pp::Error for invalid values.
  void validate() const;

  bool shows_ram() const { return obs_type == "ram"; }
  // The number of frames of a step: at least the first, and less than the second.
  std::array<std::int32_t, 2> frame_skips() const;
  int channels() const { return gray_scale ? 1 : 3; }
  // Bytes of one frame of an observation.
  std::size_t frame_bytes() const;
  // The actions in ALE's order; with continuous actions, all of them.
  std::vector<int> actions() const;
};

}  // namespace pp::atari

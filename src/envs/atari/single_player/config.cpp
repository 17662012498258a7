// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The presets, and the checks of option values.
#include "config.h"

#include <parallel_pool/error.h>

#include <cmath>
#include <initializer_list>
#include <limits>

#include "shared/limits.h"

namespace pp::atari {
namespace {

constexpr std::int32_t kMostFrames = 1024;  // in a time step

[[noreturn]] void refuse(const Config& config, const std::string& why) {
  throw Error(ErrorKind::kValue, config.id + ": option " + why);
}

void require_range(const Config& config, const char* name, std::int64_t value, std::int64_t least,
                   std::int64_t most) {
  if (value >= least && value <= most) return;
  refuse(config, "'" + std::string(name) + "' must be from " + std::to_string(least) + " to " +
                     std::to_string(most) + ", got " + std::to_string(value));
}

void require_one_of(const Config& config, const char* name, const std::string& value,
                    std::initializer_list<std::string_view> allowed) {
  std::string listed;
  for (const std::string_view one : allowed) {
    if (value == one) return;
    listed += (listed.empty() ? "'" : ", '") + std::string(one) + "'";
  }
  refuse(config, "'" + std::string(name) + "' must be one of " + listed + ", got '" + value + "'");
}

void require_library(const Config& config, const char* name, const std::string& value) {
  require_one_of(config, name, value, {"envpool", "gymnasium", "ale", "sb3"});
}

void require_number(const Config& config, const char* name, double value) {
  if (value >= 0.0 && value <= 1.0) return;
  refuse(config, "'" + std::string(name) + "' must be from 0 to 1, got " + std::to_string(value));
}

}  // namespace

Config Config::under(std::string_view name) const {
  Config config;
  config.id = id;
  config.game = game;
  config.preset = name;
  require_library(config, "preset", config.preset);
  if (name == "envpool") return config;
  config.conventions = name;
  if (name == "sb3") {
    config.stack_num = 1;
    config.episodic_life = true;
    config.reward_clip = true;
    config.max_num_frames_per_episode = 108'000;
    return config;
  }
  // What AtariPreprocessing over ALE's ids and AtariVectorEnv share.
  config.channels_first = false;
  config.after_life_loss = "restart";
  config.max_num_frames_per_episode = 108'000;
  if (name == "gymnasium") {
    config.repeat_action_probability = 0.25;
    config.use_fire_reset = false;
  } else {
    config.reward_clip = true;
    config.stack_padding = "zero";
  }
  return config;
}

void Config::validate() const {
  require_library(*this, "preset", preset);
  require_range(*this, "stack_num", stack_num, 1, kMostStacked);
  const auto [least, most] = frame_skips();
  require_range(*this, "frame_skip", least, 1, kMostFrames);
  require_range(*this, "frame_skip", most - 1, 1, kMostFrames);
  if (least >= most) {
    refuse(*this, "'frame_skip' must be (low, high) with low < high, got (" +
                      std::to_string(least) + ", " + std::to_string(most) + ")");
  }
  require_range(*this, "noop_max", noop_max, 0, std::numeric_limits<std::int32_t>::max() - 1);
  require_range(*this, "img_height", img_height, 1, kMostPixels);
  require_range(*this, "img_width", img_width, 1, kMostPixels);
  require_range(*this, "max_num_frames_per_episode", max_num_frames_per_episode, 0,
                std::numeric_limits<std::int32_t>::max());
  require_number(*this, "repeat_action_probability", repeat_action_probability);
  require_number(*this, "continuous_action_threshold", continuous_action_threshold);
  require_one_of(*this, "obs_type", obs_type, {"screen", "ram"});
  require_one_of(*this, "stack_padding", stack_padding, {"repeat", "zero"});
  require_one_of(*this, "after_life_loss", after_life_loss, {"continue", "restart"});
  require_library(*this, "conventions", conventions);
  if (life_loss_info && episodic_life) {
    refuse(*this,
           "'life_loss_info' cannot be combined with 'episodic_life', which ends the episode when "
           "a life is lost");
  }
  if (mode.value_or(-1) != -1 && !game->has_mode(*mode)) {
    refuse(*this, "'mode' must be one of the game's, " + listed(game->modes) + ", got " +
                      std::to_string(*mode));
  }
  if (difficulty.value_or(-1) != -1 && !game->has_difficulty(*difficulty)) {
    refuse(*this, "'difficulty' must be one of the game's, " + listed(game->difficulties) +
                      ", got " + std::to_string(*difficulty));
  }
  if (continuous && full_action_space) {
    refuse(
        *this,
        "'full_action_space' cannot be combined with 'continuous': continuous actions always use "
        "all 18");
  }
}

std::array<std::int32_t, 2> Config::frame_skips() const {
  if (const auto* fixed = std::get_if<std::int32_t>(&frame_skip)) return {*fixed, *fixed + 1};
  return std::get<std::array<std::int32_t, 2>>(frame_skip);
}

std::size_t Config::frame_bytes() const {
  if (shows_ram()) return 128;
  return static_cast<std::size_t>(img_height) * static_cast<std::size_t>(img_width) *
         static_cast<std::size_t>(channels());
}

std::vector<int> Config::actions() const {
  return (full_action_space || continuous ? game->legal : game->minimal).list();
}

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The options of a game, with the reference's names, and what its library is told of them.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace pp::procgen {

struct Config {
  std::string game = "coinrun";  // of the id

  std::string distribution_mode = "hard";
  std::int64_t num_levels = 0;
  std::int64_t start_level = 0;
  bool use_sequential_levels = false;
  bool center_agent = true;
  bool use_backgrounds = true;
  bool use_monochrome_assets = false;
  bool restrict_themes = false;
  bool use_generated_assets = false;
  bool paint_vel_info = false;
  bool use_easy_jump = false;
  std::int64_t debug_mode = 0;
  bool channel_first = false;

  static constexpr auto options() {
    using C = Config;
    return option_list(
        option("distribution_mode", &C::distribution_mode,
               "Difficulty: 'easy' or 'hard'; in some games also 'extreme', 'memory' or "
               "'exploration'."),
        option("num_levels", &C::num_levels,
               "Number of levels that episodes are drawn from; 0 is all 2,147,483,647."),
        option("start_level", &C::start_level,
               "The first of num_levels levels; without effect if num_levels is 0."),
        option("use_sequential_levels", &C::use_sequential_levels,
               "Go on with another level when one is completed, without ending the episode."),
        option("center_agent", &C::center_agent,
               "Move the view with the player, in games whose view does not show the whole level."),
        option("use_backgrounds", &C::use_backgrounds,
               "Draw backgrounds; False leaves them black."),
        option("use_monochrome_assets", &C::use_monochrome_assets,
               "Draw rectangles of one colour instead of pictures."),
        option("restrict_themes", &C::restrict_themes,
               "Draw each kind of thing with one picture instead of several."),
        option(
            "use_generated_assets", &C::use_generated_assets,
            "Draw pictures that are generated instead of those of the package; such games cannot "
            "be saved."),
        option("paint_vel_info", &C::paint_vel_info,
               "Paint the player's velocity into a corner, in games where it matters."),
        option("use_easy_jump", &C::use_easy_jump,
               "Handed on to the library, which uses it in none of these games."),
        option("debug_mode", &C::debug_mode,
               "Bits that leave things out of coinrun's levels: 2 pits, 4 crates, 8 heights."),
        option("channel_first", &C::channel_first,
               "Observe (3, 64, 64) instead of (64, 64, 3) bytes."));
  }

  // Throws pp::Error for what would end the library's process.
  void validate() const;
};

// Bit for bit what the library gets: names and numbers that it does not refuse.
struct GameOptions {
  std::string game;
  std::int32_t distribution_mode, num_levels, start_level, debug_mode;
  bool use_sequential_levels, center_agent, use_backgrounds, use_monochrome_assets, restrict_themes,
      use_generated_assets, paint_vel_info, use_easy_jump;

  explicit GameOptions(const Config& config);
};

}  // namespace pp::procgen

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Shared by all environments of a pool: the ROM image, the actions, and the making of frames.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "atari/console/palette.h"
#include "atari/console/picture.h"
#include "atari/console/rom.h"
#include "config.h"
#include "screens.h"
#include "shared/images/resizer.h"

namespace pp::atari {

class SharedGame {
 public:
  // Reads the ROM image through Python: holds the GIL.
  explicit SharedGame(const Config& config);
  // `image` is the game's own.
  SharedGame(const Config& config, std::vector<std::uint8_t> image);

  const Game& game() const { return *config_.game; }
  const Config& config() const { return config_; }
  const std::vector<std::uint8_t>& image() const { return image_; }
  const std::vector<int>& actions() const { return actions_; }
  bool presses_fire() const { return presses_fire_; }
  const std::array<std::int32_t, 2>& frame_skips() const { return frame_skips_; }
  // Whether they were given as a range, which a range of one number is too.
  bool draws_frame_skips() const { return config_.frame_skip.index() != 0; }
  std::size_t screen_bytes() const { return static_cast<std::size_t>(game().rom->height) * kWidth; }
  // Rounded as ALE's settings are, which pass through text.
  float repeat_action_probability() const { return repeat_action_probability_; }

  // One frame of an observation: the maximum of the screens, in the observation's colours and size.
  // `before` is the previous frame, which may be at `out`, or null.
  void paint(const Screens& screens, Television television, std::uint8_t* out,
             const std::uint8_t* before) const;

 private:
  Config config_;
  std::vector<std::uint8_t> image_;
  std::vector<int> actions_;
  bool presses_fire_;
  std::array<std::int32_t, 2> frame_skips_;
  float repeat_action_probability_;
  images::Resizer resizer_;
  const images::ImageKernels& kernels_ = images::best_kernels();
  std::array<std::array<images::Shades, 3>, 2> shades_;  // of each kind of television, by channel
  // Where colours are pooled before they become gray: the gray of each pair of colours.
  std::array<std::vector<std::uint8_t>, 2> gray_pairs_;
};

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What is known of a game before it starts, as the family's Python module finds it out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace pp::vizdoom {

// The order is that of REWARDS in names.py.
enum Reward : std::size_t {
  kLiving,
  kDeath,
  kMapExit,
  kKill,
  kSecret,
  kItem,
  kFrag,
  kHit,
  kHitTaken,
  kDamageMade,
  kDamageTakenReward,
  kHealthReward,
  kArmorReward,
  kRewards
};

struct GameSettings {
  Launch launch;
  std::string map;
  int screen_format = 0;
  std::size_t audio_samples = 0;  // of each of two channels; 0: no audio
  bool notifications = false;
  std::vector<int> buttons;  // of an action, by their numbers in the engine
  std::array<double, layout::kDeltaButtons> delta_maxima{};
  std::vector<int> variables;
  std::int64_t start_time = 1;  // tics
  std::int64_t timeout = 0;     // tics; 0: none
  std::array<double, kRewards> rewards{};

  std::size_t pixels() const {
    return static_cast<std::size_t>(launch.width) * static_cast<std::size_t>(launch.height);
  }
  std::size_t screen_bytes() const { return pixels() * static_cast<std::size_t>(launch.channels); }
};

// The number of bytes of a pixel in a screen format.
int channels_of(int screen_format);

}  // namespace pp::vizdoom

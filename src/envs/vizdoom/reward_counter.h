// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The rewards of a player, from what an engine has counted since they were collected last.
#pragma once

#include <array>
#include <cstdint>

#include "engine/engine.h"
#include "game_settings.h"

namespace pp::vizdoom {

class RewardCounter {
 public:
  // `last_tic` is the last tic that was played, which may be beyond the map's.
  double collect(const Engine& engine, std::uint32_t last_tic, const GameSettings& settings);

 private:
  double map_reward_ = 0.0;
  std::uint32_t tic_ = 0;
  std::array<std::int32_t, 10> counts_{};
};

}  // namespace pp::vizdoom

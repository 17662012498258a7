// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What games of two players who take turns share: whose turn it is, and the end by an illegal move.
#pragma once

#include <parallel_pool/env.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pp::classic_games {

struct TurnInfo {
  Row<std::int32_t> mover;
};

inline Space<TurnInfo> turn_info() {
  return dict<TurnInfo>(
      {{"mover", value(&TurnInfo::mover), "Index of the agent whose turn it is."}});
}

// The mover loses a point, the other nothing, and the first player is next to look.
inline Transition end_by_illegal_move(Rewards& rewards, std::int32_t& mover) {
  rewards[static_cast<std::size_t>(mover)] = -1.0;
  mover = 0;
  return {.terminated = true, .truncated = true};
}

}  // namespace pp::classic_games

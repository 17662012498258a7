// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// When an episode is over, as the engine's client and the library in the engine must agree on.
#pragma once

#include <cstdint>

#include "layout.h"

namespace pp::vizdoom {

// By time: the environment's limit (a tic of the map; 0 is none), or the game's own.
inline bool is_timed_out(const std::byte* state, std::int64_t stop_tic) {
  const std::int64_t now = layout::read<std::uint32_t>(state, layout::kMapTic);
  const std::int64_t limit = layout::read<std::uint32_t>(state, layout::kTicLimit);
  return (stop_tic > 0 && stop_tic <= now) || (limit > 0 && limit <= now);
}

inline bool is_over(const std::byte* state, std::int64_t stop_tic) {
  const bool multiplayer = layout::read<bool>(state, layout::kMultiplayer);
  return (!multiplayer && layout::read<bool>(state, layout::kDead)) ||
         layout::read<bool>(state, layout::kMapEnd) || is_timed_out(state, stop_tic);
}

}  // namespace pp::vizdoom

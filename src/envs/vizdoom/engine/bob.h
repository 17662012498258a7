// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How far the engine lets the player's weapon bob. The engine changes this number bit by bit from
// picture to picture, and keeps it from episode to episode.
#pragma once

#include <cstdint>

namespace pp::vizdoom {

// The engine's variable, in 1/65536 of a pixel; null in an engine whose code is not known.
std::int32_t* find_bob();

}  // namespace pp::vizdoom

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The picture that rendering shows: all that an engine draws, side by side.
#pragma once

#include <cstdint>

#include "engine/engine.h"
#include "game_settings.h"

namespace pp::vizdoom {

// Writes (height, width of all, 3) bytes: the screen, and where they are enabled the depth, the
// labels in colours and the automap, as the reference draws them.
void draw_human_picture(const Engine& engine, const GameSettings& settings, std::uint8_t* out);

}  // namespace pp::vizdoom

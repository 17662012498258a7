// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads ROM images through Python.
#pragma once

#include <cstdint>
#include <vector>

#include "atari/games/game.h"

namespace pp::atari {

// Holds the GIL. Throws if the installed ale_py has no such image.
std::vector<std::uint8_t> read_image(const Game& game);
std::vector<std::uint8_t> read_image(const Rom& rom);

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Frames whose colours lie apart.
#pragma once

#include <array>
#include <cstdint>

#include "library.h"

namespace pp::procgen {

// Writes all reds, then all greens and all blues of a frame.
void split_colours(const std::array<std::uint8_t, kFrameBytes>& frame, std::uint8_t* out);

}  // namespace pp::procgen

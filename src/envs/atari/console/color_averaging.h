// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// ALE's option `color_averaging`: a screen is the average of a frame and the frame before, as on a
// television whose phosphor glows on.
#pragma once

#include <array>
#include <cstdint>

#include "rom.h"

namespace pp::atari {

// The palette index that shows the average of two, in either order.
using Averages = std::array<std::array<std::uint8_t, 256>, 256>;

// Made when first needed.
const Averages& averages_of(Television television);

}  // namespace pp::atari

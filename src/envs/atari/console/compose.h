// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pixels from masks: three layers of one colour each over a background.
#pragma once

#include <cstdint>

#include "mask.h"

namespace pp::atari {

struct Layer {
  Mask mask;
  std::uint8_t colour;
};
struct Layers {
  Layer layers[3];  // the first lies on top
  std::uint8_t background;
};

// Writes the pixels [from, to) of a row of 160. `row` is aligned to 32 bytes.
using Compose = void (*)(std::uint8_t* row, int from, int to, const Layers& layers);

void compose_portable(std::uint8_t* row, int from, int to, const Layers& layers);

// The fastest way that this processor has; all ways give the same pixels.
Compose best_compose();

// For tests: the one of this name, "portable" or "avx2", or null if this processor lacks it.
Compose named_compose(const char* name);

}  // namespace pp::atari

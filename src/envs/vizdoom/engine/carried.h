// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What an engine changes bit by bit from picture to picture, and keeps from episode to episode.
#pragma once

#include <cstdint>

namespace pp::vizdoom {

// The engine's own values. All are 0 in a new engine.
struct Carried {
  std::int32_t bob = 0;    // how far the player's weapon bobs, in 1/65536 of a pixel
  std::int32_t noise = 0;  // the place in the noise of monsters that are hard to see: 0 to 49

  static constexpr std::int32_t kNoise = 50;
};

// The engine's variables; null in an engine whose code is not known.
struct CarriedVariables {
  std::int32_t *bob = nullptr, *noise = nullptr;
};
CarriedVariables find_carried();

}  // namespace pp::vizdoom

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The TIA's collision latches: which pairs of objects set them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "mask.h"

namespace pp::atari {

// The pairs of objects behind the collision registers: bits 6 and 7 of register r are the latches
// 2 r and 2 r + 1. Objects are numbered P0, P1, M0, M1, ball, playfield.
inline constexpr std::uint8_t kPairs[16][2] = {
    {2, 0}, {2, 1}, {3, 1}, {3, 0}, {0, 4}, {0, 5}, {1, 4}, {1, 5},
    {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 4}, {4, 5}, {2, 3}, {0, 1},
};
inline constexpr int kUnused = 12;  // a latch that nothing sets

// The latches that a set of lit objects may set.
constexpr std::array<std::uint16_t, 64> latch_table() {
  std::array<std::uint16_t, 64> table{};
  for (int lit = 0; lit < 64; ++lit) {
    for (int latch = 0; latch < 16; ++latch) {
      const bool both = (lit >> kPairs[latch][0] & 1) && (lit >> kPairs[latch][1] & 1);
      if (both && latch != kUnused) table[lit] |= static_cast<std::uint16_t>(1 << latch);
    }
  }
  return table;
}
inline constexpr auto kLatches = latch_table();

// The objects that latches depend on, as bits.
constexpr unsigned objects_of(unsigned latches) {
  unsigned objects = 0;
  for (; latches != 0; latches &= latches - 1) {
    const int latch = std::countr_zero(latches);
    objects |= 1u << kPairs[latch][0] | 1u << kPairs[latch][1];
  }
  return objects;
}

// Those of the latches that lit pixels from `from` on set.
inline std::uint16_t collisions(unsigned latches, const Mask* lit, int from) {
  const Mask inside = ~kBelow[from];
  unsigned set = 0;
  for (; latches != 0; latches &= latches - 1) {
    const int latch = std::countr_zero(latches);
    if ((lit[kPairs[latch][0]] & inside).meets(lit[kPairs[latch][1]])) set |= 1u << latch;
  }
  return static_cast<std::uint16_t>(set);
}

}  // namespace pp::atari

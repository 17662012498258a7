// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How pygame.transform.smoothscale makes a picture smaller.
#pragma once

namespace pp::box2d {

// How sizes are scaled: fractions of pixels in 2^-14, sums divided by a multiplication.
struct Shrink {
  int space;         // source pixels per shown pixel
  unsigned inverse;  // of the space

  constexpr Shrink(int from, int to)
      : space(0x4000 * from / to), inverse(static_cast<unsigned>(0x40000000 / space)) {}
};

inline unsigned high_half(unsigned a, unsigned b) { return a * b >> 16; }

}  // namespace pp::box2d

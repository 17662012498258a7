// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sorts the bytes of a frame by colour.
#include "colours.h"

#include <cstring>

namespace pp::procgen {
namespace {

// Sixteen bytes, by instructions that every CPU has.
using Bytes [[gnu::vector_size(16)]] = std::uint8_t;

// The lower halves of both, byte by byte in turn.
Bytes interleave(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
Bytes upper(Bytes a) {
  return __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
}

}  // namespace

// Sixteen pixels at a time lie in three vectors. To take their upper halves in turn with the lower
// ones halves the distance of a colour's bytes, so four times bring them together.
void split_colours(const std::array<std::uint8_t, kFrameBytes>& frame, std::uint8_t* out) {
  constexpr std::size_t kPixels = kFrameSide * kFrameSide, kAtOnce = sizeof(Bytes);
  for (std::size_t pixel = 0; pixel < kPixels; pixel += kAtOnce) {
    std::array<Bytes, 3> part;
    std::memcpy(part.data(), frame.data() + 3 * pixel, sizeof(part));
    for (int round = 0; round < 4; ++round) {
      const auto [a, b, c] = part;
      part = {interleave(a, upper(b)), interleave(upper(a), c), interleave(b, upper(c))};
    }
    for (std::size_t colour = 0; colour < 3; ++colour) {
      std::memcpy(out + colour * kPixels + pixel, &part[colour], sizeof(Bytes));
    }
  }
}

}  // namespace pp::procgen

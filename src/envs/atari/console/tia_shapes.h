// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The pixels that the TIA's objects light.
#pragma once

#include <array>
#include <cstdint>

#include "mask.h"

namespace pp::atari {
namespace detail {

constexpr std::uint8_t reversed(std::uint8_t byte) {
  int bits = 0;
  for (int i = 0; i < 8; ++i) bits |= ((byte >> i) & 1) << (7 - i);
  return static_cast<std::uint8_t>(bits);
}

// Each bit of a byte `times` times, the lowest bit first.
constexpr std::array<std::uint32_t, 256> stretch_table(int times) {
  std::array<std::uint32_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (int bit = 0; bit < 8 * times; ++bit) {
      table[byte] |= ((byte >> (bit / times)) & 1u) << bit;
    }
  }
  return table;
}

constexpr std::array<std::uint8_t, 256> reverse_table() {
  std::array<std::uint8_t, 256> table{};
  for (int byte = 0; byte < 256; ++byte) table[byte] = reversed(static_cast<std::uint8_t>(byte));
  return table;
}

inline constexpr auto kReversed = reverse_table();
inline constexpr auto kDouble = stretch_table(2);
inline constexpr auto kFourfold = stretch_table(4);

// The copies of a pattern of at most 8 pixels; bit 0 is the leftmost.
constexpr Mask copies(std::uint64_t bits, int mode, int position, bool skip_first) {
  constexpr std::uint64_t kMiddle = std::uint64_t{1} << 16;
  constexpr std::uint64_t kRight = std::uint64_t{1} << 32;
  constexpr std::uint64_t kNear[8] = {0, kMiddle, kRight, kMiddle | kRight, 0, 0, kRight, 0};
  constexpr std::uint64_t kFar[8] = {0, 0, 0, 0, 1, 0, 1, 0};
  const std::uint64_t first = skip_first ? 0 : 1;
  return place(bits * (kNear[mode] | first), bits * kFar[mode], position);
}

}  // namespace detail

// A player's graphics are drawn from bit 7 on; `mode` are bits 0-2 of NUSIZ.
constexpr Mask player_shape(std::uint8_t graphics, bool reflected, int mode, int position,
                            bool skip_first) {
  const std::uint8_t bits = reflected ? graphics : detail::kReversed[graphics];
  if (mode != 5 && mode != 7) return detail::copies(bits, mode, position, skip_first);
  if (skip_first) return {};
  const std::uint32_t wide = mode == 5 ? detail::kDouble[bits] : detail::kFourfold[bits];
  return place(wide, 0, position == 159 ? 0 : position + 1);
}

// The pattern of a missile or the ball: `width_code` are bits 4-5 of NUSIZ or CTRLPF, the width is a
// power of two.
constexpr std::uint8_t pattern_of_width(int width_code) {
  return static_cast<std::uint8_t>((1u << (1u << width_code)) - 1);
}

constexpr Mask missile_shape(std::uint8_t pattern, int mode, int position) {
  return detail::copies(pattern, mode, position, false);
}

// The playfield's 40 cells of 4 pixels; bit 0 is the leftmost. The left half is PF0 from bit 4 up,
// PF1 from bit 7 down, PF2 from bit 0 up. The right half repeats it or mirrors it.
constexpr std::uint64_t playfield_cells(std::uint8_t pf0, std::uint8_t pf1, std::uint8_t pf2,
                                        bool mirrored) {
  const auto& reversed = detail::kReversed;
  const std::uint64_t left = static_cast<std::uint64_t>(pf0 >> 4 | reversed[pf1] << 4 | pf2 << 12);
  if (!mirrored) return left | left << 20;
  const int right = reversed[pf2] | pf1 << 8 | (reversed[pf0] & 15) << 16;
  return left | static_cast<std::uint64_t>(right) << 20;
}

// The pixels of some cells.
constexpr Mask pixels_of_cells(std::uint64_t cells) {
  const auto wide = [cells](int i) -> std::uint64_t {
    return detail::kFourfold[cells >> (8 * i) & 0xff];
  };
  return {{wide(0) | wide(1) << 32, wide(2) | wide(3) << 32, wide(4)}};
}

constexpr Mask playfield_shape(std::uint8_t pf0, std::uint8_t pf1, std::uint8_t pf2,
                               bool mirrored) {
  return pixels_of_cells(playfield_cells(pf0, pf1, pf2, mirrored));
}

}  // namespace pp::atari

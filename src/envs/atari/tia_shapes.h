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
  std::uint64_t near = skip_first ? 0 : bits;
  std::uint64_t far = 0;
  if (mode == 1 || mode == 3) near |= bits << 16;
  if (mode == 2 || mode == 3 || mode == 6) near |= bits << 32;
  if (mode == 4 || mode == 6) far = bits;
  return place(near, far, position);
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

// `width_code` are bits 4-5 of NUSIZ: the width is a power of two.
constexpr Mask missile_shape(int width_code, int mode, int position) {
  const std::uint64_t bits = (std::uint64_t{1} << (1 << width_code)) - 1;
  return detail::copies(bits, mode, position, false);
}

constexpr Mask ball_shape(int width_code, int position) {
  return missile_shape(width_code, 0, position);
}

// 20 bits in 40 cells of 4 pixels: PF0 from bit 4 up, PF1 from bit 7 down, PF2 from bit 0 up. The
// right half repeats the left one or mirrors it.
constexpr Mask playfield_shape(std::uint8_t pf0, std::uint8_t pf1, std::uint8_t pf2,
                               bool mirrored) {
  const auto wide = [](std::uint8_t bits) -> std::uint64_t { return detail::kFourfold[bits]; };
  const std::uint64_t first = wide(pf0 >> 4) & 0xffff;
  const std::uint64_t second = wide(detail::kReversed[pf1]);
  const std::uint64_t third = wide(pf2);
  Mask mask{{first | second << 16 | third << 48, third >> 16, 0}};
  if (mirrored) {
    const std::uint64_t back2 = wide(detail::kReversed[pf2]);
    const std::uint64_t back1 = wide(pf1);
    const std::uint64_t back0 = wide(detail::kReversed[pf0]) & 0xffff;
    mask.w[1] |= back2 << 16 | back1 << 48;
    mask.w[2] = back1 >> 16 | back0 << 16;
  } else {
    mask.w[1] |= first << 16 | second << 32;
    mask.w[2] = third;
  }
  return mask;
}

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The 160 pixels of a scanline as bits: bit x of the 160 is the pixel x from the left.
#pragma once

#include <array>
#include <cstdint>

namespace pp::atari {

struct Mask {
  std::uint64_t w[3] = {0, 0, 0};

  constexpr bool any() const { return (w[0] | w[1] | w[2]) != 0; }
  constexpr bool meets(const Mask& o) const {
    return ((w[0] & o.w[0]) | (w[1] & o.w[1]) | (w[2] & o.w[2])) != 0;
  }
  constexpr bool operator==(const Mask&) const = default;
  constexpr Mask& operator|=(const Mask& o) {
    for (int i = 0; i < 3; ++i) w[i] |= o.w[i];
    return *this;
  }
  friend constexpr Mask operator|(Mask a, const Mask& b) { return a |= b; }
  friend constexpr Mask operator&(Mask a, const Mask& b) {
    for (int i = 0; i < 3; ++i) a.w[i] &= b.w[i];
    return a;
  }
  friend constexpr Mask operator~(Mask a) {
    for (int i = 0; i < 3; ++i) a.w[i] = ~a.w[i];
    return a;
  }
};

namespace detail {
constexpr std::array<Mask, 161> below_table() {
  std::array<Mask, 161> table{};
  for (int x = 0; x <= 160; ++x) {
    for (int i = 0; i < x; ++i) table[x].w[i >> 6] |= std::uint64_t{1} << (i & 63);
  }
  return table;
}
}  // namespace detail

// kBelow[x] holds the pixels left of x.
inline constexpr std::array<Mask, 161> kBelow = detail::below_table();

// The pixels of [from, to).
constexpr Mask range(int from, int to) { return kBelow[to] & ~kBelow[from]; }

// Bits placed from pixel `at` on, going round at the right edge: `near` are those of the first 64
// pixels, of which the lower 40 may be set, `far` those of the next 8.
constexpr Mask place(std::uint64_t near, std::uint64_t far, int at) {
  const int shift = at & 63;
  const std::uint64_t v0 = near << shift;
  const std::uint64_t v1 = (far << shift) | (near >> 1 >> (63 - shift));
  const std::uint64_t v2 = far >> 1 >> (63 - shift);
  constexpr std::uint64_t kLow = 0xffffffff;  // the last word has 32 pixels
  // As if the line went on; without branches, because positions are hard to predict.
  std::uint64_t words[5] = {};
  words[at >> 6] = v0;
  words[(at >> 6) + 1] = v1;
  words[(at >> 6) + 2] = v2;
  return {{words[0] | words[2] >> 32 | words[3] << 32, words[1] | words[3] >> 32 | words[4] << 32,
           words[2] & kLow}};
}

}  // namespace pp::atari

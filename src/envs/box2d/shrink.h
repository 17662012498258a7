// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How pygame.transform.smoothscale makes a picture smaller.
#pragma once

#include <cstdint>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

// Functions with this have a second version for newer processors, whose instructions for bits are
// shorter and whose vectors are wider. Which one runs is chosen as the module is loaded.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && __GNUC__ >= 12 && \
    !defined(__clang__)
#define PP_BOX2D_TWO_VERSIONS [[gnu::flatten, gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define PP_BOX2D_TWO_VERSIONS
#endif

namespace pp::box2d {

// How sizes are scaled: fractions of pixels in 2^-14, sums divided by a multiplication.
struct Shrink {
  int space;              // source pixels per shown pixel
  std::uint16_t inverse;  // of the space

  constexpr Shrink(int from, int to)
      : space(0x4000 * from / to), inverse(static_cast<std::uint16_t>(0x40000000 / space)) {}
};

inline std::uint16_t high_half(std::uint16_t a, std::uint16_t b) {
  return static_cast<std::uint16_t>(std::uint32_t{a} * b >> 16);
}

// Four numbers of 16 bits are computed with at once, in the fields of one of 64 bits.
constexpr std::uint64_t in_fields(unsigned x) { return x * std::uint64_t{0x0001'0001'0001'0001}; }

// The high halves of the fields' products.
inline std::uint64_t high_halves(std::uint64_t a, std::uint64_t b) {
#ifdef __x86_64__
  return static_cast<std::uint64_t>(
      _mm_cvtsi128_si64(_mm_mulhi_epu16(_mm_cvtsi64_si128(static_cast<std::int64_t>(a)),
                                        _mm_cvtsi64_si128(static_cast<std::int64_t>(b)))));
#else
  std::uint64_t result = 0;
  for (int shift = 0; shift < 64; shift += 16) {
    result |= (a >> shift & 0xFFFF) * (b >> shift & 0xFFFF) >> 16 << shift;
  }
  return result;
#endif
}

}  // namespace pp::box2d

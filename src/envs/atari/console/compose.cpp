// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pixels from masks: eight at a time in any processor's registers, 32 at a time with AVX2.
#include "compose.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pp::atari {
namespace {

// The bytes of a word that a mask's eight bits stand for, the first pixel at the lowest address.
constexpr std::array<std::uint64_t, 256> byte_table() {
  std::array<std::uint64_t, 256> table{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    for (int i = 0; i < 8; ++i) {
      const int place = std::endian::native == std::endian::little ? i : 7 - i;
      if ((bits >> i) & 1u) table[bits] |= std::uint64_t{0xff} << (8 * place);
    }
  }
  return table;
}
constexpr auto kBytes = byte_table();

std::uint64_t spread(std::uint8_t byte) { return byte * std::uint64_t{0x0101010101010101}; }

#if defined(__x86_64__)
std::uint32_t block_of(const Mask& mask, int block) {
  return static_cast<std::uint32_t>(mask.w[block >> 1] >> (32 * (block & 1)));
}

// Puts the layers' colours over the background in 32 pixels. `used` starts with the lowest layer.
template <int kLayers>
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i pixels_of(const Layer* const* used,
                                                                     std::uint8_t background,
                                                                     int block) {
  const __m256i which = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
                                         2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ull));
  __m256i pixels = _mm256_set1_epi8(static_cast<char>(background));
  for (int i = 0; i < kLayers; ++i) {
    const __m256i all = _mm256_set1_epi32(static_cast<int>(block_of(used[i]->mask, block)));
    const __m256i lit = _mm256_and_si256(_mm256_shuffle_epi8(all, which), bit);
    const __m256i colour = _mm256_set1_epi8(static_cast<char>(used[i]->colour));
    pixels = _mm256_blendv_epi8(pixels, colour, _mm256_cmpeq_epi8(lit, bit));
  }
  return pixels;
}

// Of 32 bytes those of [from, to); both are between -160 and 160.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i range_of(int from, int to) {
  const auto last = static_cast<char>(std::max(from, 0) - 1);  // before the first one
  const auto end = static_cast<char>(std::min(to, 32));
  const __m256i place =
      _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                       22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  return _mm256_and_si256(_mm256_cmpgt_epi8(place, _mm256_set1_epi8(last)),
                          _mm256_cmpgt_epi8(_mm256_set1_epi8(end), place));
}

template <int kLayers>
[[gnu::target("avx2")]] void blend(std::uint8_t* row, int from, int to, const Layer* const* used,
                                   std::uint8_t background) {
  auto* const blocks = reinterpret_cast<__m256i*>(row);
  if (from == 0 && to == 160) {
    for (int block = 0; block < 5; ++block) {
      _mm256_store_si256(blocks + block, pixels_of<kLayers>(used, background, block));
    }
    return;
  }
  // What lies outside stays.
  for (int block = from / 32; 32 * block < to; ++block) {
    const __m256i inside = range_of(from - 32 * block, to - 32 * block);
    const __m256i pixels = pixels_of<kLayers>(used, background, block);
    _mm256_store_si256(blocks + block,
                       _mm256_blendv_epi8(_mm256_load_si256(blocks + block), pixels, inside));
  }
}

[[gnu::target("avx2")]] void compose_avx2(std::uint8_t* row, int from, int to,
                                          const Layers& layers) {
  const Layer* used[3];  // the lowest first
  int count = 0;
  for (int i = 2; i >= 0; --i) {
    if (layers.layers[i].mask.any()) used[count++] = &layers.layers[i];
  }
  switch (count) {
    case 0:
      return blend<0>(row, from, to, used, layers.background);
    case 1:
      return blend<1>(row, from, to, used, layers.background);
    case 2:
      return blend<2>(row, from, to, used, layers.background);
    default:
      return blend<3>(row, from, to, used, layers.background);
  }
}
#endif

}  // namespace

void compose_portable(std::uint8_t* row, int from, int to, const Layers& layers) {
  const std::uint64_t background = spread(layers.background);
  std::uint64_t colours[3];
  for (int i = 0; i < 3; ++i) colours[i] = spread(layers.layers[i].colour);
  const Mask inside = range(from, to);
  for (int block = from / 8; 8 * block < to; ++block) {
    const auto bytes = [&](const Mask& mask) {
      return kBytes[(mask.w[block >> 3] >> (8 * (block & 7))) & 0xff];
    };
    std::uint64_t pixels = background;
    for (int i = 2; i >= 0; --i) {
      const std::uint64_t lit = bytes(layers.layers[i].mask);
      pixels = (pixels & ~lit) | (colours[i] & lit);
    }
    const std::uint64_t wanted = bytes(inside);
    if (wanted != ~std::uint64_t{0}) {
      std::uint64_t old;
      std::memcpy(&old, row + 8 * block, sizeof(old));
      pixels = (old & ~wanted) | (pixels & wanted);
    }
    std::memcpy(row + 8 * block, &pixels, sizeof(pixels));
  }
}

Compose named_compose(const char* name) {
  if (std::string_view(name) == "portable") return &compose_portable;
#if defined(__x86_64__)
  if (std::string_view(name) == "avx2" && __builtin_cpu_supports("avx2")) return &compose_avx2;
#endif
  return nullptr;
}

Compose best_compose() {
  const Compose wide = named_compose("avx2");
  return wide != nullptr ? wide : &compose_portable;
}

}  // namespace pp::atari

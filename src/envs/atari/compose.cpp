// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pixels from masks: eight at a time in any processor's registers, 32 at a time with AVX2.
#include "compose.h"

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
// The bytes that 32 bits stand for.
[[gnu::target("avx2")]] __m256i expand(std::uint32_t bits) {
  const __m256i which = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
                                         2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ull));
  const __m256i all = _mm256_set1_epi32(static_cast<int>(bits));
  return _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(all, which), bit), bit);
}

[[gnu::target("avx2")]] void compose_avx2(std::uint8_t* row, int from, int to,
                                          const Layers& layers) {
  const __m256i background = _mm256_set1_epi8(static_cast<char>(layers.background));
  __m256i colours[3];
  for (int i = 0; i < 3; ++i) colours[i] = _mm256_set1_epi8(static_cast<char>(layers.colours[i]));
  const Mask inside = range(from, to);
  for (int block = from / 32; 32 * block < to; ++block) {
    const auto bits = [&](const Mask& mask) {
      return static_cast<std::uint32_t>(mask.w[block >> 1] >> (32 * (block & 1)));
    };
    __m256i pixels = background;
    for (int i = 2; i >= 0; --i) {
      pixels = _mm256_blendv_epi8(pixels, colours[i], expand(bits(layers.masks[i])));
    }
    auto* const place = reinterpret_cast<__m256i*>(row + 32 * block);
    const std::uint32_t wanted = bits(inside);
    if (wanted != 0xffffffff) {
      pixels = _mm256_blendv_epi8(_mm256_load_si256(place), pixels, expand(wanted));
    }
    _mm256_store_si256(place, pixels);
  }
}
#endif

}  // namespace

void compose_portable(std::uint8_t* row, int from, int to, const Layers& layers) {
  const std::uint64_t background = spread(layers.background);
  std::uint64_t colours[3];
  for (int i = 0; i < 3; ++i) colours[i] = spread(layers.colours[i]);
  const Mask inside = range(from, to);
  for (int block = from / 8; 8 * block < to; ++block) {
    const auto bytes = [&](const Mask& mask) {
      return kBytes[(mask.w[block >> 3] >> (8 * (block & 7))) & 0xff];
    };
    std::uint64_t pixels = background;
    for (int i = 2; i >= 0; --i) {
      const std::uint64_t lit = bytes(layers.masks[i]);
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

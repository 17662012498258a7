// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The kernels in plain C++, and with AVX2's shuffles. Products and sums stay separate operations in
// the same order everywhere: that is what makes them equal, to each other and to OpenCV.
#include "image_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pp::images {
namespace {

void shade(const Shades& shades, const std::uint8_t* from, int count, std::uint8_t* to) {
  for (int i = 0; i < count; ++i) to[i] = shades.of[from[i]];
}

void shade_over(const Shades& shades, const std::uint8_t* from, int count, std::uint8_t* to) {
  for (int i = 0; i < count; ++i) to[i] = std::max(to[i], shades.of[from[i]]);
}

bool equal(const std::uint8_t* a, const std::uint8_t* b, int count) {
  return std::memcmp(a, b, static_cast<std::size_t>(count)) == 0;
}

void shrink(const AreaTaps& taps, const std::uint8_t* row, float* to) {
  const float* weight = taps.weights.data();
  for (int i = 0; i < taps.target; ++i) {
    const std::uint8_t* const pixels = row + taps.first[i];
    float sum = 0.0f;
    for (int k = 0; k < taps.taps; ++k) sum += static_cast<float>(pixels[k]) * *weight++;
    to[i] = sum;
  }
}

void blend(const float* const* rows, const float* weights, int taps, int count, std::uint8_t* to) {
  for (int i = 0; i < count; ++i) {
    float sum = weights[0] * rows[0][i];
    for (int k = 1; k < taps; ++k) sum += weights[k] * rows[k][i];
    to[i] = static_cast<std::uint8_t>(std::clamp(std::lrintf(sum), 0L, 255L));
  }
}

constexpr ImageKernels kPortable = {"portable", &shade, &shade_over, &equal, &shrink, &blend};

#if defined(__x86_64__)

[[gnu::target("avx2")]] inline __m256i load(const std::uint8_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
[[gnu::target("avx2")]] inline void store(std::uint8_t* to, __m256i bytes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
}

// Shades in tables of 16. A shuffle yields zero where the index byte's top bit is set, so each table
// answers for the indices whose high digit is its own.
template <int kTables>
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i look_up(const std::uint8_t* shades,
                                                                   __m256i index) {
  const __m256i beyond = _mm256_set1_epi8(0x70);
  __m256i found = _mm256_setzero_si256();
  for (int table = 0; table < kTables; ++table) {
    const auto* const bytes = reinterpret_cast<const __m128i*>(shades + 16 * table);
    const __m256i entries = _mm256_broadcastsi128_si256(_mm_load_si128(bytes));
    const __m256i digit = _mm256_xor_si256(index, _mm256_set1_epi8(static_cast<char>(16 * table)));
    found = _mm256_or_si256(found, _mm256_shuffle_epi8(entries, _mm256_adds_epu8(digit, beyond)));
  }
  return found;
}

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i look_up(const Shades& shades,
                                                                   __m256i index) {
  if (_mm256_testz_si256(index, _mm256_set1_epi8(1)) == 0) {
    return look_up<16>(shades.of.data(), index);
  }
  return look_up<8>(shades.of_even.data(), _mm256_srli_epi16(index, 1));
}

// Screens are a multiple of 32 pixels wide; other widths use plain C++.
[[gnu::target("avx2")]] void shade_avx2(const Shades& shades, const std::uint8_t* from, int count,
                                        std::uint8_t* to) {
  int i = 0;
  for (; i + 32 <= count; i += 32) store(to + i, look_up(shades, load(from + i)));
  shade(shades, from + i, count - i, to + i);
}

[[gnu::target("avx2")]] void shade_over_avx2(const Shades& shades, const std::uint8_t* from,
                                             int count, std::uint8_t* to) {
  int i = 0;
  for (; i + 32 <= count; i += 32) {
    store(to + i, _mm256_max_epu8(load(to + i), look_up(shades, load(from + i))));
  }
  shade_over(shades, from + i, count - i, to + i);
}

[[gnu::target("avx2")]] bool equal_avx2(const std::uint8_t* a, const std::uint8_t* b, int count) {
  __m256i differ = _mm256_setzero_si256();
  int i = 0;
  for (; i + 32 <= count; i += 32) {
    differ = _mm256_or_si256(differ, _mm256_xor_si256(load(a + i), load(b + i)));
  }
  return _mm256_testz_si256(differ, differ) != 0 && equal(a + i, b + i, count - i);
}

// 16 bytes at each of two places.
[[gnu::target("avx2")]] inline __m256i load(const std::uint8_t* low, const std::uint8_t* high) {
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(low))),
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(high)), 1);
}

[[gnu::target("avx2")]] void shrink_moving_avx2(const AreaTaps& taps, const std::uint8_t* row,
                                                float* to) {
  const auto* spread = taps.spread.data();
  const auto* weights = taps.weights_of_eight.data();
  for (const AreaTaps::Eight& eight : taps.eights) {
    const __m256i chosen = load((spread++)->data());
    __m256 sum = _mm256_setzero_ps();
    for (int k = 0; k < taps.taps; ++k) {
      const __m256i pixels =
          _mm256_shuffle_epi8(load(row + eight.low + k, row + eight.high + k), chosen);
      sum = _mm256_add_ps(
          sum, _mm256_mul_ps(_mm256_cvtepi32_ps(pixels), _mm256_loadu_ps((weights++)->data())));
    }
    _mm256_storeu_ps(to, sum);
    to += 8;
  }
}

[[gnu::target("avx2")]] void shrink_avx2(const AreaTaps& taps, const std::uint8_t* row, float* to) {
  if (taps.eights.empty()) return shrink(taps, row, to);
  if (taps.moves) return shrink_moving_avx2(taps, row, to);
  const auto* spread = taps.spread.data();
  const auto* weights = taps.weights_of_eight.data();
  for (const AreaTaps::Eight& eight : taps.eights) {
    const __m256i pixels = load(row + eight.low, row + eight.high);
    __m256 sum = _mm256_setzero_ps();
    for (int k = 0; k < taps.taps; ++k) {
      const __m256i chosen = _mm256_shuffle_epi8(pixels, load((spread++)->data()));
      sum = _mm256_add_ps(
          sum, _mm256_mul_ps(_mm256_cvtepi32_ps(chosen), _mm256_loadu_ps((weights++)->data())));
    }
    _mm256_storeu_ps(to, sum);
    to += 8;
  }
}

[[gnu::target("avx2")]] void blend_avx2(const float* const* rows, const float* weights, int taps,
                                        int count, std::uint8_t* to) {
  for (int i = 0; i < count; i += 8) {
    __m256 sum = _mm256_mul_ps(_mm256_set1_ps(weights[0]), _mm256_loadu_ps(rows[0] + i));
    for (int k = 1; k < taps; ++k) {
      const __m256 row = _mm256_loadu_ps(rows[k] + i);
      sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_set1_ps(weights[k]), row));
    }
    const __m256i whole = _mm256_cvtps_epi32(sum);
    const __m128i words =
        _mm_packus_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1));
    const std::int64_t bytes = _mm_cvtsi128_si64(_mm_packus_epi16(words, words));
    if (count - i >= 8) {
      std::memcpy(to + i, &bytes, 8);
    } else {
      std::memcpy(to + i, &bytes, static_cast<std::size_t>(count - i));
    }
  }
}

constexpr ImageKernels kAvx2 = {"avx2",      &shade_avx2,  &shade_over_avx2,
                                &equal_avx2, &shrink_avx2, &blend_avx2};
#endif

}  // namespace

const ImageKernels* named_kernels(std::string_view name) {
  if (name == kPortable.name) return &kPortable;
#if defined(__x86_64__)
  if (name == kAvx2.name && __builtin_cpu_supports("avx2")) return &kAvx2;
#endif
  return nullptr;
}

const ImageKernels& best_kernels() {
  static const ImageKernels* const wide = named_kernels("avx2");
  return wide != nullptr ? *wide : kPortable;
}

}  // namespace pp::images

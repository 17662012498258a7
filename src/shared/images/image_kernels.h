// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Loops over the pixels of one row, which make the frames of observations. All sets of kernels give
// the same results to the last bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pp::images {

// The shade of each palette index. Nearly all indices are even, so these have a smaller table too.
struct alignas(32) Shades {
  std::array<std::uint8_t, 256> of;
  std::array<std::uint8_t, 128> of_even;

  void set(int index, std::uint8_t shade) {
    of[static_cast<std::size_t>(index)] = shade;
    if (index % 2 == 0) of_even[static_cast<std::size_t>(index / 2)] = shade;
  }
};

// How a line of pixels is scaled to a shorter one: pixel i is the sum of `taps` pixels from
// first[i] on, each times its weight. Weights that a pixel does not need are zero.
struct AreaTaps {
  int source = 0;
  int target = 0;
  int taps = 0;
  std::vector<std::int32_t> first;
  std::vector<float> weights;  // of pixel 0, then of pixel 1, ...

  // The same for eight pixels at a time: four from the 16 bytes at each of two places. The places
  // are the same for all taps if four pixels never reach over more than that; else they move by
  // one byte from tap to tap. Empty if 16 bytes do not even hold the first taps of four pixels.
  struct Eight {
    std::int32_t low, high;
  };
  std::vector<Eight> eights;
  bool moves = false;
  // Byte shuffles: for each eight, tap by tap, or one for all taps if the places move.
  std::vector<std::array<std::uint8_t, 32>> spread;
  std::vector<std::array<float, 8>> weights_of_eight;
};

// Rows may be read and written up to kPadding bytes, or floats, beyond their ends.
inline constexpr int kPadding = 32;

struct ImageKernels {
  std::string_view name;
  // to[i] = shades[from[i]].
  void (*shade)(const Shades& shades, const std::uint8_t* from, int count, std::uint8_t* to);
  // The greater of that and to[i].
  void (*shade_over)(const Shades& shades, const std::uint8_t* from, int count, std::uint8_t* to);
  // Whether `count` bytes are equal.
  bool (*equal)(const std::uint8_t* a, const std::uint8_t* b, int count);
  // Along a row.
  void (*shrink)(const AreaTaps& taps, const std::uint8_t* row, float* to);
  // Down the columns: the sum of `taps` rows, each times its weight, rounded half to even, to 0..255.
  void (*blend)(const float* const* rows, const float* weights, int taps, int count,
                std::uint8_t* to);
};

// The kernels with this name, "portable" or "avx2", or null if this processor lacks them.
const ImageKernels* named_kernels(std::string_view name);

// The fastest kernels that this processor supports.
const ImageKernels& best_kernels();

}  // namespace pp::images

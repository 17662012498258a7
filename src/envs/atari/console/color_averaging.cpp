// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Measured: a program of our own shows each pair of colours, and this is what ALE makes of all.
#include "color_averaging.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>

#include "palette.h"

namespace pp::atari {
namespace {

constexpr int channel_of(std::uint32_t rgb, int channel) {
  return static_cast<int>(rgb >> (16 - 8 * channel) & 0xff);
}

// 77 hundredths of the way from the darker to the brighter, in steps of four.
int average(int a, int b) {
  const auto [low, high] = std::minmax(a, b);
  return (low + (high - low) * 77 / 100) & ~3;
}

// The first of the colours that differ least from the average.
std::uint8_t average(const Palette& palette, std::uint32_t a, std::uint32_t b) {
  int averages[3];
  for (int i = 0; i < 3; ++i) averages[i] = average(channel_of(a, i), channel_of(b, i));
  int nearest = 0;
  int least = std::numeric_limits<int>::max();
  for (int index = 0; index < 256; index += 2) {
    int distance = 0;
    for (int i = 0; i < 3; ++i) {
      distance +=
          std::abs(channel_of(palette.rgb[static_cast<std::size_t>(index)], i) - averages[i]);
    }
    if (distance >= least) continue;
    least = distance;
    nearest = index;
  }
  return static_cast<std::uint8_t>(nearest);
}

std::unique_ptr<const Averages> make(Television television) {
  const Palette& palette = palette_of(television);
  auto averages = std::make_unique<Averages>();  // black wherever an index is odd
  for (std::size_t a = 0; a < 256; a += 2) {
    for (std::size_t b = 0; b <= a; b += 2) {
      (*averages)[a][b] = (*averages)[b][a] = average(palette, palette.rgb[a], palette.rgb[b]);
    }
  }
  return averages;
}

}  // namespace

const Averages& averages_of(Television television) {
  if (television == Television::kPal) {
    static const auto pal = make(Television::kPal);
    return *pal;
  }
  static const auto ntsc = make(Television::kNtsc);
  return *ntsc;
}

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Draws what rendering shows.
#include "human_picture.h"

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace pp::vizdoom {
namespace {

using Colour = std::array<std::uint8_t, 3>;

// The reference draws a colour for each object from a generator with a fixed seed.
std::array<Colour, 256> object_colours() {
  Rng rng(42);
  std::array<Colour, 256> colours;
  for (Colour& colour : colours) {
    for (std::uint8_t& part : colour) part = static_cast<std::uint8_t>(rng.uniform(25.0, 256.0));
  }
  return colours;
}

// Which colour each value of the labels has; those of no object are black.
std::array<Colour, 256> label_colours(const Engine& engine) {
  static const std::array<Colour, 256> kObjects = object_colours();
  constexpr std::size_t kMost = 256;
  constexpr std::size_t kValueAt = 0, kObjectAt = 20;
  std::array<Colour, 256> colours{};
  const std::size_t count =
      std::min<std::size_t>(engine.read<std::uint32_t>(layout::kLabelCount), kMost);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t label = layout::kLabelList + i * layout::kLabelSize;
    const auto object = engine.read<std::uint32_t>(label + kObjectAt);
    colours[engine.read<std::uint8_t>(label + kValueAt)] = kObjects[object % 256];
  }
  return colours;
}

}  // namespace

void draw_human_picture(const Engine& engine, const GameSettings& settings, std::uint8_t* out) {
  const Launch& launch = settings.launch;
  const auto width = static_cast<std::size_t>(launch.width);
  const auto height = static_cast<std::size_t>(launch.height);
  const std::size_t all = std::size_t{1} + launch.depth + launch.labels + launch.automap;
  std::size_t column = 0;
  const auto add = [&](Region region, auto&& pixel) {
    const auto* const from = reinterpret_cast<const std::uint8_t*>(engine.region(region));
    for (std::size_t y = 0; y < height; ++y) {
      std::uint8_t* to = out + 3 * (y * width * all + column * width);
      for (std::size_t x = 0; x < width; ++x, to += 3) pixel(from, y * width + x, to);
    }
    ++column;
  };
  const auto gray = [](const std::uint8_t* from, std::size_t i, std::uint8_t* to) {
    std::fill_n(to, 3, from[i]);
  };
  const auto coloured = [](const std::uint8_t* from, std::size_t i, std::uint8_t* to) {
    std::memcpy(to, from + 3 * i, 3);
  };
  const auto add_screen = [&](Region region) {
    if (launch.channels == 1) {
      add(region, gray);
    } else {
      add(region, coloured);
    }
  };
  add_screen(kScreen);
  if (launch.depth) add(kDepth, gray);
  if (launch.labels) {
    const std::array<Colour, 256> colours = label_colours(engine);
    add(kLabels, [&](const std::uint8_t* from, std::size_t i, std::uint8_t* to) {
      std::ranges::copy(colours[from[i]], to);
    });
  }
  if (launch.automap) add_screen(kAutomap);
}

}  // namespace pp::vizdoom

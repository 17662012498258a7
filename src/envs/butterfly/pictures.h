// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the screen of knights_archers_zombies shows, drawn with PettingZoo's pictures.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "entity_rows.h"

namespace pp::butterfly {

// Rows from the top, four bytes for each pixel: red, green, blue, and 0 where it covers nothing.
struct Sprite {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<std::uint8_t> pixels;
};

// A part of the screen, or of the black around it, as red, green and blue.
struct View {
  std::int32_t left, top, width, height;
  std::uint8_t* pixels;

  static constexpr std::size_t kColors = 3;

  std::uint8_t* at(std::int32_t x, std::int32_t y) const {
    return pixels + static_cast<std::size_t>((y - top) * width + x - left) * kColors;
  }
};

class Pictures {
 public:
  // Reads them through Python: needs the GIL. Throws if PettingZoo is not installed.
  static Pictures read();

  void clear(const View& view) const {
    std::fill_n(view.pixels, view.width * view.height * static_cast<int>(View::kColors),
                std::uint8_t{0});
    const std::int32_t first = std::max(view.left, 0);
    const std::int32_t end = std::min(view.left + view.width, kScreenWidth);
    if (end <= first) return;
    for (std::int32_t y = std::max(view.top, 0);
         y < std::min(view.top + view.height, kScreenHeight); ++y) {
      const auto from = static_cast<std::size_t>(y * kScreenWidth + first) * View::kColors;
      const auto count = static_cast<std::size_t>(end - first) * View::kColors;
      std::copy_n(background_.data() + from, count, view.at(first, y));
    }
  }

  // EntityRows that do not turn have one picture. Nothing is drawn beyond the screen.
  void draw(Kind kind, std::int32_t heading, std::int32_t x, std::int32_t y,
            const View& view) const {
    const std::vector<Sprite>& turned = sprites_[kind];
    const Sprite& sprite = turned[turned.size() == 1 ? 0 : static_cast<std::size_t>(heading)];
    const std::int32_t left = std::max({x, view.left, 0});
    const std::int32_t right = std::min({x + sprite.width, view.left + view.width, kScreenWidth});
    const std::int32_t bottom =
        std::min({y + sprite.height, view.top + view.height, kScreenHeight});
    for (std::int32_t row = std::max({y, view.top, 0}); row < bottom; ++row) {
      for (std::int32_t column = left; column < right; ++column) {
        const auto from = static_cast<std::size_t>((row - y) * sprite.width + column - x) * 4;
        const std::uint8_t* const pixel = sprite.pixels.data() + from;
        if (pixel[3] != 0) std::copy_n(pixel, View::kColors, view.at(column, row));
      }
    }
  }

 private:
  std::vector<std::uint8_t> background_;
  std::array<std::vector<Sprite>, kItself> sprites_;  // by kind, then by heading
};

}  // namespace pp::butterfly

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A row of pixels as runs of one color: painted over again and again, then shrunk.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pp::box2d {

// 0xBBGGRR
using Color = std::uint32_t;
constexpr Color color_of(int r, int g, int b) {
  return static_cast<Color>(r) | static_cast<Color>(g) << 8 | static_cast<Color>(b) << 16;
}

// What is painted on the pixels from begin up to end. A stretch of an outline is paler from pixel to
// pixel, by a weight that is the high byte of a growing error.
struct Paint {
  enum class Kind : std::uint8_t { kCover, kStretch, kStretchBeside };
  std::int16_t begin, end;
  Color color;
  std::uint32_t error = 0;  // at the first pixel
  std::uint32_t slope = 0;
  Kind kind = Kind::kCover;
};

class PaintedRow {
 public:
  static constexpr int kWidth = 1000;
  static constexpr int kShownWidth = 96;
  // Four numbers for each shown pixel: its channels and 0. They are fractions still, 14 bits.
  using Shrunk = std::array<std::uint16_t, 4 * kShownWidth>;

  // Paints a black row with all of this, in order.
  void paint(std::span<const Paint> paints);
  void shrink(Shrunk& out);

 private:
  // One bit for each pixel.
  using Bits = std::array<std::uint64_t, kWidth / 64 + 2>;
  // A whole row of one color, shrunk.
  struct Plain {
    Color color = 0;
    bool is_known = false;
    Shrunk row;
  };

  void split(int x);
  void cover(int begin, int end, Color color);
  void blend(const Paint& paint);
  Color color_at(int x) const;
  int next_start(int x) const;
  void shrink_cell(std::size_t cell, Color& color, std::uint16_t* out) const;
  const Shrunk& plain_row(Color color);

  Bits starts_{};                       // of runs of one color
  std::array<Color, kWidth> colors_{};  // of runs, where they start
  std::array<Plain, 64> plain_rows_;
};

}  // namespace pp::box2d

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
  enum Kind : std::uint32_t { kCover, kStretch, kStretchBeside };
  std::int16_t begin, end;
  Color color : 24;  // in one word with the kind: a picture has thousands of them
  Kind kind : 8 = kCover;
  std::uint32_t error = 0;  // at the first pixel
  std::uint32_t slope = 0;
};
static_assert(sizeof(Paint) == 16);

class PaintedRow {
 public:
  static constexpr int kWidth = 1000;
  static constexpr int kShownWidth = 96;
  // The channels of each shown pixel, 16 bits apart.
  using Shrunk = std::array<std::uint64_t, kShownWidth>;

  // Paints a black row with all of this, in order.
  void paint(std::span<const Paint> paints);
  void shrink(Shrunk& out);
  // Adds the shrunk row.
  void add_to(Shrunk& sum);

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
  void blend_stretch(const Paint& paint);
  void blend_pixel(const Paint& paint);
  bool starts_at(int x) const {
    return (starts_[static_cast<std::size_t>(x / 64)] >> (x % 64) & 1) != 0;
  }
  void set_start(int x, Color color) {
    starts_[static_cast<std::size_t>(x / 64)] |= std::uint64_t{1} << (x % 64);
    colors_[static_cast<std::size_t>(x)] = color;
  }
  Color color_at(int x) const;
  // The first shown pixel from the i-th on in which a color changes.
  std::size_t next_mixed(std::size_t i) const;
  // Where colors change behind the first pixel of a shown pixel: one bit for each.
  std::uint64_t changes_in(std::size_t cell) const;
  std::uint64_t shrink_cell(std::size_t cell, std::uint64_t changes, Color& color) const;
  const Shrunk& plain_row(Color color);

  // Visits shown pixels in which colors change one by one, and between them stretches from a plain
  // row.
  template <class VisitPixel, class VisitPlain>
  void for_each_shown(VisitPixel&& visit_pixel, VisitPlain&& visit_plain);

  Bits starts_{};                       // of runs of one color
  std::array<Color, kWidth> colors_{};  // of runs, where they start
  std::array<Plain, 64> plain_rows_;
};

}  // namespace pp::box2d

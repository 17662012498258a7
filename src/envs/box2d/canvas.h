// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A picture of 1000x800 pixels that is drawn as pygame draws and shown at 96x96. Nothing is drawn
// at once: each row keeps what is to be painted on it, in order, so that rows are painted one by
// one in a small buffer and shrunk while they are there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "painted_row.h"

namespace pp::box2d {

struct Pixel {
  int x, y;
};

class Canvas {
 public:
  static constexpr int kWidth = PaintedRow::kWidth;
  static constexpr int kHeight = 800;
  static constexpr int kShownSize = PaintedRow::kShownWidth;

  Canvas();

  void clear();
  // Turns what is drawn from now on upside down, or not.
  void flip(bool flipped) { is_flipped_ = flipped; }
  // Rows from this one on are not drawn on, as something will cover them.
  void hide_rows_from(int y) { end_ = y; }

  // As SDL_gfx draws an outline whose steps are smoothed, and then a fill between rounded ends.
  // Coordinates are those of 16-bit integers.
  void draw_smooth_polygon(std::span<const Pixel> corners, Color color);
  // As pygame.draw.polygon of pygame-ce, for four corners or more.
  void fill(std::span<const Pixel> corners, Color color);
  // Grey pixels, row by row.
  void draw_grey(int left, int top, int width, int height, const std::uint8_t* grey);

  // As pygame.transform.smoothscale: red, green, blue of each pixel, row by row; only the rows from
  // `first` up to `end`.
  void show(std::uint8_t* out, int first = 0, int end = kShownSize);

 private:
  // The row of the picture that y stands for; none if it cannot be seen.
  std::vector<Paint>* row_at(int y) {
    const int row = is_flipped_ ? kHeight - 1 - y : y;
    return row >= 0 && row < end_ ? &rows_[static_cast<std::size_t>(row)] : nullptr;
  }
  struct Run {
    int y, left, right;
  };
  struct Covered {
    int left = 0;
    int right = -1;
  };

  void draw_run(int x1, int x2, int y, Color color);
  void draw_stretch(int y, Paint paint);
  void draw_smooth_line(Pixel from, Pixel to, Color color);
  void draw_steep_line(Pixel at, int length, int direction, std::uint32_t slope, Color color);
  void draw_level_line(Pixel at, int length, int direction, std::uint32_t slope, Color color);
  bool is_seen(std::span<const Pixel> corners) const;
  // Those of a shrunk row, one by one.
  using Channels = std::array<std::uint16_t, 4 * kShownSize>;
  static PaintedRow::Shrunk share_of(const PaintedRow::Shrunk& row, int part);
  static std::uint8_t* show_row(const PaintedRow::Shrunk& last, const PaintedRow::Shrunk& sum,
                                int part, std::uint8_t* out);

  std::array<std::vector<Paint>, kHeight> rows_;
  std::vector<int> crossings_;
  std::vector<std::pair<Pixel, Pixel>> slopes_;  // sides, from the upper to the lower end
  // Of the polygon that is drawn now: its fill, and what that covers of each row.
  std::vector<Run> fills_;
  std::array<Covered, kHeight> covered_;
  PaintedRow row_;  // that is painted now
  bool is_flipped_ = false;
  int end_ = kHeight;
};

}  // namespace pp::box2d

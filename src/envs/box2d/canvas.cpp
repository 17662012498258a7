// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Every shape becomes runs and stretches of pixels, row by row.
#include "canvas.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "shrink.h"

namespace pp::box2d {

namespace {

constexpr int kRight = Canvas::kWidth - 1;
constexpr int kBottom = Canvas::kHeight - 1;

// Which sides of the canvas a point lies beyond.
enum Side { kInside = 0, kLeftOf = 1, kRightOf = 2, kBelow = 4, kAbove = 8 };

int sides(Pixel p) {
  const int x = p.x < 0 ? kLeftOf : p.x > kRight ? kRightOf : kInside;
  const int y = p.y < 0 ? kAbove : p.y > kBottom ? kBelow : kInside;
  return x | y;
}

std::int16_t narrowed(float x) { return static_cast<std::int16_t>(x); }

// Cuts a line to the canvas by the method of Cohen and Sutherland, which may swap its ends. Ends
// are rounded towards 0 each time. Returns whether any of it is left.
bool clip(Pixel& a, Pixel& b) {
  for (;;) {
    int side_a = sides(a);
    int side_b = sides(b);
    if ((side_a | side_b) == 0) return true;
    if ((side_a & side_b) != 0) return false;
    if (side_a == kInside) {
      std::swap(a, b);
      std::swap(side_a, side_b);
    }
    const float slope =
        a.x != b.x ? static_cast<float>(b.y - a.y) / static_cast<float>(b.x - a.x) : 1.0f;
    const auto cut_x = [&](int x) {
      a.y = narrowed(static_cast<float>(a.y + narrowed(static_cast<float>(x - a.x) * slope)));
      a.x = x;
    };
    const auto cut_y = [&](int y) {
      if (a.x != b.x) a.x += narrowed(static_cast<float>(y - a.y) / slope);
      a.y = y;
    };
    if (side_a & kLeftOf) {
      cut_x(0);
    } else if (side_a & kRightOf) {
      cut_x(kRight);
    } else if (side_a & kBelow) {
      cut_y(kBottom);
    } else {
      cut_y(0);
    }
  }
}

// The ends of each side of a polygon, from the upper to the lower one, without level ones.
template <class Visit>
void for_each_slope(std::span<const Pixel> corners, Visit&& visit) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    Pixel a = corners[i == 0 ? corners.size() - 1 : i - 1];
    Pixel b = corners[i];
    if (a.y == b.y) continue;
    if (a.y > b.y) std::swap(a, b);
    visit(a, b);
  }
}

struct Extent {
  int low, high;
};

Extent rows_of(std::span<const Pixel> corners) {
  Extent rows{corners[0].y, corners[0].y};
  for (const Pixel p : corners) rows = {std::min(rows.low, p.y), std::max(rows.high, p.y)};
  return rows;
}

// A 16.16 fixed-point number, rounded.
int nearest_pixel(int x) { return (x >> 16) + ((x & 32768) >> 15); }

}  // namespace

Canvas::Canvas() {
  for (auto& row : rows_) row.reserve(64);
}

void Canvas::clear() {
  for (auto& row : rows_) row.clear();
  is_flipped_ = false;
  end_ = kHeight;
}

void Canvas::draw_run(int x1, int x2, int y, Color color) {
  if (x1 > x2) std::swap(x1, x2);
  if (x2 < 0 || x1 > kRight) return;
  if (std::vector<Paint>* row = row_at(y)) {
    if (x1 <= 0 && x2 >= kRight) row->clear();  // nothing below can be seen
    row->push_back({static_cast<std::int16_t>(std::max(x1, 0)),
                    static_cast<std::int16_t>(std::min(x2, kRight) + 1), color});
  }
}

// Of an outline: what its fill covers entirely is left out. Only ends can lie beyond the canvas.
void Canvas::draw_stretch(int y, Paint paint) {
  std::vector<Paint>* row = row_at(y);
  if (row == nullptr) return;
  const Covered& covered = covered_[static_cast<std::size_t>(y)];
  if (paint.begin >= covered.left && paint.end - 1 <= covered.right) return;
  if (paint.begin < 0 || paint.end > kWidth) return;
  row->push_back(paint);
}

// After Wu: two pixels share each step along the longer axis. The first end is drawn, the last is
// not.
void Canvas::draw_smooth_line(Pixel from, Pixel to, Color color) {
  if (!clip(from, to)) return;
  Pixel at = from;
  Pixel end = to;
  if (at.y > end.y) std::swap(at, end);
  int dx = end.x - at.x;
  int dy = end.y - at.y;
  if (dx == 0) {
    for (int y = at.y; y <= end.y; ++y) draw_run(at.x, at.x, y, color);
    return;
  }
  if (dy == 0) return draw_run(at.x, end.x, at.y, color);
  const int direction = dx > 0 ? 1 : -1;
  dx = std::abs(dx);
  draw_run(from.x, from.x, from.y, color);
  if (dy > dx) {
    draw_steep_line(at, dy, direction, static_cast<std::uint32_t>((dx << 16) / dy) << 16, color);
  } else {
    draw_level_line(at, dx, direction, static_cast<std::uint32_t>((dy << 16) / dx) << 16, color);
  }
}

// In each row two pixels.
void Canvas::draw_steep_line(Pixel at, int length, int direction, std::uint32_t slope,
                             Color color) {
  std::uint32_t error = 0;
  for (int i = 1; i < length; ++i) {
    const std::uint32_t before = error;
    error += slope;
    if (error <= before) at.x += direction;
    ++at.y;
    const auto x = static_cast<std::int16_t>(at.x);
    const auto beside = static_cast<std::int16_t>(at.x + direction);
    draw_stretch(at.y, {x, static_cast<std::int16_t>(x + 1), color, Paint::kStretch, error, 0});
    draw_stretch(at.y, {beside, static_cast<std::int16_t>(beside + 1), color, Paint::kStretchBeside,
                        error, 0});
  }
}

// In each row a stretch of pixels, and one below it.
void Canvas::draw_level_line(Pixel at, int length, int direction, std::uint32_t slope,
                             Color color) {
  std::uint32_t error = 0;
  for (int i = 1; i < length;) {
    const int first = at.x + direction;
    const std::uint32_t first_error = error + slope;
    if (first_error <= error) ++at.y;
    error = first_error;
    int count = 1;
    while (i + count < length && error + slope > error) {
      error += slope;
      ++count;
    }
    i += count;
    at.x += direction * count;
    const bool rises = direction > 0;
    Paint paint{static_cast<std::int16_t>(rises ? first : at.x),
                static_cast<std::int16_t>((rises ? at.x : first) + 1),
                color,
                Paint::kStretch,
                rises ? first_error : error,
                rises ? slope : 0 - slope};
    draw_stretch(at.y, paint);
    paint.kind = Paint::kStretchBeside;
    draw_stretch(at.y + 1, paint);
  }
}

bool Canvas::is_seen(std::span<const Pixel> corners) const {
  const auto [left, right] = std::ranges::minmax(corners, {}, &Pixel::x);
  return right.x >= -1 && left.x <= kWidth;
}

// The outline is drawn first, so its pixels within the fill need not be drawn at all.
PP_BOX2D_TWO_VERSIONS void Canvas::draw_smooth_polygon(std::span<const Pixel> corners,
                                                       Color color) {
  if (!is_seen(corners)) return;
  const Extent rows = rows_of(corners);
  const int begin = std::max(rows.low, is_flipped_ ? kHeight - end_ : 0);
  const int end = std::min(rows.high, is_flipped_ ? kBottom : end_ - 1);
  if (begin > end) return;
  fills_.clear();
  slopes_.clear();
  for_each_slope(corners, [&](Pixel a, Pixel b) { slopes_.push_back({a, b}); });
  for (int y = begin; y <= end; ++y) {
    crossings_.clear();
    for (const auto& [a, b] : slopes_) {
      if ((y >= a.y && y < b.y) || (y == rows.high && y > a.y && y <= b.y)) {
        crossings_.push_back(65536 * (y - a.y) / (b.y - a.y) * (b.x - a.x) + 65536 * a.x);
      }
    }
    if (crossings_.size() > 2) std::sort(crossings_.begin(), crossings_.end());
    covered_[static_cast<std::size_t>(y)] = {0, -1};
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
      const auto [left, right] = std::minmax(crossings_[i], crossings_[i + 1]);
      const int x1 = nearest_pixel(left + 1);
      const int x2 = nearest_pixel(right - 1);
      const Run run{y, std::min(x1, x2), std::max(x1, x2)};
      fills_.push_back(run);
      covered_[static_cast<std::size_t>(y)] = {run.left, run.right};
    }
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    draw_smooth_line(corners[i], corners[i + 1 < corners.size() ? i + 1 : 0], color);
  }
  for (const Run& run : fills_) draw_run(run.left, run.right, run.y, color);
}

void Canvas::fill(std::span<const Pixel> corners, Color color) {
  const Extent rows = rows_of(corners);
  if (rows.low == rows.high) {
    const auto [low, high] = std::ranges::minmax(corners, {}, &Pixel::x);
    return draw_run(low.x, high.x, rows.low, color);
  }
  for (int y = std::max(rows.low, 0); y <= std::min(rows.high, kBottom); ++y) {
    crossings_.clear();
    for_each_slope(corners, [&](Pixel a, Pixel b) {
      if (!((y >= a.y && y < b.y) || (y == rows.high && b.y == rows.high))) return;
      const float along =
          static_cast<float>((y - a.y) * (b.x - a.x)) / static_cast<float>(b.y - a.y);
      const float whole = crossings_.size() % 2 == 0 ? std::floor(along) : std::ceil(along);
      crossings_.push_back(static_cast<int>(whole) + a.x);
    });
    std::sort(crossings_.begin(), crossings_.end());
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
      draw_run(crossings_[i], crossings_[i + 1], y, color);
    }
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Pixel a = corners[i == 0 ? corners.size() - 1 : i - 1];
    const Pixel b = corners[i];
    if (rows.low < b.y && a.y == b.y && b.y < rows.high) draw_run(b.x, a.x, b.y, color);
  }
}

void Canvas::draw_grey(int left, int top, int width, int height, const std::uint8_t* grey) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int value = grey[y * width + x];
      draw_run(left + x, left + x, top + y, color_of(value, value, value));
    }
  }
}

void Canvas::show(std::uint8_t* out, int first, int end) {
  constexpr Shrink shrink(kHeight, kShownSize);
  PaintedRow::Shrunk sum{};
  PaintedRow::Shrunk row;
  int left = shrink.space;
  int shown = 0;
  for (int y = 0; y < kHeight && shown < end; ++y) {
    // The last row of a shown pixel is part of the next one.
    const bool is_last = left <= 0x4000;
    const bool is_needed = shown >= first || (shown + 1 == first && is_last);
    if (is_needed) row_.paint(rows_[static_cast<std::size_t>(y)]);
    if (!is_last) {
      if (is_needed) row_.add_to(sum);
      left -= 0x4000;
      continue;
    }
    const int rest = 0x4000 - left;
    if (is_needed) row_.shrink(row);
    if (shown >= first) out = show_row(row, sum, left, out);
    if (is_needed) sum = share_of(row, rest);
    ++shown;
    left = shrink.space - rest;
  }
}

// A part of each channel. Loops over single channels become vector code.
PP_BOX2D_TWO_VERSIONS PaintedRow::Shrunk Canvas::share_of(const PaintedRow::Shrunk& row, int part) {
  auto channels = std::bit_cast<Channels>(row);
  for (std::uint16_t& channel : channels) {
    channel = high_half(static_cast<std::uint16_t>(channel << 2), static_cast<std::uint16_t>(part));
  }
  return std::bit_cast<PaintedRow::Shrunk>(channels);
}

// Of the last row of shown pixels a part is added to the sum of those before.
PP_BOX2D_TWO_VERSIONS std::uint8_t* Canvas::show_row(const PaintedRow::Shrunk& last,
                                                     const PaintedRow::Shrunk& sum, int part,
                                                     std::uint8_t* out) {
  constexpr Shrink shrink(kHeight, kShownSize);
  const auto channels = std::bit_cast<Channels>(share_of(last, part));
  const auto before = std::bit_cast<Channels>(sum);
  std::array<std::uint8_t, std::tuple_size_v<Channels>> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto total = static_cast<std::uint16_t>(before[i] + channels[i]);
    bytes[i] = static_cast<std::uint8_t>(high_half(total, shrink.inverse));
  }
  // The fourth byte of a pixel is overwritten by the next one.
  for (std::size_t x = 0; x + 1 < last.size(); ++x, out += 3) std::memcpy(out, &bytes[4 * x], 4);
  std::memcpy(out, &bytes[bytes.size() - 4], 3);
  return out + 3;
}

}  // namespace pp::box2d

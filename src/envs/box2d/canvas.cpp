// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "canvas.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

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
int rounded(int x) { return (x >> 16) + ((x & 32768) >> 15); }

// The channels of a color 21 bits apart, so that they can be computed with at once.
std::uint64_t spread(Color p) {
  return (p & 0xFF) | std::uint64_t{p & 0xFF00} << 13 | std::uint64_t{p & 0xFF0000} << 26;
}

// below + (above - below) * alpha / 256, rounded down, for each channel. 256 is added to differences
// so that they are positive.
Color blended(Color below, Color above, int alpha) {
  constexpr std::uint64_t ones = 1 | std::uint64_t{1} << 21 | std::uint64_t{1} << 42;
  const auto weight = static_cast<std::uint64_t>(alpha);
  const std::uint64_t d = spread(below);
  const std::uint64_t changed = (spread(above) + 256 * ones - d) * weight;
  const std::uint64_t whole = changed >> 8 & ones * 0x1FF;
  const std::uint64_t result = d + whole - weight * ones;
  return static_cast<Color>((result & 0xFF) | (result >> 13 & 0xFF00) | (result >> 26 & 0xFF0000));
}

// How sizes are scaled: fractions of pixels in 2^-14, sums divided by a multiplication.
struct Shrink {
  int space;         // source pixels per shown pixel
  unsigned inverse;  // of the space

  constexpr explicit Shrink(int from)
      : space(0x4000 * from / Canvas::kShownSize),
        inverse(static_cast<unsigned>(0x40000000 / space)) {}
};

unsigned high_half(unsigned a, unsigned b) { return a * b >> 16; }

// The pixels that a shown pixel is made of: a part of the first, which the shown pixel before has
// the rest of, whole ones, and a part of the last.
struct Cell {
  int first, last;
  unsigned first_part, last_part;
};

const std::array<Cell, Canvas::kShownSize>& cells() {
  static const auto all = [] {
    constexpr Shrink shrink(Canvas::kWidth);
    std::array<Cell, Canvas::kShownSize> list;
    int left = shrink.space;
    int first = 0;
    unsigned first_part = 0;
    int x = 0;
    for (Cell& cell : list) {
      while (left > 0x4000) {
        left -= 0x4000;
        ++x;
      }
      cell = {first, x, first_part, static_cast<unsigned>(left)};
      first = x++;
      first_part = static_cast<unsigned>(0x4000 - left);
      left = shrink.space - static_cast<int>(first_part);
    }
    return list;
  }();
  return all;
}

// The first cell whose last pixel is at x or beyond; their number where there is none.
std::size_t cell_ending_at(int x) {
  static const auto all = [] {
    std::array<std::uint8_t, Canvas::kWidth + 1> list;
    std::size_t cell = 0;
    for (int i = 0; i <= Canvas::kWidth; ++i) {
      while (cell < cells().size() && cells()[cell].last < i) ++cell;
      list[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(cell);
    }
    return list;
  }();
  return all[static_cast<std::size_t>(x)];
}

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
    using enum Paint::Kind;
    draw_stretch(at.y, {x, static_cast<std::int16_t>(x + 1), color, error, 0, kStretch});
    draw_stretch(at.y,
                 {beside, static_cast<std::int16_t>(beside + 1), color, error, 0, kStretchBeside});
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
                rises ? first_error : error,
                rises ? slope : 0 - slope,
                Paint::Kind::kStretch};
    draw_stretch(at.y, paint);
    paint.kind = Paint::Kind::kStretchBeside;
    draw_stretch(at.y + 1, paint);
  }
}

bool Canvas::is_seen(std::span<const Pixel> corners) const {
  const auto [left, right] = std::ranges::minmax(corners, {}, &Pixel::x);
  return right.x >= -1 && left.x <= kWidth;
}

// The outline is drawn first, so its pixels within the fill need not be drawn at all.
void Canvas::draw_smooth_polygon(std::span<const Pixel> corners, Color color) {
  if (!is_seen(corners)) return;
  const Extent rows = rows_of(corners);
  const int begin = std::max(rows.low, is_flipped_ ? kHeight - end_ : 0);
  const int end = std::min(rows.high, is_flipped_ ? kBottom : end_ - 1);
  if (begin > end) return;
  fills_.clear();
  for (int y = begin; y <= end; ++y) {
    crossings_.clear();
    for_each_slope(corners, [&](Pixel a, Pixel b) {
      if ((y >= a.y && y < b.y) || (y == rows.high && y > a.y && y <= b.y)) {
        crossings_.push_back(65536 * (y - a.y) / (b.y - a.y) * (b.x - a.x) + 65536 * a.x);
      }
    });
    if (crossings_.size() > 2) std::sort(crossings_.begin(), crossings_.end());
    covered_[static_cast<std::size_t>(y)] = {0, -1};
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
      const auto [left, right] = std::minmax(crossings_[i], crossings_[i + 1]);
      const int x1 = rounded(left + 1);
      const int x2 = rounded(right - 1);
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

// What lies below the last paint that covers the whole row cannot be seen.
void Canvas::paint(int y) {
  const std::vector<Paint>& paints = rows_[static_cast<std::size_t>(y)];
  std::size_t first = paints.size();
  while (first > 0) {
    const Paint& paint = paints[first - 1];
    if (paint.begin == 0 && paint.end == kWidth && paint.kind == Paint::Kind::kCover) break;
    --first;
  }
  starts_.fill(0);
  starts_[0] = 1;
  row_[0] = first > 0 ? paints[first - 1].color : 0;
  for (std::size_t i = first; i < paints.size(); ++i) {
    const Paint& paint = paints[i];
    if (paint.kind == Paint::Kind::kCover) {
      cover(paint.begin, paint.end, paint.color);
    } else {
      blend(paint);
    }
  }
}

// Every pixel of a stretch becomes a run.
void Canvas::blend(const Paint& paint) {
  split(paint.begin);
  split(paint.end);
  std::uint32_t error = paint.error;
  Color below = 0;
  for (int x = paint.begin; x < paint.end; ++x) {
    Color& pixel = row_[static_cast<std::size_t>(x)];
    std::uint64_t& starts = starts_[static_cast<std::size_t>(x / 64)];
    const std::uint64_t bit = std::uint64_t{1} << (x % 64);
    if ((starts & bit) != 0) below = pixel;
    starts |= bit;
    const auto weight = static_cast<int>(error >> 24);
    const int share = paint.kind == Paint::Kind::kStretch ? 255 - weight : weight;
    pixel = blended(below, paint.color, 255 * share >> 8);
    error += paint.slope;
  }
}

// The color of the run that holds x.
Color Canvas::color_at(int x) const {
  auto i = static_cast<std::size_t>(x / 64);
  std::uint64_t bits = starts_[i] << (63 - x % 64);
  if (bits != 0) return row_[static_cast<std::size_t>(x - std::countl_zero(bits))];
  do {
    bits = starts_[--i];
  } while (bits == 0);
  return row_[64 * i + 63 - static_cast<std::size_t>(std::countl_zero(bits))];
}

// Makes a run start at x, with the color that it has.
void Canvas::split(int x) {
  const auto i = static_cast<std::size_t>(x / 64);
  const std::uint64_t bit = std::uint64_t{1} << (x % 64);
  if ((starts_[i] & bit) != 0 || x == kWidth) return;
  row_[static_cast<std::size_t>(x)] = color_at(x);
  starts_[i] |= bit;
}

void Canvas::cover(int begin, int end, Color color) {
  split(end);
  const auto from = [](int x) { return ~std::uint64_t{0} << (x % 64); };  // bits x, x + 1, ...
  const auto first = static_cast<std::size_t>(begin / 64);
  const auto last = static_cast<std::size_t>(end / 64);
  if (first == last) {
    starts_[first] &= ~from(begin) | from(end);
  } else {
    starts_[first] &= ~from(begin);
    for (std::size_t i = first + 1; i < last; ++i) starts_[i] = 0;
    starts_[last] &= from(end);
  }
  starts_[first] |= std::uint64_t{1} << (begin % 64);
  row_[static_cast<std::size_t>(begin)] = color;
}

// The first run that starts at x or later; the width where there is none.
int Canvas::next_start(int x) const {
  auto i = static_cast<std::size_t>(x / 64);
  std::uint64_t bits = starts_[i] & ~std::uint64_t{0} << (x % 64);
  while (bits == 0) {
    if (++i == starts_.size()) return kWidth;
    bits = starts_[i];
  }
  return std::min(static_cast<int>(i) * 64 + std::countr_zero(bits), kWidth);
}

// `color` is that of the cell's first pixel, and then of its last, which the next cell begins with.
void Canvas::shrink_cell(std::size_t index, Color& color, std::uint16_t* out) const {
  constexpr Shrink shrink(kWidth);
  const Cell& cell = cells()[index];
  const Color first = color;
  const auto bit = static_cast<unsigned>(cell.first + 1);
  std::uint64_t runs = starts_[bit / 64] >> (bit % 64);
  if (bit % 64 > 48) runs |= starts_[bit / 64 + 1] << (64 - bit % 64);
  runs &= (std::uint64_t{1} << (cell.last - cell.first)) - 1;
  std::uint64_t sum = 0;
  int x = cell.first_part > 0 ? cell.first + 1 : cell.first;
  for (; runs != 0; runs &= runs - 1) {
    const int start = cell.first + 1 + std::countr_zero(runs);
    sum += spread(color) * static_cast<std::uint64_t>(start - x);
    color = row_[static_cast<std::size_t>(start)];
    x = start;
  }
  sum += spread(color) * static_cast<std::uint64_t>(cell.last - x);
  for (int c = 0; c < 3; ++c) {
    const auto total = static_cast<unsigned>(sum >> 21 * c & 0x1FFFFF) +
                       high_half((first >> 8 * c & 255) << 2, cell.first_part) +
                       high_half((color >> 8 * c & 255) << 2, cell.last_part);
    out[c] = static_cast<std::uint16_t>(high_half(total, shrink.inverse));
  }
  out[3] = 0;
}

const Canvas::ShrunkRow& Canvas::plain_row(Color color) {
  Plain& plain = plain_rows_[color * 2654435761u >> 26];
  if (!plain.is_known || plain.color != color) {
    const Bits starts = std::exchange(starts_, Bits{1});
    plain.color = color;
    for (std::size_t i = 0; i < kShownSize; ++i) shrink_cell(i, plain.color, &plain.row[4 * i]);
    starts_ = starts;
    plain.is_known = true;
  }
  return plain.row;
}

// Shown pixels in which no color changes are those of a plain row.
void Canvas::shrink_row(ShrunkRow& out) {
  Color color = row_[0];
  for (std::size_t i = 0; i < kShownSize;) {
    const std::size_t end = cell_ending_at(next_start(cells()[i].first + 1));
    if (end > i) {
      const ShrunkRow& plain = plain_row(color);
      std::memcpy(&out[4 * i], &plain[4 * i], (end - i) * 4 * sizeof(std::uint16_t));
      i = end;
    } else {
      shrink_cell(i, color, &out[4 * i]);
      ++i;
    }
  }
}

void Canvas::show(std::uint8_t* out, int first, int end) {
  constexpr Shrink shrink(kHeight);
  ShrunkRow sum{};
  ShrunkRow row{};
  int left = shrink.space;
  int shown = 0;
  for (int y = 0; y < kHeight && shown < end; ++y) {
    // The last row of a shown pixel is part of the next one.
    const bool is_needed = shown >= first || (shown + 1 == first && left <= 0x4000);
    if (is_needed) {
      paint(y);
      shrink_row(row);
    }
    if (left > 0x4000) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        sum[i] = static_cast<std::uint16_t>(sum[i] + row[i]);
      }
      left -= 0x4000;
      continue;
    }
    const auto part = static_cast<std::uint16_t>(left);
    const auto rest = static_cast<std::uint16_t>(0x4000 - left);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto value = static_cast<std::uint16_t>(row[i] << 2);
      const auto total = static_cast<std::uint16_t>(sum[i] + high_half(value, part));
      row[i] = static_cast<std::uint16_t>(high_half(total, shrink.inverse));
      sum[i] = static_cast<std::uint16_t>(high_half(value, rest));
    }
    if (shown >= first) {
      for (std::size_t x = 0; x < kShownSize; ++x) {
        for (std::size_t c = 0; c < 3; ++c) *out++ = static_cast<std::uint8_t>(row[4 * x + c]);
      }
    }
    ++shown;
    left = shrink.space - rest;
    if (shown <= first && !is_needed) sum.fill(0);
  }
}

}  // namespace pp::box2d

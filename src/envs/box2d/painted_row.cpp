// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The row keeps where runs begin as bits, so that painting over many runs clears a few words.
#include "painted_row.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "shrink.h"

namespace pp::box2d {

namespace {

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

// The pixels that a shown pixel is made of: a part of the first, which the shown pixel before has
// the rest of, whole ones, and a part of the last.
struct Cell {
  int first, last;
  unsigned first_part, last_part;
};

const std::array<Cell, PaintedRow::kShownWidth>& cells() {
  static const auto all = [] {
    constexpr Shrink scale(PaintedRow::kWidth, PaintedRow::kShownWidth);
    std::array<Cell, PaintedRow::kShownWidth> list;
    int left = scale.space;
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
      left = scale.space - static_cast<int>(first_part);
    }
    return list;
  }();
  return all;
}

// The first cell whose last pixel is at x or beyond; their number where there is none.
std::size_t cell_ending_at(int x) {
  static const auto all = [] {
    std::array<std::uint8_t, PaintedRow::kWidth + 1> list;
    std::size_t cell = 0;
    for (int i = 0; i <= PaintedRow::kWidth; ++i) {
      while (cell < cells().size() && cells()[cell].last < i) ++cell;
      list[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(cell);
    }
    return list;
  }();
  return all[static_cast<std::size_t>(x)];
}

}  // namespace

// What lies below the last paint that covers the whole row cannot be seen.
void PaintedRow::paint(std::span<const Paint> paints) {
  std::size_t first = paints.size();
  while (first > 0) {
    const Paint& paint = paints[first - 1];
    if (paint.begin == 0 && paint.end == kWidth && paint.kind == Paint::Kind::kCover) break;
    --first;
  }
  starts_.fill(0);
  starts_[0] = 1;
  colors_[0] = first > 0 ? paints[first - 1].color : 0;
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
void PaintedRow::blend(const Paint& paint) {
  split(paint.begin);
  split(paint.end);
  std::uint32_t error = paint.error;
  Color below = 0;
  for (int x = paint.begin; x < paint.end; ++x) {
    Color& pixel = colors_[static_cast<std::size_t>(x)];
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
Color PaintedRow::color_at(int x) const {
  auto i = static_cast<std::size_t>(x / 64);
  std::uint64_t bits = starts_[i] << (63 - x % 64);
  if (bits != 0) return colors_[static_cast<std::size_t>(x - std::countl_zero(bits))];
  do {
    bits = starts_[--i];
  } while (bits == 0);
  return colors_[64 * i + 63 - static_cast<std::size_t>(std::countl_zero(bits))];
}

// Makes a run start at x, with the color that it has.
void PaintedRow::split(int x) {
  const auto i = static_cast<std::size_t>(x / 64);
  const std::uint64_t bit = std::uint64_t{1} << (x % 64);
  if ((starts_[i] & bit) != 0 || x == kWidth) return;
  colors_[static_cast<std::size_t>(x)] = color_at(x);
  starts_[i] |= bit;
}

void PaintedRow::cover(int begin, int end, Color color) {
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
  colors_[static_cast<std::size_t>(begin)] = color;
}

// The first run that starts at x or later; the width where there is none.
int PaintedRow::next_start(int x) const {
  auto i = static_cast<std::size_t>(x / 64);
  std::uint64_t bits = starts_[i] & ~std::uint64_t{0} << (x % 64);
  while (bits == 0) {
    if (++i == starts_.size()) return kWidth;
    bits = starts_[i];
  }
  return std::min(static_cast<int>(i) * 64 + std::countr_zero(bits), kWidth);
}

// `color` is that of the cell's first pixel, and then of its last, which the next cell begins with.
void PaintedRow::shrink_cell(std::size_t index, Color& color, std::uint16_t* out) const {
  constexpr Shrink scale(kWidth, kShownWidth);
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
    color = colors_[static_cast<std::size_t>(start)];
    x = start;
  }
  sum += spread(color) * static_cast<std::uint64_t>(cell.last - x);
  for (int c = 0; c < 3; ++c) {
    const auto total = static_cast<unsigned>(sum >> 21 * c & 0x1FFFFF) +
                       high_half((first >> 8 * c & 255) << 2, cell.first_part) +
                       high_half((color >> 8 * c & 255) << 2, cell.last_part);
    out[c] = static_cast<std::uint16_t>(high_half(total, scale.inverse));
  }
  out[3] = 0;
}

const PaintedRow::Shrunk& PaintedRow::plain_row(Color color) {
  Plain& plain = plain_rows_[color * 2654435761u >> 26];
  if (!plain.is_known || plain.color != color) {
    const Bits starts = std::exchange(starts_, Bits{1});
    plain.color = color;
    for (std::size_t i = 0; i < kShownWidth; ++i) shrink_cell(i, plain.color, &plain.row[4 * i]);
    starts_ = starts;
    plain.is_known = true;
  }
  return plain.row;
}

// Shown pixels in which no color changes are those of a plain row.
void PaintedRow::shrink(Shrunk& out) {
  Color color = colors_[0];
  for (std::size_t i = 0; i < kShownWidth;) {
    const std::size_t end = cell_ending_at(next_start(cells()[i].first + 1));
    if (end > i) {
      const Shrunk& plain = plain_row(color);
      std::memcpy(&out[4 * i], &plain[4 * i], (end - i) * 4 * sizeof(std::uint16_t));
      i = end;
    } else {
      shrink_cell(i, color, &out[4 * i]);
      ++i;
    }
  }
}

}  // namespace pp::box2d

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The row keeps where runs begin as bits, so that painting over many runs clears a few words.
#include "painted_row.h"

#include <algorithm>
#include <bit>

#include "shrink.h"

namespace pp::box2d {

namespace {

// The channels of a color, this many bits apart, so that they can be computed with at once.
template <int kBits>
std::uint64_t spread(Color p) {
  return (p & 0xFF) | std::uint64_t{p & 0xFF00} << (kBits - 8) |
         std::uint64_t{p & 0xFF0000} << 2 * (kBits - 8);
}

// 1 in each channel, 21 bits apart.
constexpr std::uint64_t kOnes = 1 | std::uint64_t{1} << 21 | std::uint64_t{1} << 42;

// below + (above - below) * alpha / 256, rounded down, for each channel, of colors that are spread by
// 21 bits. 256 is added to differences so that they are positive.
Color blended(std::uint64_t below, std::uint64_t above, int alpha) {
  const auto weight = static_cast<std::uint64_t>(alpha);
  const std::uint64_t changed = (above + 256 * kOnes - below) * weight;
  const std::uint64_t whole = changed >> 8 & kOnes * 0x1FF;
  const std::uint64_t result = below + whole - weight * kOnes;
  return static_cast<Color>((result & 0xFF) | (result >> 13 & 0xFF00) | (result >> 26 & 0xFF0000));
}

// 255 where a stretch is paler as the error grows, else 0.
unsigned turn_of(const Paint& paint) { return paint.kind == Paint::kStretch ? 255 : 0; }

int alpha_of(unsigned turn, std::uint32_t error) {
  return static_cast<int>(255 * (error >> 24 ^ turn) >> 8);
}

// The pixels that a shown pixel is made of: a part of the first, which the shown pixel before has
// the rest of, whole ones, and a part of the last.
struct Cell {
  int first, last;
  bool has_rest;  // of the first
  std::uint64_t first_part, last_part;
};

constexpr auto kCells = [] {
  constexpr Shrink scale(PaintedRow::kWidth, PaintedRow::kShownWidth);
  std::array<Cell, PaintedRow::kShownWidth> list{};
  int left = scale.space;
  int first = 0;
  unsigned first_part = 0;
  int x = 0;
  for (Cell& cell : list) {
    while (left > 0x4000) {
      left -= 0x4000;
      ++x;
    }
    cell = {first, x, first_part > 0, in_fields(first_part),
            in_fields(static_cast<unsigned>(left))};
    first = x++;
    first_part = static_cast<unsigned>(0x4000 - left);
    left = scale.space - static_cast<int>(first_part);
  }
  return list;
}();

// For each x the first cell whose last pixel is there or beyond; their number where there is none.
constexpr auto kCellEndingAt = [] {
  std::array<std::uint8_t, PaintedRow::kWidth + 1> list{};
  std::size_t cell = 0;
  for (int i = 0; i <= PaintedRow::kWidth; ++i) {
    while (cell < kCells.size() && kCells[cell].last < i) ++cell;
    list[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(cell);
  }
  return list;
}();

// Calls visit(word, bits) for the words that hold the bits from begin up to end.
template <class Visit>
void for_each_word(int begin, int end, Visit&& visit) {
  const auto from = [](int x) { return ~std::uint64_t{0} << (x % 64); };  // bits x, x + 1, ...
  const auto first = static_cast<std::size_t>(begin / 64);
  const auto last = static_cast<std::size_t>(end / 64);
  if (first == last) return visit(first, from(begin) & ~from(end));
  visit(first, from(begin));
  for (std::size_t i = first + 1; i < last; ++i) visit(i, ~std::uint64_t{0});
  visit(last, ~from(end));
}

void add(std::uint64_t* sum, const std::uint64_t* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sum[i] += values[i];
}

}  // namespace

PP_BOX2D_TWO_VERSIONS void PaintedRow::paint(std::span<const Paint> paints) {
  starts_.fill(0);
  starts_[0] = 1;
  colors_[0] = 0;
  for (const Paint& paint : paints) {
    if (paint.kind == Paint::kCover) {
      cover(paint.begin, paint.end, paint.color);
    } else {
      blend(paint);
    }
  }
}

void PaintedRow::blend(const Paint& paint) {
  paint.begin + 1 == paint.end ? blend_pixel(paint) : blend_stretch(paint);
}

void PaintedRow::blend_pixel(const Paint& paint) {
  const int x = paint.begin;
  const Color below = color_at(x);
  if (paint.end < kWidth && !starts_at(paint.end)) set_start(paint.end, below);
  set_start(x, blended(spread<21>(below), spread<21>(paint.color),
                       alpha_of(turn_of(paint), paint.error)));
}

// Every pixel of a stretch becomes a run.
void PaintedRow::blend_stretch(const Paint& paint) {
  split(paint.begin);
  split(paint.end);
  const std::uint64_t above = spread<21>(paint.color);
  const unsigned turn = turn_of(paint);
  std::uint32_t error = paint.error;
  std::uint64_t below = 0;
  for (int x = paint.begin; x < paint.end; ++x) {
    Color& pixel = colors_[static_cast<std::size_t>(x)];
    if (starts_at(x)) below = spread<21>(pixel);
    pixel = blended(below, above, alpha_of(turn, error));
    error += paint.slope;
  }
  for_each_word(paint.begin, paint.end,
                [&](std::size_t word, std::uint64_t bits) { starts_[word] |= bits; });
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
  if (x != kWidth && !starts_at(x)) set_start(x, color_at(x));
}

void PaintedRow::cover(int begin, int end, Color color) {
  split(end);
  for_each_word(begin, end, [&](std::size_t word, std::uint64_t bits) { starts_[word] &= ~bits; });
  set_start(begin, color);
}

std::size_t PaintedRow::next_mixed(std::size_t cell) const {
  const auto x = static_cast<std::size_t>(kCells[cell].first + 1);
  std::size_t i = x / 64;
  std::uint64_t bits = starts_[i] & ~std::uint64_t{0} << (x % 64);
  while (bits == 0) {
    if (++i == starts_.size()) return kShownWidth;
    bits = starts_[i];
  }
  const std::size_t start = i * 64 + static_cast<std::size_t>(std::countr_zero(bits));
  return kCellEndingAt[std::min<std::size_t>(start, kWidth)];
}

std::uint64_t PaintedRow::changes_in(std::size_t index) const {
  const Cell& cell = kCells[index];
  const auto bit = static_cast<unsigned>(cell.first + 1);
  std::uint64_t changes = starts_[bit / 64] >> (bit % 64);
  if (bit % 64 > 48) changes |= starts_[bit / 64 + 1] << (64 - bit % 64);
  return changes & ((std::uint64_t{1} << (cell.last - cell.first)) - 1);
}

// `color` is that of the cell's first pixel, and then of its last, which the next cell begins with.
std::uint64_t PaintedRow::shrink_cell(std::size_t index, std::uint64_t changes,
                                      Color& color) const {
  constexpr Shrink scale(kWidth, kShownWidth);
  const Cell& cell = kCells[index];
  const std::uint64_t first = spread<16>(color);
  std::uint64_t sum = 0;
  std::uint64_t last = first;
  int x = cell.has_rest ? cell.first + 1 : cell.first;
  for (; changes != 0; changes &= changes - 1) {
    const int start = cell.first + 1 + std::countr_zero(changes);
    sum += last * static_cast<std::uint64_t>(start - x);
    color = colors_[static_cast<std::size_t>(start)];
    last = spread<16>(color);
    x = start;
  }
  sum += last * static_cast<std::uint64_t>(cell.last - x);
  sum += high_halves(first << 2, cell.first_part) + high_halves(last << 2, cell.last_part);
  return high_halves(sum, in_fields(scale.inverse));
}

const PaintedRow::Shrunk& PaintedRow::plain_row(Color color) {
  Plain& plain = plain_rows_[color * 2654435761u >> 26];
  if (!plain.is_known || plain.color != color) {
    plain.color = color;
    for (std::size_t i = 0; i < kShownWidth; ++i) plain.row[i] = shrink_cell(i, 0, plain.color);
    plain.is_known = true;
  }
  return plain.row;
}

template <class VisitPixel, class VisitPlain>
void PaintedRow::for_each_shown(VisitPixel&& visit_pixel, VisitPlain&& visit_plain) {
  Color color = colors_[0];
  for (std::size_t i = 0; i < kShownWidth;) {
    const std::uint64_t changes = changes_in(i);
    if (changes != 0) {
      visit_pixel(i, shrink_cell(i, changes, color));
      ++i;
      continue;
    }
    const std::size_t end = next_mixed(i);
    visit_plain(i, end, color);
    i = end;
  }
}

PP_BOX2D_TWO_VERSIONS void PaintedRow::shrink(Shrunk& out) {
  for_each_shown([&](std::size_t i, std::uint64_t pixel) { out[i] = pixel; },
                 [&](std::size_t i, std::size_t end, Color color) {
                   const Shrunk& plain = plain_row(color);
                   std::copy(&plain[i], &plain[0] + end, &out[i]);
                 });
}

PP_BOX2D_TWO_VERSIONS void PaintedRow::add_to(Shrunk& sum) {
  for_each_shown([&](std::size_t i, std::uint64_t pixel) { sum[i] += pixel; },
                 [&](std::size_t i, std::size_t end, Color color) {
                   if (color != 0) add(&sum[i], &plain_row(color)[i], end - i);
                 });
}

}  // namespace pp::box2d

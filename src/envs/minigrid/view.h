// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the agent sees: the square of cells before it, turned so that it looks up, and which of them
// walls and closed doors hide.
//
// View cell (i, j) is column i and row j of a square of odd size; the agent is in the middle of the
// last row. A row of the view is a run of cells to the agent's right, a column one against its
// heading, and each lies contiguously in one of the world's two planes, forwards or backwards.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "world.h"

namespace pp::minigrid {

inline constexpr std::int32_t kMaxViewSize = 63;  // a row of cells is a word of bits

// Where a plane of cells is read from: cell k of line n is at start[n * line + k * step].
struct Lines {
  const Cell* start;
  std::ptrdiff_t line;
  std::ptrdiff_t step;  // 1 or -1
};

// Rows from the agent's own to the farthest, each from its left to its right.
inline Lines view_rows(const World& world, std::int32_t size) {
  const Position forward = kHeadings[world.direction];
  const Position right = {-forward.y, forward.x};
  const std::int32_t half = size / 2;
  const Position left_end = {world.agent.x - half * right.x, world.agent.y - half * right.y};
  if (forward.x == 0) {
    return {world.along_x(left_end), forward.y * world.row_stride(), right.x};
  }
  return {world.along_y(left_end), forward.x * world.column_stride(), right.y};
}

// Columns from the left to the right, each from its farthest cell to the nearest.
inline Lines view_columns(const World& world, std::int32_t size) {
  const Position forward = kHeadings[world.direction];
  const Position right = {-forward.y, forward.x};
  const std::int32_t half = size / 2;
  const std::int32_t far = size - 1;
  const Position corner = {world.agent.x + far * forward.x - half * right.x,
                           world.agent.y + far * forward.y - half * right.y};
  if (forward.x == 0) {
    return {world.along_y(corner), right.x * world.column_stride(), -forward.y};
  }
  return {world.along_x(corner), right.y * world.row_stride(), -forward.x};
}

// Which bits of `clear` can be reached from `start`, itself among them, by steps to a neighbour
// within `clear`.
template <class Bits>
constexpr Bits flood(Bits start, Bits clear) {
  Bits up = start, down = start, up_way = clear, down_way = clear;
  for (int step = 1; step < static_cast<int>(sizeof(Bits) * 8); step *= 2) {
    up |= up_way & static_cast<Bits>(up << step);
    down |= down_way & static_cast<Bits>(down >> step);
    up_way &= static_cast<Bits>(up_way << step);
    down_way &= static_cast<Bits>(down_way >> step);
  }
  return up | down;
}

// One row of the view: which cells are seen, given those that the row nearer to the agent shows
// and those that one sees through; and what this shows of the next row.
template <class Bits>
struct SeenRow {
  Bits seen;
  Bits above;
};
template <class Bits>
constexpr SeenRow<Bits> see_row(Bits shown, Bits clear, Bits all) {
  const Bits lit = flood<Bits>(shown & clear, clear);
  const auto above =
      static_cast<Bits>((lit | static_cast<Bits>(lit << 1) | static_cast<Bits>(lit >> 1)) & all);
  return {static_cast<Bits>(shown | above), above};
}

// What seven cells show of the row above them, by [which one sees through][which are shown].
inline constexpr auto kShownAbove = [] {
  std::array<std::array<std::uint8_t, 128>, 128> table{};
  for (unsigned clear = 0; clear < 128; ++clear) {
    for (unsigned shown = 0; shown < 128; ++shown) {
      table[clear][shown] = see_row<std::uint8_t>(static_cast<std::uint8_t>(shown),
                                                  static_cast<std::uint8_t>(clear), 127)
                                .above;
    }
  }
  return table;
}();

// The top bits of eight bytes, as the bits of one; the first byte in memory is bit 0.
inline std::uint8_t top_bits(std::uint64_t bytes) {
  return static_cast<std::uint8_t>(((bytes >> 7) & 0x0101010101010101ull) * 0x0102040810204080ull >>
                                   56);
}
inline std::uint64_t load_eight(const Cell* from) {
  std::uint64_t bytes;
  std::memcpy(&bytes, from, sizeof(bytes));
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  return bytes;
}
// The first seven cells of a line, in the low bytes.
inline std::uint64_t load_seven(const Lines& lines, std::ptrdiff_t n) {
  const Cell* const first = lines.start + n * lines.line;
  if (lines.step > 0) return load_eight(first) & 0x00FFFFFFFFFFFFFFull;
  return __builtin_bswap64(load_eight(first - 7)) & 0x00FFFFFFFFFFFFFFull;
}

// Eight bytes as rows of an 8 x 8 matrix of bits, with rows and columns exchanged.
constexpr std::uint64_t transpose_bits(std::uint64_t x) {
  std::uint64_t t = (x ^ (x >> 7)) & 0x00AA00AA00AA00AAull;
  x ^= t ^ (t << 7);
  t = (x ^ (x >> 14)) & 0x0000CCCC0000CCCCull;
  x ^= t ^ (t << 14);
  t = (x ^ (x >> 28)) & 0x00000000F0F0F0F0ull;
  return x ^ t ^ (t << 28);
}

// 0xFF in each byte whose bit is set.
inline constexpr std::array<std::uint64_t, 128> kByteMasks = [] {
  std::array<std::uint64_t, 128> masks{};
  for (unsigned bits = 0; bits < 128; ++bits) {
    for (unsigned k = 0; k < 7; ++k) {
      if ((bits >> k & 1u) != 0) masks[bits] |= 0xFFull << (8 * k);
    }
  }
  return masks;
}();

// The view of the usual size, as seven columns of seven cells in the low bytes of words; what is
// not seen is kUnseen.
inline std::array<std::uint64_t, 7> view_of_seven(const World& world) {
  const Lines columns = view_columns(world, 7);
  std::array<std::uint64_t, 7> view;
  for (std::ptrdiff_t i = 0; i < 7; ++i) view[i] = load_seven(columns, i);
  if (!world.see_through_walls()) {
    const Lines rows = view_rows(world, 7);
    std::uint64_t seen = 0;  // row j in byte j
    std::uint8_t shown = 1u << 3;
    for (std::ptrdiff_t n = 0; n < 7; ++n) {
      const unsigned clear = ~top_bits(load_seven(rows, n)) & 127u;
      const std::uint8_t above = kShownAbove[clear][shown];
      seen |= static_cast<std::uint64_t>(shown | above) << (8 * (6 - n));
      shown = above;
    }
    const std::uint64_t by_column = transpose_bits(seen);
    for (std::ptrdiff_t i = 0; i < 7; ++i) view[i] &= kByteMasks[by_column >> (8 * i) & 127];
  }
  // The agent sees what it carries in its own place, never what it stands on.
  view[3] = (view[3] & 0x0000FFFFFFFFFFFFull) | static_cast<std::uint64_t>(world.carried_cell())
                                                    << 48;
  return view;
}

// A view of any size: cell (i, j) is cells[i * size + j].
class View {
 public:
  View(const World& world, std::int32_t size) : size_(size) {
    const Lines columns = view_columns(world, size);
    for (std::int32_t i = 0; i < size; ++i) {
      for (std::int32_t j = 0; j < size; ++j) {
        cells_[static_cast<std::size_t>(i * size + j)] =
            columns.start[i * columns.line + j * columns.step];
      }
    }
    if (!world.see_through_walls()) hide(world);
    cells_[static_cast<std::size_t>(size / 2 * size + size - 1)] = world.carried_cell();
  }

  Cell at(std::int32_t i, std::int32_t j) const {
    return cells_[static_cast<std::size_t>(i * size_ + j)];
  }

 private:
  void hide(const World& world) {
    const Lines rows = view_rows(world, size_);
    const std::uint64_t all = (std::uint64_t{1} << size_) - 1;
    std::uint64_t shown = std::uint64_t{1} << (size_ / 2);
    for (std::int32_t n = 0; n < size_; ++n) {
      std::uint64_t clear = 0;
      for (std::int32_t k = 0; k < size_; ++k) {
        const Cell cell = rows.start[n * rows.line + k * rows.step];
        if ((cell & kOpaque) == 0) clear |= std::uint64_t{1} << k;
      }
      const auto row = see_row<std::uint64_t>(shown, clear, all);
      for (std::int32_t k = 0; k < size_; ++k) {
        if ((row.seen >> k & 1) == 0) {
          cells_[static_cast<std::size_t>(k * size_ + size_ - 1 - n)] = kUnseen;
        }
      }
      shown = row.above;
    }
  }

  std::int32_t size_;
  std::array<Cell, kMaxViewSize * kMaxViewSize> cells_;
};

// Writes a cell's triple; one byte beyond it may be overwritten if `whole` is set.
inline void write_triple(std::uint8_t* out, Cell cell) {
  const std::uint32_t triple = kTriples[cell];
  out[0] = static_cast<std::uint8_t>(triple);
  out[1] = static_cast<std::uint8_t>(triple >> 8);
  out[2] = static_cast<std::uint8_t>(triple >> 16);
}

// The agent's view as the reference encodes it: (i, j, type | colour | state).
inline void write_view(const World& world, std::int32_t size, std::uint8_t* out) {
  if (size == 7) {
    const std::array<std::uint64_t, 7> view = view_of_seven(world);
    for (std::size_t i = 0; i < 7; ++i) {
      std::uint64_t column = view[i];
      // Four bytes at a time, the fourth to be overwritten by the next; all but the last do.
      const std::size_t wide = i == 6 ? 6 : 7;
      for (std::size_t j = 0; j < wide; ++j, column >>= 8, out += 3) {
        std::memcpy(out, &kTriples[column & 255], 4);
      }
      if (i == 6) write_triple(out, static_cast<Cell>(column & 255));
    }
    return;
  }
  const View view(world, size);
  for (std::int32_t i = 0; i < size; ++i) {
    for (std::int32_t j = 0; j < size; ++j, out += 3) write_triple(out, view.at(i, j));
  }
}

}  // namespace pp::minigrid

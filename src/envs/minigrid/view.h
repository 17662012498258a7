// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the agent sees: the square of cells before it, turned so that it looks up, and which of them
// walls and closed doors hide.
//
// View cell (i, j) is column i and row j of a square of odd size; the agent is in the middle of the
// last row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "world.h"

namespace pp::minigrid {

inline constexpr std::int32_t kMaxViewSize = 63;  // a row of cells is a word of bits

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

// A view of any size: cell (i, j) is cells[i * size + j]; what is not seen is kUnseen.
class View {
 public:
  View(const World& world, std::int32_t size);

  Cell at(std::int32_t i, std::int32_t j) const {
    return cells_[static_cast<std::size_t>(i * size_ + j)];
  }

 private:
  void hide();

  std::int32_t size_;
  std::array<Cell, kMaxViewSize * kMaxViewSize> cells_;
};

// Writes what observations show of a cell.
inline void write_triple(std::uint8_t* out, Cell cell) {
  const Triple triple = triple_of(cell);
  out[0] = triple.type;
  out[1] = triple.color;
  out[2] = triple.state;
}

// The agent's view as the reference encodes it: (i, j, type | colour | state).
void write_view(const World& world, std::int32_t size, std::uint8_t* out);

// The same for the usual size of 7, if this CPU can do it with vectors.
bool write_view_of_seven(const World& world, std::uint8_t* out);

}  // namespace pp::minigrid

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Views of any size, cell by cell.
#include "view.h"

namespace pp::minigrid {

View::View(const World& world, std::int32_t size) : size_(size) {
  const auto step = [&](Position way) { return way.x + way.y * world.stride(); };
  const Position forward = kHeadings[world.direction];
  const std::ptrdiff_t back = -step(forward);
  const std::ptrdiff_t right = step({-forward.y, forward.x});
  const Cell* const corner = world.address(world.agent) - (size - 1) * back - size / 2 * right;
  for (std::int32_t i = 0; i < size; ++i) {
    for (std::int32_t j = 0; j < size; ++j) {
      cells_[static_cast<std::size_t>(i * size + j)] = corner[i * right + j * back];
    }
  }
  if (!world.see_through_walls()) hide();
  cells_[static_cast<std::size_t>(size / 2 * size + size - 1)] = world.carried_cell();
}

void View::hide() {
  const std::uint64_t all = (std::uint64_t{1} << size_) - 1;
  std::uint64_t shown = std::uint64_t{1} << (size_ / 2);
  for (std::int32_t j = size_ - 1; j >= 0; --j) {
    std::uint64_t clear = 0;
    for (std::int32_t i = 0; i < size_; ++i) {
      if ((at(i, j) & kOpaque) == 0) clear |= std::uint64_t{1} << i;
    }
    const auto row = see_row<std::uint64_t>(shown, clear, all);
    for (std::int32_t i = 0; i < size_; ++i) {
      if ((row.seen >> i & 1) == 0) cells_[static_cast<std::size_t>(i * size_ + j)] = kUnseen;
    }
    shown = row.above;
  }
}

void write_view(const World& world, std::int32_t size, std::uint8_t* out) {
  if (size == 7 && write_view_of_seven(world, out)) return;
  const View view(world, size);
  for (std::int32_t i = 0; i < size; ++i) {
    for (std::int32_t j = 0; j < size; ++j, out += 3) write_triple(out, view.at(i, j));
  }
}

}  // namespace pp::minigrid

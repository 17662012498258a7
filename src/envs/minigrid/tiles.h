// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pictures of cells, equal to the reference's at every size, and the pictures made of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cell.h"
#include "view.h"
#include "world.h"

namespace pp::minigrid {

// All tiles of one size: each cell with and without highlight, and with the agent on it.
class Tiles {
 public:
  // `size` is the side in pixels.
  explicit Tiles(std::int32_t size);

  std::int32_t size() const { return size_; }

  // Pixels by row, three bytes each. `heading` is the agent's, if it is here.
  const std::uint8_t* tile(Cell cell, std::optional<std::uint32_t> heading, bool highlight) const {
    const std::size_t pose = heading ? 1 + *heading : 0;
    return pixels_.data() + places_[cell][pose][highlight ? 1 : 0];
  }

 private:
  void add(Cell cell, std::optional<std::uint32_t> heading, bool highlight);
  void add_both(Cell cell, std::optional<std::uint32_t> heading) {
    add(cell, heading, false);
    add(cell, heading, true);
  }

  std::int32_t size_;
  std::vector<std::uint8_t> pixels_;
  std::array<std::array<std::array<std::size_t, 2>, 5>, 256> places_{};
};

// The whole grid, (height * size, width * size, 3); what the agent sees is highlighted if asked.
void draw_grid(const World& world, const Tiles& tiles, std::int32_t view_size, bool highlight,
               std::uint8_t* out);

// What the agent sees, (view_size * size, view_size * size, 3), with the agent looking up.
void draw_view(const World& world, const Tiles& tiles, std::int32_t view_size, std::uint8_t* out);

}  // namespace pp::minigrid

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The maze of a map, as Python reads it (python/parallel_pool/families/robotics/mazes.py).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shared/mujoco/library.h"

namespace pp::robotics {

using MazeMap = std::vector<std::vector<std::variant<std::int64_t, std::string>>>;
using Place = std::array<double, 2>;       // x and y in metres
using Cell = std::array<std::int64_t, 2>;  // row and column

struct Maze {
  // Of a ball, whose goals are up to `noise` metres from the middles of cells, along each axis. Needs
  // the GIL; throws Python's ValueError where the map is none, or no episode could begin.
  Maze(const MazeMap& map, double noise);

  // The middle of a cell; throws std::invalid_argument where it is a wall or beyond the map.
  Place middle_of(std::string_view name, const Cell& cell) const;

  std::shared_ptr<const mujoco::Model> model;
  std::vector<Place> goals, starts;                        // middles of the cells for them
  std::vector<std::vector<std::optional<Place>>> middles;  // of all cells but walls, by row
};

}  // namespace pp::robotics

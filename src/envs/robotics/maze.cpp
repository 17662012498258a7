// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "maze.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "shared/mujoco/python_model.h"
#include "shared/numpy/functions.h"

namespace nb = nanobind;

namespace pp::robotics {

Maze::Maze(const MazeMap& map, double noise) {
  numpy::find_loops();
  const nb::module_ python = nb::module_::import_("parallel_pool.families.robotics.mazes");
  const nb::object maze = python.attr("playable_point_maze")(map, noise);
  goals = nb::cast<std::vector<Place>>(maze.attr("goals"));
  starts = nb::cast<std::vector<Place>>(maze.attr("starts"));
  middles = nb::cast<decltype(middles)>(maze.attr("middles"));
  const nb::object from = python.attr("point_model")(maze);
  model = std::make_shared<const mujoco::Model>(mujoco::facts_of(from));
}

Place Maze::middle_of(std::string_view name, const Cell& cell) const {
  const auto [i, j] = cell;
  const std::string what =
      std::string(name) + " (" + std::to_string(i) + ", " + std::to_string(j) + ")";
  const auto rows = static_cast<std::int64_t>(middles.size());
  if (i < 0 || i >= rows || j < 0 || j >= static_cast<std::int64_t>(middles.front().size())) {
    throw std::invalid_argument(what + " is beyond the map");
  }
  const auto& middle = middles[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  if (!middle) throw std::invalid_argument(what + " is a wall");
  return *middle;
}

}  // namespace pp::robotics

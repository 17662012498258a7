// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads the dict member by member.
#include "python_pictures.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

namespace nb = nanobind;

namespace pp::mujoco {

std::vector<ModelBlock> blocks_of(nb::handle listed) {
  using Block = std::tuple<std::size_t, std::size_t, bool>;
  std::vector<ModelBlock> blocks;
  for (const auto& [place, bytes, is_array] : nb::cast<std::vector<Block>>(listed)) {
    blocks.push_back({place, bytes, is_array});
  }
  return blocks;
}

PictureFacts picture_facts_of(nb::handle described) {
  const auto from = nb::cast<nb::dict>(described);
  const auto camera = nb::cast<nb::bytes>(from["camera"]);
  const auto* const bytes = static_cast<const std::uint8_t*>(camera.data());
  return {.backend = nb::cast<std::string>(from["backend"]),
          .width = nb::cast<std::size_t>(from["width"]),
          .height = nb::cast<std::size_t>(from["height"]),
          .max_geom = nb::cast<int>(from["max_geom"]),
          .geom_count = nb::cast<int>(from["geom_count"]),
          .hfield_count = nb::cast<int>(from["hfield_count"]),
          .heights = {nb::cast<std::size_t>(from["heights"]),
                      nb::cast<std::size_t>(from["height_bytes"]), true},
          .shown = blocks_of(from["shown"]),
          .hidden_flags = nb::cast<std::vector<std::size_t>>(from["hidden_flags"]),
          .camera = {bytes, bytes + camera.size()},
          .lookat = nb::cast<std::size_t>(from["lookat"]),
          .centered = nb::cast<std::vector<bool>>(from["centered"])};
}

}  // namespace pp::mujoco

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// `parallel_pool.atari` finds and checks ROM images.
#include "rom_image.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "shared_game.h"

namespace nb = nanobind;

namespace pp::atari {

std::vector<std::uint8_t> read_image(const Game& game) {
  const std::string name(game.name());
  const nb::module_ atari = nb::module_::import_("parallel_pool.atari");
  const auto image = nb::cast<nb::bytes>(atari.attr("load_rom")(atari.attr("find_game")(name)));
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(image.c_str());
  return {bytes, bytes + image.size()};
}

SharedGame::SharedGame(const Config& config) : SharedGame(config, read_image(*config.game)) {}

}  // namespace pp::atari

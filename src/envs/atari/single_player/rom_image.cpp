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

namespace {

std::vector<std::uint8_t> read(nb::handle atari, nb::handle what) {
  const auto image = nb::cast<nb::bytes>(atari.attr("load_rom")(what));
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(image.c_str());
  return {bytes, bytes + image.size()};
}

nb::module_ atari_module() { return nb::module_::import_("parallel_pool.atari"); }

}  // namespace

std::vector<std::uint8_t> read_image(const Game& game) {
  const nb::module_ atari = atari_module();
  return read(atari, atari.attr("find_game")(std::string(game.name())));
}

std::vector<std::uint8_t> read_image(const Rom& rom) {
  return read(atari_module(), nb::cast(&rom, nb::rv_policy::reference));
}

SharedGame::SharedGame(const Config& config) : SharedGame(config, read_image(*config.game)) {}

}  // namespace pp::atari

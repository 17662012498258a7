// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads PettingZoo's pictures through Python.
#include "pictures.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace pp::butterfly {
namespace {

std::vector<std::uint8_t> bytes_of(nb::handle array) {
  const auto raw = nb::cast<nb::bytes>(array.attr("tobytes")());
  const auto* const first = reinterpret_cast<const std::uint8_t*>(raw.c_str());
  return {first, first + raw.size()};
}

Sprite sprite_of(nb::handle array) {
  const auto shape = nb::cast<nb::tuple>(array.attr("shape"));
  return {nb::cast<std::int32_t>(shape[1]), nb::cast<std::int32_t>(shape[0]), bytes_of(array)};
}

}  // namespace

Pictures Pictures::read() {
  constexpr std::array<const char*, kItself> kNames{"zombie", "archer", "knight", "mace", "arrow"};
  const nb::module_ python = nb::module_::import_("parallel_pool.families.butterfly.pictures");
  const nb::object found = python.attr("read_pictures")(kHeadings);
  Pictures pictures;
  pictures.background_ = bytes_of(found.attr("background"));
  for (std::size_t kind = 0; kind < kNames.size(); ++kind) {
    for (const nb::handle array : found.attr("sprites")[kNames[kind]]) {
      pictures.sprites_[kind].push_back(sprite_of(array));
    }
  }
  return pictures;
}

}  // namespace pp::butterfly

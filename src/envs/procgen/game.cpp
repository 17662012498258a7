// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Plays games with the library that Python finds.
#include "game.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <utility>

namespace nb = nanobind;

namespace pp::procgen {
namespace {

const Library& open_library() {
  const nb::object found =
      nb::module_::import_("parallel_pool.families.procgen.files").attr("find")();
  const Library::Files files{nb::cast<std::string>(found.attr("library")),
                             nb::cast<std::string>(found.attr("assets"))};
  const nb::gil_scoped_release released;
  return Library::open(files);
}

}  // namespace

Games::Games(const Config& config)
    : options_(config), library_(open_library()), picture_(kPictureBytes) {}

void Game::close() {
  if (raw_ != nullptr) games_.library().close(std::exchange(raw_, nullptr));
}

void Game::begin(std::int32_t seed) {
  close();
  buffers_ = {};
  raw_ = games_.library().make(games_.options(), seed, buffers_, games_.picture());
}

void Game::begin_level() {
  // Where levels follow one another, the step that leaves one may complete it: then the episode
  // goes on in the next.
  while (buffers_.first == 0) step(-1);
}

void Game::step(std::int32_t action) {
  buffers_.action = action;
  games_.library().act(raw_);
}

void Game::draw(std::uint8_t* out) const {
  if (raw_ == nullptr) {
    std::fill_n(out, kPictureBytes, std::uint8_t{0});
    return;
  }
  const std::lock_guard lock(games_.drawing());
  games_.library().draw(raw_);
  std::copy_n(games_.picture(), kPictureBytes, out);
}

void Game::serialize(StateIO& io) {
  if (games_.options().use_generated_assets) {
    throw Error(ErrorKind::kUnsupported,
                "games with use_generated_assets=True cannot be saved: Procgen's library does not "
                "know how to");
  }
  bool begun = raw_ != nullptr;
  io(begun);
  if (!begun) {
    if (io.reading()) close();
    return;
  }
  std::string state;
  if (!io.reading()) state = games_.library().save(raw_);
  std::uint64_t sum = checksum(state);
  io(sum, state);
  if (!io.reading()) return;
  // The library takes bytes as they come, and ends the process where they make no sense.
  io.require(sum == checksum(state), "the state's bytes for Procgen's library are damaged");
  if (raw_ == nullptr) begin(0);
  games_.library().load(raw_, state);
}

}  // namespace pp::procgen

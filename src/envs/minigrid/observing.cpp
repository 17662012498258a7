// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writing the forms of observation.
#include "observing.h"

#include <algorithm>
#include <cstring>

namespace pp::minigrid {

Form form_named(const std::string& name) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "dict", "image", "full", "one_hot", "symbolic", "rgb", "rgb_partial", "flat"};
  const auto* const found = std::ranges::find(kNames, name);
  if (found != kNames.end()) return static_cast<Form>(found - kNames.begin());
  throw std::invalid_argument(
      "observation must be 'dict', 'image', 'full', 'one_hot', 'symbolic', 'rgb', 'rgb_partial' or "
      "'flat', got '" +
      name + "'");
}

void write_one_hot(const World& world, std::int32_t size, std::uint8_t* out) {
  const View view(world, size);
  std::memset(out, 0, static_cast<std::size_t>(size * size * kOneHotBits));
  for (std::int32_t i = 0; i < size; ++i) {
    for (std::int32_t j = 0; j < size; ++j, out += kOneHotBits) {
      const Triple triple = triple_of(view.at(i, j));
      out[triple.type] = 1;
      out[kTypes + triple.color] = 1;
      out[kTypes + kColorCount + triple.state] = 1;
    }
  }
}

void write_full(const World& world, std::uint8_t* out) {
  for (std::int32_t x = 0; x < world.width(); ++x) {
    for (std::int32_t y = 0; y < world.height(); ++y, out += 3) write_triple(out, world.at({x, y}));
  }
  const Position p = world.agent;
  std::uint8_t* const agent = out - 3 * ((world.width() - p.x) * world.height() - p.y);
  agent[0] = static_cast<std::uint8_t>(Kind::kAgent);
  agent[1] = static_cast<std::uint8_t>(Color::kRed);
  agent[2] = static_cast<std::uint8_t>(world.direction);
}

void write_symbolic(const World& world, std::int64_t* out) {
  for (std::int32_t x = 0; x < world.width(); ++x) {
    for (std::int32_t y = 0; y < world.height(); ++y, out += 3) {
      const Cell cell = world.at({x, y});
      out[0] = x;
      out[1] = y;
      out[2] = cell == kEmpty ? -1 : triple_of(cell).type;
      if (world.agent == Position{x, y}) out[2] = static_cast<std::int64_t>(Kind::kAgent);
    }
  }
}

void write_flat_mission(std::string_view mission, std::uint8_t* out) {
  if (mission.size() > kFlatLength) {
    throw std::runtime_error("observation='flat' has room for 96 characters of a mission, but \"" +
                             std::string(mission) + "\" has " + std::to_string(mission.size()));
  }
  std::memset(out, 0, kFlatLength * kFlatLetters);
  for (const char letter : mission) {
    const std::size_t code = letter == ' '   ? 26
                             : letter == ',' ? 27
                                             : static_cast<std::size_t>(letter - 'a');
    out[code] = 1;
    out += kFlatLetters;
  }
}

void write_tokens(std::string_view mission, std::int64_t* out, std::size_t size) {
  std::size_t count = 0;
  for (std::size_t from = 0; from < mission.size();) {
    std::size_t to = from;
    if (mission[from] == ',') {
      ++to;
    } else {
      while (to < mission.size() && mission[to] != ' ' && mission[to] != ',') ++to;
    }
    const std::string_view word = mission.substr(from, to - from);
    const auto* const found = std::ranges::find(kWords, word);
    if (found == kWords.end()) {
      throw std::runtime_error("mission='tokens' knows no word '" + std::string(word) + "'");
    }
    if (count + 1 >= size) {
      throw std::runtime_error("mission='tokens' has room for " + std::to_string(size - 1) +
                               " words");
    }
    out[count++] = found - kWords.begin() + 1;
    from = to < mission.size() && mission[to] == ' ' ? to + 1 : to;
  }
  std::fill(out + count, out + size, 0);
}

}  // namespace pp::minigrid

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Helpers for the lists in the table of games: modes, difficulties, starting actions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "game.h"
#include "mode_procedures.h"
#include "plain_rules.h"
#include "rom_table.h"
#include "special_rules.h"

namespace pp::atari {

// A misspelt name does not compile.
consteval const Rom* rom(std::string_view name) {
  const auto* found = std::ranges::find(kRoms, name, &Rom::name);
  if (found == kRoms.end()) throw "there is no such ROM";
  return found;
}

template <std::int16_t... modes>
inline constexpr std::array<std::int16_t, sizeof...(modes)> kModes = {modes...};

// From first to last.
template <int first, int last, int step = 1>
inline constexpr auto kRange = [] {
  std::array<std::int16_t, (last - first) / step + 1> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::int16_t>(first + static_cast<int>(i) * step);
  }
  return out;
}();

// One list after the other.
template <auto... lists>
inline constexpr auto kRanges = [] {
  std::array<std::int16_t, (lists.size() + ...)> out{};
  auto end = out.begin();
  ((end = std::ranges::copy(lists, end).out), ...);
  return out;
}();

// Video cube: a hundred for each cube, and one of three ways to play it.
inline constexpr auto kCubes = [] {
  std::array<std::int16_t, 51 * 3> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::int16_t>(100 * (i / 3) + i % 3);
  }
  return out;
}();

template <std::uint8_t... levels>
inline constexpr std::array<std::uint8_t, sizeof...(levels)> kLevels = {levels...};

// An action, repeated.
struct Run {
  Action action;
  std::size_t times = 1;
};
template <Run... runs>
inline constexpr auto kStart = [] {
  std::array<Action, (runs.times + ...)> out{};
  auto* end = out.begin();
  ((end = std::fill_n(end, runs.times, runs.action)), ...);
  return out;
}();

inline constexpr ActionSet kNoFire = ActionSet{0} | ActionSet::range(2, 9);

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The facts of games that several players play at once, beyond those of their cartridges.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "atari/games/game.h"

namespace pp::atari {

inline constexpr std::size_t kMostPlayers = 4;

// What the rules for several players remember and report. Copying it saves and restores it.
struct MultiPlayerState {
  std::array<GameState, 2> seats{};
  std::array<std::int32_t, kMostPlayers> reward{};  // of the last frame
  std::array<bool, kMostPlayers> is_out{};          // has no lives left, while others may
  bool terminal = false;
};

using MultiPlayerRules = void (*)(MultiPlayerState& state, const RamView& ram);

// Modes for one number of players; the first is the default.
struct MultiPlayerModes {
  std::size_t players;
  std::span<const std::int16_t> modes;
};

struct MultiPlayerGame {
  std::string_view id;
  const Rom* rom;
  ActionSet minimal = kAllActions;
  std::span<const MultiPlayerModes> modes;     // the first are the default
  int power_on_mode = 1;                       // the mode after power-on
  std::span<const Action> starting_actions{};  // of each of two players, at the end of a reset
  ModeProcedure choose_mode = nullptr;
  MultiPlayerRules rules = nullptr;

  // The modes for so many players, or an empty list.
  std::span<const std::int16_t> modes_of(std::size_t players) const;
};

std::span<const MultiPlayerGame> multi_player_games();

}  // namespace pp::atari

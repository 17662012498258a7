// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Rules of games for several players. Most of them count points with the rules for one player.
#pragma once

#include <cstddef>

#include "atari/games/game_data.h"
#include "multi_player_game.h"

namespace pp::atari {

// What one side wins, the other loses. Players belong to the two sides alternately.
template <Rules kRules>
void opponents(MultiPlayerState& state, const RamView& ram) {
  GameState& first = state.seats[0];
  kRules(first, ram);
  for (std::size_t i = 0; i < kMostPlayers; ++i) {
    state.reward[i] = i % 2 == 0 ? first.reward : -first.reward;
  }
  state.terminal = first.terminal;
}

// Each player has a score and lives of its own; the game ends when nobody has lives.
template <Rules kFirst, Rules kSecond>
void companions(MultiPlayerState& state, const RamView& ram) {
  kFirst(state.seats[0], ram);
  kSecond(state.seats[1], ram);
  state.terminal = true;
  for (std::size_t i = 0; i < state.seats.size(); ++i) {
    state.reward[i] = state.seats[i].reward;
    state.is_out[i] = state.seats[i].terminal;
    state.terminal = state.terminal && state.is_out[i];
  }
}

// How far the first player is ahead.
template <int kFirst, int kSecond>
int lead(const RamView& ram) {
  return bcd(ram[kFirst]) - bcd(ram[kSecond]);
}

inline constexpr Condition kNever = is(0x80, 0x100);  // more than a cell holds

// Those that also remember something, or pay in other ways.
void checkers_for_two(MultiPlayerState& state, const RamView& ram);
void double_dunk_for_two(MultiPlayerState& state, const RamView& ram);
void entombed_against_each_other(MultiPlayerState& state, const RamView& ram);
void entombed_together(MultiPlayerState& state, const RamView& ram);
void maze_craze(MultiPlayerState& state, const RamView& ram);
void othello_for_two(MultiPlayerState& state, const RamView& ram);
void pong_for_many(MultiPlayerState& state, const RamView& ram);
void tennis_for_two(MultiPlayerState& state, const RamView& ram);
void warlords(MultiPlayerState& state, const RamView& ram);
void wizard_for_two(MultiPlayerState& state, const RamView& ram);

}  // namespace pp::atari

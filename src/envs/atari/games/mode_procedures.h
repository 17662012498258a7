// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Selects a mode of a game as a player does: presses SELECT until the game shows the mode.
#pragma once

#include "game.h"

namespace pp::atari {

// Counts the tries of a procedure, so that a mode that is never reached is an error.
class Patience {
 public:
  // Throws std::runtime_error when there were too many.
  void one_more();

 private:
  int tries_ = 0;
};

// A cell shows `factor * mode + offset`.
struct Shows {
  int cell;
  int factor = 1;
  int offset = 0;
  constexpr bool operator()(const RamView& ram, int mode) const {
    return ram[cell] == factor * mode + offset;
  }
};
// A cell shows the mode, or `more` than it.
struct ShowsEither {
  int cell;
  int more;
  constexpr bool operator()(const RamView& ram, int mode) const {
    return ram[cell] == mode || ram[cell] == mode + more;
  }
};

void select_until(GameConsole& console, int frames, auto reached) {
  for (Patience patience; !reached(console.ram()); patience.one_more()) {
    console.press_select(frames);
  }
}

// Presses SELECT for some frames until the mode is reached, then RESET. `Before` comes first.
template <int Frames, auto Reached, int Before = 0>
void select(GameConsole& console, GameState&, int mode) {
  if constexpr (Before > 0) console.press_select(Before);
  select_until(console, Frames, [mode](const RamView& ram) { return Reached(ram, mode); });
  console.press_reset();
}

bool shows_human_cannonball(const RamView& ram, int mode);
bool shows_klax(const RamView& ram, int mode);
bool shows_ms_pacman(const RamView& ram, int mode);
bool shows_pacman(const RamView& ram, int mode);
bool shows_space_war(const RamView& ram, int mode);

void choose_adventure(GameConsole& console, GameState& state, int mode);
void choose_backgammon(GameConsole& console, GameState& state, int mode);
void choose_berzerk(GameConsole& console, GameState& state, int mode);
void choose_demon_attack(GameConsole& console, GameState& state, int mode);
void choose_double_dunk(GameConsole& console, GameState& state, int mode);
void choose_et(GameConsole& console, GameState& state, int mode);
void choose_gopher(GameConsole& console, GameState& state, int mode);
void choose_video_checkers(GameConsole& console, GameState& state, int mode);
void choose_video_cube(GameConsole& console, GameState& state, int mode);

}  // namespace pp::atari

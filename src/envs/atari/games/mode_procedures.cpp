// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The mode procedures that are more than presses of SELECT.
#include "mode_procedures.h"

#include <stdexcept>
#include <string>

#include "plain_rules.h"

namespace pp::atari {
namespace {

constexpr int kMostTries = 10'000;

// One row of double dunk's menu further down.
void move_down(GameConsole& console) {
  constexpr int kRow = 0xB0;
  const int row = console.ram()[kRow];
  Patience patience;
  do {
    console.act(Action::kDown);
    console.act(Action::kNoop);
    patience.one_more();
  } while (console.ram()[kRow] == row);
}

// Switches an option of double dunk's menu on or off.
void set_option(GameConsole& console, int mask, bool on) {
  constexpr int kOptions = 0x80;
  for (Patience patience; ((console.ram()[kOptions] & mask) != 0) != on; patience.one_more()) {
    console.act(on ? Action::kRight : Action::kLeft);
    console.act(Action::kNoop);
  }
}

}  // namespace

void Patience::one_more() {
  if (++tries_ > kMostTries) {
    throw std::runtime_error("the game did not reach the mode in " + std::to_string(kMostTries) +
                             " tries");
  }
}

bool shows_human_cannonball(const RamView& ram, int mode) {
  return ram[0xB6] == mode + 1 && ram[0xB7] == 1;
}

bool shows_klax(const RamView& ram, int mode) { return ram.cartridge(0x6A) == mode; }

bool shows_ms_pacman(const RamView& ram, int mode) {
  return mode == 0 ? ram[0x99] == 1 && ram[0xA1] == 1 : ram[0x99] == mode && ram[0xA1] == 0;
}

bool shows_pacman(const RamView& ram, int mode) { return ram[0xCC] == mode + 1 && ram[0xE6] == 0; }

bool shows_space_war(const RamView& ram, int mode) { return bcd(ram[0xA7]) == mode; }

void choose_adventure(GameConsole& console, GameState&, int mode) {
  for (Patience patience; ((console.ram()[0xDD] >> 1) & 3) != mode; patience.one_more()) {
    console.press_select(2 + static_cast<int>(console.draw() % 256));
    console.act(Action::kNoop);
  }
  console.press_reset();
}

void choose_backgammon(GameConsole& console, GameState&, int) {
  select_until(console, 1, [](const RamView& ram) { return ram[0xDC] == 3; });
  console.press_reset();
}

void choose_berzerk(GameConsole& console, GameState& state, int mode) {
  for (int i = 0; i < 20; ++i) console.act(Action::kNoop);
  select<2, Shows{0x80}>(console, state, mode);
}

void choose_demon_attack(GameConsole& console, GameState& state, int mode) {
  select_until(console, 1, [mode](const RamView& ram) { return ram[0xEA] == mode; });
  state.flag = true;
  console.press_reset();
}

void choose_double_dunk(GameConsole& console, GameState&, int mode) {
  constexpr int kMasks[] = {0x08, 0x10, 0x04, 0x20};  // of the mode's bits, the lowest first
  constexpr int kTwoPlayers = 0x40;
  const bool for_two = mode >= 16;
  console.press_select(1);
  set_option(console, kTwoPlayers, for_two);
  move_down(console);
  for (int bit = 0; bit < 4; ++bit) {
    move_down(console);
    set_option(console, kMasks[bit], ((mode >> bit) & 1) != 0);
  }
  console.press_reset();
  if (for_two) return;
  console.act(Action::kUpFire);
  console.act(Action::kNoop);
}

void choose_et(GameConsole& console, GameState&, int mode) {
  constexpr int kMostPresses = 100;
  for (int presses = 0; console.ram()[0xEA] != mode + 1; ++presses) {
    if (presses == kMostPresses) {
      throw std::runtime_error("the game did not reach the mode in 100 presses of SELECT");
    }
    console.press_select(25);
  }
  console.press_reset();
}

void choose_gopher(GameConsole& console, GameState& state, int mode) {
  console.press_reset();
  select<5, Shows{0xD3}>(console, state, mode);
}

void choose_video_checkers(GameConsole& console, GameState& state, int mode) {
  state.flag = mode >= 11;  // the player who loses all pieces wins
  const int shown = state.flag ? mode + 6 : mode;
  select_until(console, 1, [shown](const RamView& ram) { return ram[0xF6] == shown; });
  console.press_reset();
}

void choose_video_cube(GameConsole& console, GameState&, int mode) {
  constexpr int kShown[] = {0, 2, 8};
  const int cube = mode >= 100 ? mode / 100 : 1;
  const int shown = kShown[mode % 100];
  select_until(console, 2, [shown](const RamView& ram) { return (ram[0xFB] & 0x1F) == shown; });
  console.press_reset();
  for (Patience patience; bcd(console.ram()[0x9F]) != cube; patience.one_more()) {
    console.act(Action::kRight);
  }
}

}  // namespace pp::atari

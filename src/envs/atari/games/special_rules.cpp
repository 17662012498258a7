// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Rules whose rewards or ends are events: board games, puzzles and quests.
#include "special_rules.h"

#include "plain_rules.h"

namespace pp::atari {
namespace {

// A game without lives has one, until its end.
void one_life(GameState& state) { state.lives = state.terminal ? 0 : 1; }

}  // namespace

void adventure(GameState& state, const RamView& ram) {
  const bool home = ram[0xB9] == 0x12;  // with the chalice
  if (home) state.reward = 1;
  state.terminal = home || ram[0xE0] == 2;
  state.lives = 1;
}

void backgammon(GameState& state, const RamView& ram) {
  int player = -signed_byte(ram[0x80]);
  int computer = signed_byte(ram[0x8E]);
  const int player_home = player;
  const int computer_home = computer;
  for (int cell = 0x81; cell <= 0x9B; ++cell) {
    if (cell == 0x8E) continue;
    const int men = signed_byte(ram[cell]);
    (men > 0 ? computer : player) += men > 0 ? men : -men;
  }
  if (player == 15 && computer == 15 && (player_home == 15 || computer_home == 15)) {
    state.terminal = true;
    state.reward = player_home == 15 ? 1 : -1;
  }
  one_life(state);
}

void blackjack(GameState& state, const RamView& ram) {
  const bool bust = ram[0x86] == 0x0B && ram[0x89] == 0xBB;
  count_score(state, bust ? 0 : decimal(0x86, 0x89)(ram));
  state.terminal = bust || state.score >= 1000;
  one_life(state);
}

void casino(GameState& state, const RamView& ram) {
  const int before = state.score;
  const int score = decimal(0x8C, 0x95)(ram);
  const bool dealing = (ram[0xD3] & 0x80) != 0;
  const bool poker = ram[0xD4] == 3;
  if (poker || !dealing) state.reward = score - before;
  state.score = score;
  state.terminal =
      poker ? score > 0 && ram[0x9E] == 0xAA : score == 0 || (ram[0x9E] != 0 && dealing);
  one_life(state);
}

void superman(GameState& state, const RamView& ram) {
  constexpr int kLongest = 5999;  // seconds
  state.terminal = (ram[0x9F] & 0x40) != 0 && ram[0x80] + 256 * ram[0x81] == 0xF2AC;
  state.reward = state.terminal ? kLongest - 60 * bcd(ram[0xE3]) - bcd(ram[0xE2]) : 0;
  one_life(state);
}

void tic_tac_toe_3d(GameState& state, const RamView& ram) {
  state.reward = 0;
  if (ram[0xFF] == 0xF3 && ram[0xFE] == 0x10) {
    state.reward = ram[0xE1] == 8 ? 1 : -1;
    state.terminal = true;
  }
  bool full = true;
  for (int cell = 0x9A; cell <= 0xD9; ++cell) full = full && ram[cell] != 0;
  state.terminal = state.terminal || full;
  one_life(state);
}

// The flag marks the variant in which the player who loses all pieces wins.
void video_checkers(GameState& state, const RamView& ram) {
  constexpr int kRows[][2] = {{0x80, 0x87}, {0x89, 0x90}, {0x92, 0x99}, {0x9B, 0xA2}};
  bool black = false;
  bool white = false;
  for (const auto [first, last] : kRows) {
    for (int cell = first; cell <= last; ++cell) {
      black = black || ram[cell] == 0x10 || ram[cell] == 0x20;
      white = white || ram[cell] == 0x90 || ram[cell] == 0xA0;
    }
  }
  if (!black || !white) {
    state.terminal = true;
    state.reward = black == state.flag ? -1 : 1;
  }
  one_life(state);
}

void video_chess(GameState& state, const RamView& ram) {
  state.reward = 0;
  if (ram[0xE1] == 0x82 && ram[0xEE] <= 1) {
    state.reward = ram[0xEE] == 0 ? 1 : -1;
    state.terminal = true;
  }
  one_life(state);
}

// What lasts is the clock of the frame before.
void video_cube(GameState& state, const RamView& ram) {
  int faces = 0;
  for (int face = 0xA0; face < 0xA0 + 6 * 9; face += 9) {
    bool complete = true;
    for (int cell = face + 1; cell < face + 9; ++cell)
      complete = complete && ram[cell] == ram[face];
    faces += complete ? 1 : 0;
  }
  const int clock = ram[0xDB];
  const bool time_out = clock == 0 && state.lasting == 255;
  state.lasting = clock;
  count_score(state, faces);
  if (time_out) state.reward = -1;
  state.terminal = time_out || faces == 6;
  one_life(state);
}

void word_zapper(GameState& state, const RamView& ram) {
  if (ram[0xCF] != 0) {
    count_score(state, 2 - signed_byte(ram[0xDC]));
    state.terminal = state.score == 3 || ram[0xDE] == 0;
  }
  one_life(state);
}

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Rules that look back at earlier frames. The first lines of each say what it remembers.
#include "plain_rules.h"
#include "special_rules.h"

namespace pp::atari {
namespace {

void end_of_lives(GameState& state, int lives) { state.lives = state.terminal ? 0 : lives; }

}  // namespace

void beam_rider(GameState& state, const RamView& ram) {
  int& lives = state.memory[0];
  plain<decimal(0x8B, 0x8A, 0x89), is(0x85, 0xFF), kNoLives>(state, ram);
  const int shown = ram[0x85] + 1;
  if (shown != lives - 1 || ram[0x8C] == 1) lives = shown;
  end_of_lives(state, lives);
}

void breakout(GameState& state, const RamView& ram) {
  bool& started = state.flag;
  started = started || ram[0xB9] == 5;
  count_score(state, breakout_score(ram));
  state.terminal = started && ram[0xB9] == 0;
  end_of_lives(state, ram[0xB9]);
}

void chopper_command(GameState& state, const RamView& ram) {
  bool& started = state.flag;
  started = started || (ram[0xC2] & 1) != 0;
  count_score(state, decimal(0xEC, 0xEE).times(100)(ram));
  state.lives = ram[0xE4] & 15;
  state.terminal = started && state.lives == 0;
}

void darkchambers(GameState& state, const RamView& ram) {
  int& level = state.memory[0];
  state.reward = 0;
  if (ram[0xD5] < level) {
    state.terminal = true;
  } else {
    level = ram[0xD5];
    const int score = decimal(0xCF, 0xCC).times(10)(ram);
    if (score < state.score) {
      state.terminal = true;
    } else {
      count_score(state, score);
    }
    state.terminal = state.terminal || (ram[0xCA] & 0x1F) == 0;
  }
  end_of_lives(state, 1);
}

void demon_attack(GameState& state, const RamView& ram) {
  bool& mode_was_chosen = state.flag;  // in this frame
  const bool blank = ram[0x81] == 0xAB && ram[0x83] == 0xCD && ram[0x85] == 0xEA;
  count_score(state, blank ? 0 : decimal(0x81, 0x83, 0x85)(ram));
  state.terminal = ram[0xF2] == 0 && ram[0xF1] == 0xBD && !mode_was_chosen;
  mode_was_chosen = false;
  end_of_lives(state, ram[0xF2] + 1);
}

void hangman(GameState& state, const RamView& ram) {
  int& clock = state.memory[0];
  count_score(state, bcd(ram[0xEB]) - bcd(ram[0xEC]));
  state.terminal = state.reward != 0 || (ram[0xF1] == 0 && clock == 255);
  clock = ram[0xF1];
  end_of_lives(state, 1);
}

void haunted_house(GameState& state, const RamView& ram) {
  int& matches = state.memory[0];
  const bool escaped = ram[0x99] == 0x44;
  state.reward = bcd(ram[0x82]) != matches ? -1 : 0;
  matches = bcd(ram[0x82]);
  if (escaped) state.reward += 100;
  state.terminal = escaped || ram[0x96] == 0;
  end_of_lives(state, ram[0x96]);
}

void journey_escape(GameState& state, const RamView& ram) {
  constexpr int kBudget = 50'000;  // the score at the start: nobody earned it
  plain<decimal(0x90, 0x91, 0x92), both(is(0x95, 0), is(0x96, 0)), kNoLives>(state, ram);
  if (state.reward == kBudget) state.reward = 0;
}

void miniature_golf(GameState& state, const RamView& ram) {
  auto& [hole, par, hits, left, base] = state.memory;
  const int now_left = bcd(ram[0x87]);
  const int now_par = bcd(ram[0x88]);
  const int now_hole = bcd(ram[0xAF]);
  state.reward = 0;
  if (now_hole != hole) {
    const int strokes = left + hits - base;
    if (strokes > 0) state.reward = par - strokes;
    if (now_hole == 0) state.terminal = true;
    hole = now_hole;
    hits = 0;
    base = left;
  }
  if (now_par != 0) {
    par = now_par;
  } else {
    if (now_left < left) hits += left;
    left = now_left;
  }
  end_of_lives(state, 1);
}

void othello(GameState& state, const RamView& ram) {
  int& idle_frames = state.memory[0];
  idle_frames = ram[0xC0] == 0 ? idle_frames + 1 : 0;
  count_score(state, bcd(ram[0xCE]) - bcd(ram[0xD0]));
  state.terminal = idle_frames > 50;
  end_of_lives(state, 1);
}

void qbert(GameState& state, const RamView& ram) {
  auto& [lives, last, unused1, unused2, unused3] = state.memory;
  const int now = signed_byte(ram[0x88]);
  state.terminal = now == -2 || (now == 2 && last == -1);
  if (now == last - 1) --lives;
  last = now;
  state.reward = 0;
  if (!state.terminal) count_score(state, decimal(0xD9, 0xDA, 0xDB)(ram));
  end_of_lives(state, lives);
}

void riverraid(GameState& state, const RamView& ram) {
  int& last = state.memory[0];
  const int shown = ram[0xC0];
  count_score(state, riverraid_score(ram));
  state.terminal = shown == 0x58 && last == 0x59;
  last = shown;
  end_of_lives(state, shown == 0x58 ? 4 : shown == 0x59 ? 1 : shown / 8 + 1);
}

void star_gunner(GameState& state, const RamView& ram) {
  bool& started = state.flag;
  started = started || ram[0x87] == 5;
  count_score(state, star_gunner_score(ram));
  state.terminal = ram[0x87] == 0;
  end_of_lives(state, started ? ram[0x87] & 15 : 5);
}

void tennis(GameState& state, const RamView& ram) {
  auto& [points, games, unused1, unused2, unused3] = state.memory;
  const int mine = ram[0xC7];
  const int theirs = ram[0xC8];
  const int now_points = mine - theirs;
  const int now_games = ram[0xC5] - ram[0xC6];
  state.reward = now_points != points ? now_points - points : now_games - games;
  points = now_points;
  games = now_games;
  state.terminal = (mine >= 6 && now_points >= 2) || (theirs >= 6 && now_points <= -2) ||
                   mine == 7 || theirs == 7;
}

void tetris(GameState& state, const RamView& ram) {
  plain<decimal(0xF2, 0xF1), bit(0xF3, 7), kNoLives, kNeverNegative>(state, ram);
  if (state.terminal) state.score = 0;
}

void time_pilot(GameState& state, const RamView& ram) {
  int& lives = state.memory[0];
  plain<decimal(0x8F, 0x8D).times(100), is_not(0xA0, 0), kNoLives>(state, ram);
  if ((ram[0x80] & 15) == 2) lives = (ram[0x8B] & 7) + 1;
  end_of_lives(state, lives);
}

void wizard_of_wor(GameState& state, const RamView& ram) {
  int& lives = state.memory[0];
  count_score(state, wizard_of_wor_score(ram));
  state.terminal = (ram[0x8D] & 15) == 0 && ram[0xF4] == 0xF8;
  if ((ram[0xD7] & 1) == 0) lives = ram[0x8D] & 15;
  end_of_lives(state, lives);
}

}  // namespace pp::atari

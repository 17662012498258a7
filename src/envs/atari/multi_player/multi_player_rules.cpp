// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The rules for several players that remember something, or pay in other ways than by one score.
#include "multi_player_rules.h"

namespace pp::atari {
namespace {

// Takes a point from a player, or from each player of a team, who lets so many frames pass.
void hurry(MultiPlayerState& state, int& waited, int patience, std::size_t mover) {
  if (++waited < patience) return;
  waited = 0;
  for (std::size_t i = mover; i < kMostPlayers; i += 2) --state.reward[i];
}

// A knight of the maze: lives are counted while it is outside. The last one leaves a while before
// the game is over.
template <int kHigh, int kLow, int kLives, int kInside>
void wizard_seat(GameState& state, const RamView& ram) {
  int& lives = state.memory[0];
  const int score = decimal(kHigh, kLow)(ram);
  const int shown = 100 * (score >= 8000 ? score - 8000 : score);
  state.reward = shown - state.score;
  state.score = shown;
  if ((ram[kInside] & 1) == 0) lives = ram[kLives] & 15;
  state.terminal = lives == 0;
}

// In the two halves of a byte.
constexpr std::int32_t entombed_lives(const RamView& ram, std::size_t player) {
  return ram[0xC7] >> (4 * player) & 3;
}

constexpr Rules kPong = plain<pong_score, either(is(0x8D, 21), is(0x8E, 21)), kNoLives>;

}  // namespace

void wizard_for_two(MultiPlayerState& state, const RamView& ram) {
  companions<wizard_seat<0x88, 0x86, 0x8D, 0xD7>, wizard_seat<0x87, 0x85, 0x8C, 0xD6>>(state, ram);
  state.terminal = (ram[0x8D] & 15) == 0 && (ram[0x8C] & 15) == 0 && ram[0xF4] == 0xF8;
}

// A change of the score restarts the player's clock.
void othello_for_two(MultiPlayerState& state, const RamView& ram) {
  constexpr int kNobodyMoves = 75;  // frames, after which the game is over
  opponents<plain<lead<0xCE, 0xD0>, kNever, kNoLives>>(state, ram);
  GameState& game = state.seats[0];
  auto& [waited, nobody, unused1, unused2, unused3] = game.memory;
  const int mover = ram[0xC0];
  if (game.reward != 0) waited = 0;
  hurry(state, waited, 600, mover == 0xFF ? 0 : 1);
  nobody = mover == 0 ? nobody + 1 : 0;
  state.terminal = nobody > kNobodyMoves;
}

// A player who holds the ball for two seconds without a throw loses a point. If nobody holds it, both
// lose one.
void double_dunk_for_two(MultiPlayerState& state, const RamView& ram) {
  constexpr int kPatience = 120;  // frames
  opponents<plain<double_dunk_score, double_dunk_over, kNoLives>>(state, ram);
  auto& [waited, unused1, unused2, unused3, unused4] = state.seats[0].memory;
  const int ball = ram[0x89];
  if (ball > 0 && ball < 0x40) waited = 0;
  if (++waited <= kPatience) return;
  waited = 0;
  if (ball == 0 || (ball & 0xC0) == 0x80) --state.reward[0];
  if (ball == 0 || (ball & 0x40) != 0) --state.reward[1];
}

// A player who does not serve pays. The game counts from when the ball lies ready.
void tennis_for_two(MultiPlayerState& state, const RamView& ram) {
  opponents<tennis>(state, ram);
  std::int32_t& waited = state.seats[0].memory[2];
  if (ram[0xCC] == 0) waited = 0;
  // Whether the players have changed sides, and which side serves.
  hurry(state, waited, 180, ram[0xD0] == ram[0xCA] ? 0 : 1);
}

// A move restarts the player's clock.
void checkers_for_two(MultiPlayerState& state, const RamView& ram) {
  GameState& game = state.seats[0];
  video_checkers(game, ram);
  state.reward = {game.reward, -game.reward};
  state.terminal = game.terminal;
  auto& [waited, last, unused1, unused2, unused3] = game.memory;
  const int mover = ram[0xC0] >= 16 ? 1 : 0;
  if (mover != last) waited = 0;
  last = mover;
  hurry(state, waited, 601, static_cast<std::size_t>(mover));
}

void entombed_against_each_other(MultiPlayerState& state, const RamView& ram) {
  for (std::size_t player = 0; player < 2; ++player) {
    GameState& seat = state.seats[player];
    const std::int32_t lives = entombed_lives(ram, player);
    seat.reward = lives - seat.lives;
    seat.lives = lives;
  }
  const std::int32_t lead = state.seats[0].reward - state.seats[1].reward;
  state.reward = {lead, -lead};
  state.terminal = state.seats[0].lives == 0 || state.seats[1].lives == 0;
}

// Both are paid for each part of the maze that they have passed.
void entombed_together(MultiPlayerState& state, const RamView& ram) {
  std::int32_t& part = state.seats[0].memory[0];
  const std::int32_t now = ram[0xC3];
  const std::int32_t reward = now == 5 && part != 5 ? 1 : 0;
  part = now;
  state.reward = {reward, reward};
  state.terminal = entombed_lives(ram, 0) == 0 || entombed_lives(ram, 1) == 0;
}

// A caught player is out. The player who leaves the maze first wins.
void maze_craze(MultiPlayerState& state, const RamView& ram) {
  state.reward = {};
  for (std::size_t player = 0; player < 2; ++player) {
    if (state.is_out[player] || (ram[0xEA + static_cast<int>(player)] & 0x40) == 0) continue;
    state.is_out[player] = true;
    state.reward[player] = -1;
  }
  state.terminal = state.is_out[0] && state.is_out[1];
  for (std::size_t player = 0; player < 2; ++player) {
    if (ram[0xEC + static_cast<int>(player)] != 0xFF) continue;
    state.reward[player] = 1;
    if (!state.is_out[1 - player]) state.reward[1 - player] = -1;
    state.terminal = true;
  }
}

// A player whose king is hit is out; the last one wins.
void warlords(MultiPlayerState& state, const RamView& ram) {
  state.reward = {};
  std::size_t left = kMostPlayers;
  for (std::size_t player = 0; player < kMostPlayers; ++player) {
    const bool is_out = (ram[0xEE] >> (7 - player) & 1) != 0;
    if (is_out && !state.is_out[player]) state.reward[player] = -1;
    state.is_out[player] = is_out;
    if (is_out) --left;
  }
  state.terminal = left <= 1;
  for (std::size_t player = 0; state.terminal && player < kMostPlayers; ++player) {
    if (!state.is_out[player]) state.reward[player] = 1;
  }
}

// A team that does not serve pays. The ball rests when 0xB6 is zero.
void pong_for_many(MultiPlayerState& state, const RamView& ram) {
  opponents<kPong>(state, ram);
  std::int32_t& waited = state.seats[0].memory[0];
  if (ram[0xB6] != 0) waited = 0;
  hurry(state, waited, 120, ram[0x92] != 0 ? 0 : 1);
}

}  // namespace pp::atari

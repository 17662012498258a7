// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Rules, and parts of rules, of games that need more than the common pieces.
#pragma once

#include "game.h"

namespace pp::atari {

// The reward of a frame is what it added to the score.
inline void count_score(GameState& state, int score) {
  state.reward = score - state.score;
  state.score = score;
}

constexpr int signed_byte(int byte) { return byte < 128 ? byte : byte - 256; }

// Scores.
int alien_score(const RamView& ram);
int battle_zone_score(const RamView& ram);
int boxing_score(const RamView& ram);
int breakout_score(const RamView& ram);
int crazy_climber_score(const RamView& ram);
int defender_score(const RamView& ram);
int double_dunk_score(const RamView& ram);
int enduro_score(const RamView& ram);
int fishing_derby_score(const RamView& ram);
int ice_hockey_score(const RamView& ram);
int klax_score(const RamView& ram);
int phoenix_score(const RamView& ram);
int pong_score(const RamView& ram);
int riverraid_score(const RamView& ram);
int road_runner_score(const RamView& ram);
int robotank_score(const RamView& ram);
int skiing_time(const RamView& ram);
int star_gunner_score(const RamView& ram);
int surround_score(const RamView& ram);
int turmoil_score(const RamView& ram);
int wizard_of_wor_score(const RamView& ram);

// Ends.
bool boxing_over(const RamView& ram);
bool double_dunk_over(const RamView& ram);
bool human_cannonball_over(const RamView& ram);
bool kaboom_over(const RamView& ram);
bool klax_over(const RamView& ram);
bool pitfall2_over(const RamView& ram);
bool surround_over(const RamView& ram);

// Lives.
int centipede_lives(const RamView& ram);
int et_lives(const RamView& ram);
int gopher_lives(const RamView& ram);
int gravitar_lives(const RamView& ram);
int pitfall_lives(const RamView& ram);
int trondead_lives(const RamView& ram);
int video_pinball_lives(const RamView& ram);

// Whole rules. Those of `remembering_rules.cpp` look back at earlier frames.
void adventure(GameState& state, const RamView& ram);
void backgammon(GameState& state, const RamView& ram);
void beam_rider(GameState& state, const RamView& ram);
void blackjack(GameState& state, const RamView& ram);
void breakout(GameState& state, const RamView& ram);
void casino(GameState& state, const RamView& ram);
void chopper_command(GameState& state, const RamView& ram);
void darkchambers(GameState& state, const RamView& ram);
void demon_attack(GameState& state, const RamView& ram);
void hangman(GameState& state, const RamView& ram);
void haunted_house(GameState& state, const RamView& ram);
void journey_escape(GameState& state, const RamView& ram);
void miniature_golf(GameState& state, const RamView& ram);
void othello(GameState& state, const RamView& ram);
void qbert(GameState& state, const RamView& ram);
void riverraid(GameState& state, const RamView& ram);
void star_gunner(GameState& state, const RamView& ram);
void superman(GameState& state, const RamView& ram);
void tennis(GameState& state, const RamView& ram);
void tetris(GameState& state, const RamView& ram);
void tic_tac_toe_3d(GameState& state, const RamView& ram);
void time_pilot(GameState& state, const RamView& ram);
void video_checkers(GameState& state, const RamView& ram);
void video_chess(GameState& state, const RamView& ram);
void video_cube(GameState& state, const RamView& ram);
void wizard_of_wor(GameState& state, const RamView& ram);
void word_zapper(GameState& state, const RamView& ram);

}  // namespace pp::atari

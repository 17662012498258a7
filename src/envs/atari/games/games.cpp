// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The table of all games, and searches in it.
#include <algorithm>
#include <array>

#include "games_a_to_b.h"
#include "games_c_to_g.h"
#include "games_h_to_p.h"
#include "games_q_to_z.h"

namespace pp::atari {
namespace {

constexpr auto kGames = [] {
  std::array<Game, kRoms.size()> all{};
  auto* end = all.begin();
  end = std::ranges::copy(kGamesAToB, end).out;
  end = std::ranges::copy(kGamesCToG, end).out;
  end = std::ranges::copy(kGamesHToP, end).out;
  end = std::ranges::copy(kGamesQToZ, end).out;
  if (end != all.end()) throw "a game is missing";
  return all;
}();
static_assert(std::ranges::is_sorted(kGames, {}, &Game::name));

const Game* find(auto property, std::string_view wanted) {
  const auto* found =
      std::ranges::find_if(kGames, [&](const Game& game) { return property(game) == wanted; });
  return found == kGames.end() ? nullptr : found;
}

}  // namespace

void Game::reset(GameState& state) const {
  const auto lasting = state.lasting;
  state = fresh;
  state.lasting = lasting;
}

bool Game::has_mode(int mode) const { return std::ranges::find(modes, mode) != modes.end(); }

bool Game::has_difficulty(int difficulty) const {
  return std::ranges::find(difficulties, difficulty) != difficulties.end();
}

std::span<const Rom> roms() { return kRoms; }

std::span<const Game> games() { return kGames; }

const Game* find_game(std::string_view name) {
  return find([](const Game& game) { return game.rom->name; }, name);
}

const Game* find_game_by_md5(std::string_view md5) {
  return find([](const Game& game) { return game.rom->md5; }, md5);
}

}  // namespace pp::atari

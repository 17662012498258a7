// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Searches in the table of games.
#include <algorithm>

#include "game_table.h"

namespace pp::atari {
namespace {

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

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Searches in the table of games.
#include <algorithm>
#include <cctype>
#include <string>

#include "game_table.h"

namespace pp::atari {
namespace {

const Game* find(auto property, std::string_view wanted) {
  const auto* found =
      std::ranges::find_if(kGames, [&](const Game& game) { return property(game) == wanted; });
  return found == kGames.end() ? nullptr : found;
}

// UpNDown for "up_n_down".
std::string title_of(std::string_view name, bool after_digits) {
  std::string text;
  bool starts = true;
  for (const char letter : name) {
    if (letter == '_') {
      starts = true;
      continue;
    }
    const auto code = static_cast<unsigned char>(letter);
    text += starts ? static_cast<char>(std::toupper(code)) : letter;
    starts = after_digits && std::isdigit(code) != 0;
  }
  return text;
}

}  // namespace

std::string Game::title() const { return title_of(name(), true); }

std::string Game::envpool_title() const { return title_of(name(), false); }

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

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A game without its cartridge: actions, modes, and rules that read the console's memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "action.h"
#include "atari/console/ram_history.h"
#include "atari/console/rom.h"

namespace pp::atari {

// The console's memory as rules see it. Cells are named by address, $80..$FF.
struct RamView {
  const std::uint8_t* ram;                      // 128 bytes
  const std::uint8_t* cartridge_ram = nullptr;  // 128 bytes; only klax reads it
  RamHistory* history = nullptr;                // records what is read, if it is set

  constexpr int operator[](int address) const {
    if (history != nullptr) history->read(address & 0x7F);
    return ram[address & 0x7F];
  }
  constexpr int cartridge(int offset) const { return cartridge_ram[offset & 0x7F]; }
};

// What a game's rules remember from frame to frame. Copying it saves and restores it.
struct GameState {
  std::int32_t reward = 0;  // of the last frame
  std::int32_t score = 0;   // that the next reward is counted from
  std::int32_t lives = 0;   // 0 at the end, in most games
  bool terminal = false;
  // Each game gives these its own meaning; `lasting` survives resets.
  bool flag = false;
  std::int32_t lasting = 0;
  std::array<std::int32_t, 5> memory{};

  bool operator==(const GameState&) const = default;

  // Rules add and subtract these numbers: a forged state must not make them overflow.
  template <class Io>
  void serialize(Io& io) {
    constexpr std::int32_t kMost = 1 << 30;
    const auto number = [&](std::int32_t& one, const char* name) {
      io.within(one, -kMost, kMost, name);
    };
    number(reward, "reward");
    number(score, "score");
    number(lives, "number of lives");
    io(terminal, flag);
    number(lasting, "lasting number");
    for (std::int32_t& one : memory) number(one, "memory of the rules");
  }
};

// A console as a mode procedure drives it.
class GameConsole {
 public:
  virtual ~GameConsole() = default;
  virtual RamView ram() const = 0;
  // All inputs released, SELECT held for so many frames without evaluation of the rules; then
  // one frame without input and with it. Both frame numbers grow by one.
  virtual void press_select(int frames) = 0;
  // Four frames with RESET held and the rules evaluated; frame numbers stand.
  virtual void press_reset() = 0;
  // The whole public act: sticky draws, frame skip, frame numbers, refusal when terminal.
  virtual void act(Action action) = 0;
  // The next 32 bits of the environment's generator.
  virtual std::uint32_t draw() = 0;
};

// After every emulated frame but those with SELECT held.
using Rules = void (*)(GameState& state, const RamView& ram);
// Drives the console into a mode of the game. Throws std::runtime_error if it cannot be reached.
using ModeProcedure = void (*)(GameConsole& console, GameState& state, int mode);

inline constexpr std::array<std::int16_t, 1> kOnlyMode = {0};
inline constexpr std::array<std::uint8_t, 1> kOnlyDifficulty = {0};

struct Game {
  const Rom* rom;
  ActionSet minimal = kAllActions;
  ActionSet legal = kAllActions;
  std::span<const std::int16_t> modes = kOnlyMode;  // the first is the default
  std::span<const std::uint8_t> difficulties =
      kOnlyDifficulty;                       // bit 0: left switch at A, bit 1: right
  std::span<const Action> starting_actions;  // one frame each, at the end of every reset
  GameState fresh;  // of rules just reset; losses of life are measured against its lives
  std::int32_t paddle_max = 790196;  // the highest resistance of a paddle
  Rules rules = nullptr;
  ModeProcedure choose_mode = nullptr;  // nullptr: nothing happens, not even RESET

  constexpr std::string_view name() const { return rom->name; }
  // The names in Gymnasium's ids (TicTacToe3D) and in EnvPool's, where a letter after a digit is no
  // capital (TicTacToe3d).
  std::string title() const;
  std::string envpool_title() const;
  int default_mode() const { return modes.front(); }
  void reset(GameState& state) const;
  bool has_mode(int mode) const;
  bool has_difficulty(int difficulty) const;
};

// All games, by name.
std::span<const Game> games();
// nullptr if there is none.
const Game* find_game(std::string_view name);
const Game* find_game_by_md5(std::string_view md5);

// Numbers as a message lists them.
std::string listed(const auto& numbers) {
  std::string text;
  for (const auto number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A console with several players, as the multi-agent fork of ALE runs it: its random numbers, its
// resets, and one frame for each action.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <array>
#include <cstdint>
#include <span>

#include "atari/console/controls.h"
#include "atari/console/machine.h"
#include "multi_player_game.h"

namespace pp::atari {

class MultiPlayerConsole final : private GameConsole {
 public:
  // Inserts the cartridge and powers on, in the game's power-on mode.
  MultiPlayerConsole(const MultiPlayerGame& game, std::span<const std::uint8_t> image,
                     std::uint32_t seed);

  // Starts an episode in a mode for so many players.
  void reset(int mode, std::size_t players);
  // Plays a frame, unless the game is over.
  void act(std::span<const Action> actions, bool draw);

  const MultiPlayerState& state() const { return state_; }
  const std::array<std::uint8_t, Machine::kRamBytes>& memory() const { return machine_.ram(); }
  const std::uint8_t* screen() { return machine_.picture(); }
  void serialize(StateIO& io);

 private:
  // GameConsole: for mode procedures.
  RamView ram() const override;
  void press_select(int frames) override;
  void press_reset() override;
  void act(Action action) override;
  std::uint32_t draw() override { return random_.next32(); }

  Inputs inputs(std::span<const Action> actions, bool select = false) const;
  void frame(std::span<const Action> actions, bool draw = false);
  void frames(Action action, int count);

  const MultiPlayerGame& game_;
  Mt19937 random_;
  Machine machine_;
  std::size_t players_ = 1;
  std::array<Paddles, kMostPlayers> paddles_;
  MultiPlayerState state_;
};

}  // namespace pp::atari

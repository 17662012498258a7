// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The sequences of frames of a console with several players. They were found with test programs
// that note all inputs of each frame.
#include "multi_player_console.h"

#include <algorithm>

namespace pp::atari {
namespace {

constexpr int kFirstFrames = 60;
constexpr int kIdleFrames = 60;
constexpr int kPressFrames = 4;

Mt19937 twister_of(std::uint32_t seed) {
  Mt19937 random;
  random.seed_legacy(seed);
  return random;
}

// Which resistance belongs to a player's paddle, and the bit of its button.
struct PaddlePlace {
  std::size_t input;
  int button;
};
PaddlePlace place_of(std::size_t player, bool swapped) {
  constexpr int kButtons[] = {0x80, 0x40, 0x08, 0x04};
  const std::size_t input = swapped ? player ^ 1 : player;
  return {input, kButtons[input]};
}

}  // namespace

MultiPlayerConsole::MultiPlayerConsole(const MultiPlayerGame& game,
                                       std::span<const std::uint8_t> image, std::uint32_t seed)
    : game_(game), random_(twister_of(seed)), machine_(*game.rom, image, random_) {
  machine_.reset(random_);
  for (int i = 0; i < kFirstFrames; ++i) machine_.run_frame(inputs({}), false);
  machine_.set_television(game.rom->television);
  random_ = twister_of(seed);
  reset(game.power_on_mode, 1);
}

void MultiPlayerConsole::reset(int mode, std::size_t players) {
  players_ = players;
  for (Paddles& paddles : paddles_) paddles.centre();
  machine_.reset(random_);
  frames(Action::kNoop, kIdleFrames);
  press_reset();
  state_ = {};
  game_.choose_mode(*this, state_.seats[0], mode);
  press_reset();
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (const Action action : game_.starting_actions) {
      const Action actions[] = {seat == 0 ? action : Action::kNoop,
                                seat == 1 ? action : Action::kNoop};
      frame(actions);
    }
    frame({});
  }
}

void MultiPlayerConsole::act(std::span<const Action> actions, bool draw) {
  for (std::size_t i = 0; i < players_; ++i) random_.next32();  // whether the action sticks
  state_.reward = {};
  if (state_.terminal) return;
  if (has_paddles(game_.rom->controllers)) {
    for (std::size_t i = 0; i < actions.size(); ++i) paddles_[i].turn(actions[i], 1.0f);
  }
  frame(actions, draw);
}

void MultiPlayerConsole::act(Action action) { act({&action, 1}, false); }

RamView MultiPlayerConsole::ram() const {
  return {machine_.ram().data(), machine_.board().ram().data(), nullptr};
}

void MultiPlayerConsole::press_select(int count) {
  const Inputs pressed = inputs({}, true);
  for (int i = 0; i < count; ++i) machine_.run_frame(pressed, false);
  frame({});
}

void MultiPlayerConsole::press_reset() { frames(Action::kReset, kPressFrames); }

Inputs MultiPlayerConsole::inputs(std::span<const Action> actions, bool select) const {
  const Controllers controllers = game_.rom->controllers;
  const Action first = actions.empty() ? Action::kNoop : actions[0];
  Inputs inputs = inputs_of(controllers, first, {.select = select});
  const auto press = [&](int bits, bool pressed) {
    if (pressed) inputs.swcha &= static_cast<std::uint8_t>(~bits);
  };
  if (has_paddles(controllers)) {
    const bool swapped = controllers == Controllers::kSwappedPaddlesBoth;
    for (std::size_t i = 0; i < kMostPlayers; ++i) {
      const PaddlePlace place = place_of(i, swapped);
      inputs.resistance[place.input] = paddles_[i].resistance;
      if (i > 0 && i < actions.size()) press(place.button, push_of(actions[i]).fire);
    }
  } else if (actions.size() > 1) {
    const bool swapped = controllers == Controllers::kSwappedJoysticks;
    const Push push = push_of(actions[1]);
    const int shift = swapped ? 4 : 0;
    press(1 << shift, push.up);
    press(2 << shift, push.down);
    press(4 << shift, push.left);
    press(8 << shift, push.right);
    inputs.fire[swapped ? 0 : 1] = push.fire;
  }
  return inputs;
}

void MultiPlayerConsole::frame(std::span<const Action> actions, bool draw) {
  machine_.run_frame(inputs(actions), draw);
  game_.rules(state_, ram());
}

void MultiPlayerConsole::frames(Action action, int count) {
  for (int i = 0; i < count; ++i) frame({&action, 1});
}

void MultiPlayerConsole::serialize(StateIO& io) {
  io(random_, machine_);
  io.within(players_, 1, kMostPlayers, "number of players");
  io(state_.reward, state_.is_out, state_.terminal, state_.seats, paddles_);
}

}  // namespace pp::atari

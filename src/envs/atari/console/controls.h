// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Converts actions to the state of controllers and switches.
#pragma once

#include <algorithm>
#include <cstdint>

#include "atari/games/action.h"
#include "riot.h"
#include "rom.h"

namespace pp::atari {

// The directions and the button of an action.
struct Push {
  bool up, down, left, right, fire;
};

constexpr Push push_of(Action action) {
  constexpr std::uint8_t kBits[18] = {
      // 1 up, 2 down, 4 left, 8 right, 16 fire
      0, 16, 1, 8, 4, 2, 9, 5, 10, 6, 17, 24, 20, 18, 25, 21, 26, 22,
  };
  const int number = static_cast<int>(action);
  const int bits = number < 18 ? kBits[number] : 0;
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0};
}

// The first player's paddle, which an action turns; the second player's stays in the middle.
struct Paddles {
  static constexpr std::int32_t kMin = 27450;
  std::int32_t max = 790196;
  std::int32_t resistance = (kMin + 790196) / 2;

  void centre() { resistance = (kMin + max) / 2; }
  std::int32_t middle() const { return (kMin + max) / 2; }
  void turn(Action action, float strength) {
    const Push push = push_of(action);
    const auto step = static_cast<std::int32_t>(23000.0 * std::abs(strength));
    if (push.right) resistance -= step;
    if (push.left) resistance += step;
    resistance = std::clamp(resistance, kMin, max);
  }

  template <class Io>
  void serialize(Io& io) {
    io.within(max, kMin, 1 << 24, "highest resistance of a paddle");
    io.within(resistance, kMin, max, "resistance of a paddle");
  }
};

struct Switches {
  bool select = false;
  int difficulty = 0;  // bit 0: the left switch at A, bit 1: the right one
};

constexpr bool has_paddles(Controllers controllers) {
  return controllers == Controllers::kPaddlesLeft ||
         controllers == Controllers::kSwappedPaddlesBoth ||
         controllers == Controllers::kPaddlesBoth;
}

// What the first player's action holds down. Paddles' resistances are added by the caller.
constexpr Inputs inputs_of(Controllers controllers, Action action, const Switches& switches) {
  Inputs inputs;
  const Push push = push_of(action);
  const auto press = [](std::uint8_t& port, int bits, bool pressed) {
    if (pressed) port &= static_cast<std::uint8_t>(~bits);
  };
  press(inputs.swchb, 1, action == Action::kReset);
  press(inputs.swchb, 2, switches.select);
  inputs.swchb |= static_cast<std::uint8_t>(switches.difficulty << 6);
  if (has_paddles(controllers)) {
    press(inputs.swcha, controllers == Controllers::kSwappedPaddlesBoth ? 0x40 : 0x80, push.fire);
    return inputs;
  }
  const bool swapped = controllers == Controllers::kSwappedJoysticks;
  const int shift = swapped ? 0 : 4;
  press(inputs.swcha, 1 << shift, push.up);
  press(inputs.swcha, 2 << shift, push.down);
  press(inputs.swcha, 4 << shift, push.left);
  press(inputs.swcha, 8 << shift, push.right);
  inputs.fire[swapped ? 1 : 0] = push.fire;
  return inputs;
}

}  // namespace pp::atari

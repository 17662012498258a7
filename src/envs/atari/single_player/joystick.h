// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The two forms of actions: a number in a list, and (radius, angle, fire) as AtariEnv's continuous
// ones.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/numerics.h>

#include <cstdint>

#include "atari/games/action.h"

namespace pp::atari {

// An action, and how far it turns a paddle.
struct Move {
  Action action;
  float strength;
};

struct IndexAction {
  Row<std::int64_t> action;
};
struct PolarAction {
  Row<float, 3> polar;  // radius, angle, fire
};

inline Move move_of(const PolarAction& action, float threshold) {
  // By the directions' signs: left, none, right by down, none, up; without and with FIRE.
  static constexpr Action kMoves[3][3][2] = {
      {{Action::kDownLeft, Action::kDownLeftFire},
       {Action::kLeft, Action::kLeftFire},
       {Action::kUpLeft, Action::kUpLeftFire}},
      {{Action::kDown, Action::kDownFire},
       {Action::kNoop, Action::kFire},
       {Action::kUp, Action::kUpFire}},
      {{Action::kDownRight, Action::kDownRightFire},
       {Action::kRight, Action::kRightFire},
       {Action::kUpRight, Action::kUpRightFire}},
  };
  const float radius = action.polar[0];
  const float x = radius * math::numpy_cos(action.polar[1]);
  const float y = radius * math::numpy_sin(action.polar[1]);
  const auto sign = [threshold](float value) { return (value > threshold) - (value < -threshold); };
  return {kMoves[sign(x) + 1][sign(y) + 1][action.polar[2] > threshold ? 1 : 0], radius};
}

}  // namespace pp::atari

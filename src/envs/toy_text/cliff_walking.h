// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// CliffWalking: walk from one corner of a field to the next along a cliff (Sutton and Barto,
// example 6.6), with the draws and rewards of Gymnasium's CliffWalkingEnv.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>

#include "categorical.h"

namespace pp::toy_text {

// Every tile's four moves.
class Cliff {
 public:
  static constexpr int kRows = 4;
  static constexpr int kColumns = 12;
  static constexpr int kStart = (kRows - 1) * kColumns;
  static constexpr int kGoal = kRows * kColumns - 1;

  struct Move {
    std::int16_t tile;
    std::int16_t reward;
  };

  constexpr Cliff() {
    for (int tile = 0; tile <= kGoal; ++tile) {
      for (int direction = 0; direction < 4; ++direction) {
        moves_[static_cast<std::size_t>(tile)][static_cast<std::size_t>(direction)] =
            make_move(tile, direction);
      }
    }
  }

  const Move& move(std::int32_t tile, std::size_t direction) const {
    return moves_[static_cast<std::size_t>(tile)][direction];
  }

 private:
  static constexpr Move make_move(int tile, int direction) {
    int row = tile / kColumns;
    int column = tile % kColumns;
    switch (direction) {
      case 0:
        row = std::max(row - 1, 0);
        break;
      case 1:
        column = std::min(column + 1, kColumns - 1);
        break;
      case 2:
        row = std::min(row + 1, kRows - 1);
        break;
      default:
        column = std::max(column - 1, 0);
        break;
    }
    const int target = row * kColumns + column;
    if (target > kStart && target < kGoal) return {kStart, -100};  // over the cliff
    return {static_cast<std::int16_t>(target), -1};
  }

  std::array<std::array<Move, 4>, kRows * kColumns> moves_{};
};

inline constexpr Cliff kCliff;

class CliffWalking {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    bool is_slippery = false;
    static constexpr auto options() {
      return option_list(option("is_slippery", &Config::is_slippery,
                                "Let a move slip: it goes in the intended direction or to either "
                                "side, each with probability 1/3."));
    }
  };
  struct Action {
    Row<std::int64_t> direction;  // 0 up, 1 right, 2 down, 3 left
  };
  struct Observation {
    Row<std::int64_t> tile;  // row * 12 + column
  };
  struct Info {
    Row<double> prob;  // of the transition that was drawn
  };
  struct RenderState {
    Row<std::int64_t> tile;
  };

  static Spec<CliffWalking> spec(const Config&) {
    return {.observation = discrete(&Observation::tile, Cliff::kGoal + 1),
            .action = discrete(&Action::direction, 4),
            .info = dict<Info>(
                {{"prob", value(&Info::prob), "Probability of the transition that took place."}}),
            .render_state = dict<RenderState>({{"tile", value(&RenderState::tile)}})};
  }

  explicit CliffWalking(const Config& config) : is_slippery_(config.is_slippery) {}

  // The reference also draws where there is only one outcome.
  void reset(Rng& rng) {
    rng.random();
    tile_ = Cliff::kStart;
    prob_ = 1.0;
  }

  Transition step(const Action& action, Rng& rng) {
    const double sample = rng.random();
    auto direction = static_cast<std::size_t>(action.direction);
    if (is_slippery_) direction = (direction + 3 + first_above(kThirds, 3, sample)) % 4;
    prob_ = is_slippery_ ? kThird : 1.0;
    const Cliff::Move& move = kCliff.move(tile_, direction);
    tile_ = move.tile;
    return {.reward = static_cast<double>(move.reward), .terminated = tile_ == Cliff::kGoal};
  }

  void observe(Observation& out) const { out.tile = tile_; }
  void info(Info& out) const { out.prob = prob_; }
  void render_state(RenderState& out) const { out.tile = tile_; }

  void serialize(StateIO& io) {
    io.within(tile_, 0, Cliff::kGoal, "tile");
    io(prob_);
  }

 private:
  static constexpr double kThird = 1.0 / 3.0;
  static constexpr std::array<double, 3> kThirds = {kThird, kThird + kThird,
                                                    kThird + kThird + kThird};

  bool is_slippery_;
  std::int32_t tile_ = Cliff::kStart;
  double prob_ = 1.0;
};

}  // namespace pp::toy_text

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Rock, paper, scissors, and more moves, with the rules and observations of PettingZoo's rps_v2.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace pp::classic_games {

class RockPaperScissors {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    std::int64_t num_actions = 3;
    std::int64_t max_cycles = 15;
    static constexpr auto options() {
      return option_list(
          option("num_actions", &Config::num_actions, "The number of moves, odd and at least 3."),
          option("max_cycles", &Config::max_cycles,
                 "The time limit, unless max_episode_steps is given."));
    }
  };
  struct Action {
    PlayerRows<std::int64_t> move;
  };
  struct Observation {
    PlayerRows<std::int64_t> other;  // the other's last move; num_actions at first
  };

  struct RenderState {
    Row<std::int64_t, 2> moves;     // the last; num_actions at first
    Row<std::int64_t, 10> history;  // the last of all first; -1: there is none
    Row<bool> is_over;
  };

  static Spec<RockPaperScissors> spec(const Config& config) {
    checked(config);
    return {.observation = discrete(&Observation::other, config.num_actions + 1),
            .action = discrete(&Action::move, config.num_actions),
            .render_state = dict<RenderState>({{"moves", value(&RenderState::moves)},
                                               {"history", value(&RenderState::history)},
                                               {"is_over", value(&RenderState::is_over)}}),
            .agents = {"player_0", "player_1"}};
  }
  static std::optional<std::int64_t> max_episode_steps(const Config& config) {
    return checked(config).max_cycles;
  }

  explicit RockPaperScissors(const Config& config)
      : none_(checked(config).num_actions), limit_(config.max_cycles) {}

  std::size_t players() const { return 2; }

  void reset(Rng&) {
    rounds_.fill({none_, none_});
    cycles_ = 0;
  }

  Transition step(const Action& action, Rewards& rewards, Rng&) {
    const Moves moves = {action.move[0], action.move[1]};
    rounds_[static_cast<std::size_t>(cycles_++ % kShown)] = moves;
    if (moves[0] == moves[1]) return {};
    // Of two moves that are both even or both odd, the lower wins, and else the higher.
    const bool lower_wins = (moves[0] + moves[1]) % 2 == 0;
    const std::size_t winner = (moves[0] < moves[1]) == lower_wins ? 0 : 1;
    rewards[winner] = 1.0;
    rewards[1 - winner] = -1.0;
    return {};
  }

  void observe(Observation& out) const {
    out.other[0] = round(0)[1];
    out.other[1] = round(0)[0];
  }

  void render_state(RenderState& out) const {
    std::ranges::copy(round(0), out.moves.values());
    for (std::int64_t ago = 0; ago < kShown; ++ago) {
      for (std::size_t player = 0; player < players(); ++player) {
        const std::int64_t move = std::min(round(ago)[player], none_ - 1);
        out.history[2 * static_cast<std::size_t>(ago) + player] = ago < cycles_ ? move : -1;
      }
    }
    out.is_over = cycles_ >= limit_;
  }

  void serialize(StateIO& io) {
    for (Moves& moves : rounds_) {
      for (std::int64_t& move : moves) io.within(move, 0, none_, "move");
    }
    io.count(cycles_, "number of cycles");
  }

 private:
  static const Config& checked(const Config& config) {
    if (config.num_actions < 3 || config.num_actions % 2 == 0 || config.num_actions > kMostMoves) {
      throw std::invalid_argument("num_actions must be odd, at least 3 and at most " +
                                  std::to_string(kMostMoves) + ", got " +
                                  std::to_string(config.num_actions));
    }
    if (config.max_cycles < 1) {
      throw std::invalid_argument("max_cycles must be at least 1, got " +
                                  std::to_string(config.max_cycles));
    }
    return config;
  }

  using Moves = std::array<std::int64_t, 2>;
  static constexpr std::int64_t kMostMoves = 1'000'001;
  static constexpr std::int64_t kShown = 5;  // rounds in a picture

  // The moves of a round, some rounds ago: 0 is the last.
  const Moves& round(std::int64_t ago) const {
    return rounds_[static_cast<std::size_t>((cycles_ + kShown - 1 - ago) % kShown)];
  }

  std::int64_t none_;
  std::int64_t limit_;
  std::array<Moves, kShown> rounds_{};  // round i of the episode is at i modulo their number
  std::int64_t cycles_ = 0;
};

}  // namespace pp::classic_games

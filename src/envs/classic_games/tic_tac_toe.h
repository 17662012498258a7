// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Tic-tac-toe with the rules, observations and masks of PettingZoo's tictactoe_v3.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "turns.h"

namespace pp::classic_games {

class TicTacToe {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    static constexpr auto options() { return option_list(); }
  };
  struct Action {
    Row<std::int64_t> square;  // column by column, the mover's
  };
  struct Observation {
    PlayerRows<std::int8_t, 3, 3, 2> board;  // the player's own marks and the other's
    PlayerRows<std::int8_t, 9> legal;        // all 0 for the player whose turn it is not
  };
  using Info = TurnInfo;
  struct RenderState {
    Row<std::int8_t, 9> marks;  // 0 where none is, else the player's number, from 1
  };

  static Spec<TicTacToe> spec(const Config&) {
    return {.observation = dict<Observation>({{"observation", box(&Observation::board, 0, 1)},
                                              {"action_mask", box(&Observation::legal, 0, 1)}}),
            .action = discrete(&Action::square, kSquares),
            .info = turn_info(),
            .render_state = dict<RenderState>({{"marks", value(&RenderState::marks)}}),
            .agents = {"player_1", "player_2"},
            .mover = &Info::mover};
  }

  explicit TicTacToe(const Config&) {}

  std::size_t players() const { return 2; }

  void reset(Rng&) {
    marks_ = {};
    mover_ = 0;
  }

  Transition step(const Action& action, Rewards& rewards, Rng&) {
    const auto mark = static_cast<std::uint32_t>(1u << action.square);
    if (((marks_[0] | marks_[1]) & mark) != 0) return end_by_illegal_move(rewards, mover_);
    const auto mover = static_cast<std::size_t>(mover_);
    marks_[mover] |= mark;
    mover_ = 1 - mover_;
    if (has_line(marks_[mover])) {
      rewards[mover] = 1.0;
      rewards[1 - mover] = -1.0;
      return {.terminated = true};
    }
    return {.terminated = (marks_[0] | marks_[1]) == kFull};
  }

  void observe(Observation& out) const {
    for (std::size_t player = 0; player < players(); ++player) {
      const std::uint32_t own = marks_[player];
      const std::uint32_t other = marks_[1 - player];
      const bool moves = static_cast<std::size_t>(mover_) == player;
      const std::uint32_t legal = moves ? ~(own | other) : 0u;
      Row<std::int8_t, 3, 3, 2> board = out.board[player];
      Row<std::int8_t, 9> mask = out.legal[player];
      for (std::size_t square = 0; square < kSquares; ++square) {
        board[2 * square] = static_cast<std::int8_t>((own >> square) & 1u);
        board[2 * square + 1] = static_cast<std::int8_t>((other >> square) & 1u);
        mask[square] = static_cast<std::int8_t>((legal >> square) & 1u);
      }
    }
  }

  void info(Info& out) const { out.mover = mover_; }

  void render_state(RenderState& out) const {
    for (std::size_t square = 0; square < kSquares; ++square) {
      const std::uint32_t second = (marks_[1] >> square) & 1u;
      out.marks[square] = static_cast<std::int8_t>(((marks_[0] >> square) & 1u) + 2 * second);
    }
  }

  void serialize(StateIO& io) {
    io(marks_, mover_);
    if (mover_ != 0) mover_ = 1;
  }

 private:
  static constexpr std::size_t kSquares = 9;
  static constexpr std::uint32_t kFull = 0b111'111'111;

  static bool has_line(std::uint32_t marks) {
    constexpr std::array<std::uint32_t, 8> kLines{0b000'000'111, 0b000'111'000, 0b111'000'000,
                                                  0b001'001'001, 0b010'010'010, 0b100'100'100,
                                                  0b100'010'001, 0b001'010'100};
    return std::ranges::any_of(kLines, [=](std::uint32_t line) { return (marks & line) == line; });
  }

  std::array<std::uint32_t, 2> marks_{};  // a bit for each square, of each player
  std::int32_t mover_ = 0;
};

}  // namespace pp::classic_games

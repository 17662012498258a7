// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Connect four with the rules, observations and masks of PettingZoo's connect_four_v3.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "turns.h"

namespace pp::classic_games {

class ConnectFour {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    static constexpr auto options() { return option_list(); }
  };
  struct Action {
    Row<std::int64_t> column;  // the mover's
  };
  struct Observation {
    PlayerRows<std::int8_t, 6, 7, 2> board;  // the player's own tokens and the other's
    PlayerRows<std::int8_t, 7> legal;        // all 0 for the player whose turn it is not
  };
  using Info = TurnInfo;
  struct RenderState {
    Row<std::int8_t, 6, 7> tokens;  // 0 where none is, else the player's number, from 1
  };

  static Spec<ConnectFour> spec(const Config&) {
    return {.observation = dict<Observation>({{"observation", box(&Observation::board, 0, 1)},
                                              {"action_mask", box(&Observation::legal, 0, 1)}}),
            .action = discrete(&Action::column, kColumns),
            .info = turn_info(),
            .render_state = dict<RenderState>({{"tokens", value(&RenderState::tokens)}}),
            .agents = {"player_0", "player_1"},
            .mover = &Info::mover};
  }

  explicit ConnectFour(const Config&) {}

  std::size_t players() const { return 2; }

  void reset(Rng&) {
    tokens_ = {};
    mover_ = 0;
  }

  Transition step(const Action& action, Rewards& rewards, Rng&) {
    const std::uint64_t taken = tokens_[0] | tokens_[1];
    const auto column = static_cast<std::size_t>(action.column);
    if (((taken >> column) & 1u) != 0) return end_by_illegal_move(rewards, mover_);
    std::size_t row = kRows - 1;  // the lowest, where the board is empty
    while (((taken >> (row * kStride + column)) & 1u) != 0) --row;
    const auto mover = static_cast<std::size_t>(mover_);
    tokens_[mover] |= std::uint64_t{1} << (row * kStride + column);
    mover_ = 1 - mover_;
    if (has_four(tokens_[mover])) {
      rewards[mover] = 1.0;
      rewards[1 - mover] = -1.0;
      return {.terminated = true};
    }
    return {.terminated = ((tokens_[0] | tokens_[1]) & kTopRow) == kTopRow};
  }

  void observe(Observation& out) const {
    const std::uint64_t free = ~(tokens_[0] | tokens_[1]);
    for (std::size_t player = 0; player < players(); ++player) {
      Row<std::int8_t, 6, 7, 2> board = out.board[player];
      for (std::size_t row = 0; row < kRows; ++row) {
        Spread cells = spread(tokens_[player], row);
        const Spread other = spread(tokens_[1 - player], row);
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] |= other[i] << 8;
        std::memcpy(board.values() + row * kRowBytes, cells.data(), kRowBytes);
      }
      const bool moves = static_cast<std::size_t>(mover_) == player;
      Row<std::int8_t, 7> legal = out.legal[player];
      for (std::size_t column = 0; column < kColumns; ++column) {
        legal[column] = static_cast<std::int8_t>(moves && ((free >> column) & 1u) != 0);
      }
    }
  }

  void info(Info& out) const { out.mover = mover_; }

  void render_state(RenderState& out) const {
    for (std::size_t i = 0; i < kRows * kColumns; ++i) {
      const std::size_t bit = i / kColumns * kStride + i % kColumns;
      const std::uint64_t second = (tokens_[1] >> bit) & 1u;
      out.tokens[i] = static_cast<std::int8_t>(((tokens_[0] >> bit) & 1u) + 2 * second);
    }
  }

  void serialize(StateIO& io) {
    io(tokens_, mover_);
    if (mover_ != 0) mover_ = 1;
  }

 private:
  static constexpr std::size_t kRows = 6;
  static constexpr std::size_t kColumns = 7;
  static constexpr std::size_t kRowBytes = 2 * kColumns;
  // A row has a column more than the board, which stays empty, so that no line runs around an edge.
  static constexpr std::size_t kStride = kColumns + 1;
  static constexpr std::uint64_t kTopRow = 0b111'1111;

  // A row of the board as every other byte of an observation's row.
  using Spread = std::array<std::uint64_t, 2>;

  static constexpr std::array<Spread, 128> kSpread = [] {
    std::array<Spread, 128> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits) {
      for (std::size_t column = 0; column < kColumns; ++column) {
        const std::uint64_t bit = (bits >> column) & 1u;
        table[bits][column / 4] |= bit << (16 * (column % 4));
      }
    }
    return table;
  }();

  static const Spread& spread(std::uint64_t tokens, std::size_t row) {
    return kSpread[(tokens >> (row * kStride)) & kTopRow];
  }

  static bool has_four(std::uint64_t tokens) {
    constexpr std::array<std::size_t, 4> kDirections{1, kStride, kStride - 1, kStride + 1};
    return std::ranges::any_of(kDirections, [=](std::size_t step) {
      const std::uint64_t pairs = tokens & (tokens >> step);
      return (pairs & (pairs >> (2 * step))) != 0;
    });
  }

  std::array<std::uint64_t, 2> tokens_{};  // a bit for each place, of each player
  std::int32_t mover_ = 0;
};

}  // namespace pp::classic_games

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The town that Taxi drives in, as a table of all states and actions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pp::toy_text {

class TaxiTown {
 public:
  static constexpr std::size_t kStates = 500;
  static constexpr int kArrival = 20;  // the reward for a passenger at the destination
  // The possible moves in the rain: the intended one, and the ones to its left and right.
  static constexpr std::array<std::array<std::size_t, 3>, 4> kDrifts = {
      {{0, 2, 3}, {1, 3, 2}, {2, 1, 0}, {3, 0, 1}}};

  constexpr TaxiTown() {
    double sum = 0.0;
    std::size_t starts = 0;
    for (std::size_t state = 0; state < kStates; ++state) {
      fill(state);
      const std::size_t passenger = state / 4 % 5;
      if (passenger == kTaxi || passenger == state % 4) continue;
      cumulative_[starts] = sum += 1.0 / kStarts;
      starts_[starts++] = static_cast<std::int16_t>(state);
    }
  }

  std::size_t next(std::size_t state, std::size_t action) const {
    return static_cast<std::size_t>(table_[state].next[action]);
  }
  int reward(std::size_t state, std::size_t action) const { return table_[state].reward[action]; }
  // 1 for actions that change the state.
  const std::array<std::int8_t, 6>& action_mask(std::size_t state) const {
    return table_[state].mask;
  }

  // The start that belongs to a uniform number: of all states the first whose cumulative
  // probability lies above it, and state 0 if rounding leaves none, as in the reference.
  std::size_t start(double sample) const {
    const auto found = std::ranges::upper_bound(cumulative_, sample);
    if (found == cumulative_.end()) return 0;
    return static_cast<std::size_t>(starts_[static_cast<std::size_t>(found - cumulative_.begin())]);
  }

  static constexpr bool rides(std::size_t state) { return state / 4 % 5 == kTaxi; }
  static constexpr std::size_t place(std::size_t state) { return state / 20; }

  // The state with one of the three other destinations, counted from 0.
  static std::size_t with_other_destination(std::size_t state, std::int64_t which) {
    const std::size_t old = state % 4;
    const auto other = static_cast<std::size_t>(which);
    return state - old + (other < old ? other : other + 1);
  }

 private:
  struct Entry {
    std::array<std::int16_t, 6> next;
    std::array<std::int8_t, 6> reward;
    std::array<std::int8_t, 6> mask;
  };

  static constexpr std::size_t kStarts = 300;
  static constexpr std::size_t kTaxi = 4;  // the place of a passenger in the taxi
  static constexpr std::size_t kNowhere = 5;
  static constexpr std::array<std::size_t, 4> kStops = {0, 4, 20, 23};  // row * 5 + column
  // Between columns: ':' lets through, '|' is a wall.
  static constexpr std::array<std::string_view, 5> kFences = {
      ":|::", ":|::", "::::", "|:|:", "|:|:"};

  static constexpr std::size_t stop_at(std::size_t place) {
    for (std::size_t stop = 0; stop < kStops.size(); ++stop) {
      if (kStops[stop] == place) return stop;
    }
    return kNowhere;
  }

  constexpr void fill(std::size_t state) {
    const std::size_t place = state / 20;
    const std::size_t row = place / 5;
    const std::size_t column = place % 5;
    const std::size_t passenger = state / 4 % 5;
    const std::size_t destination = state % 4;
    const std::size_t stop = stop_at(place);
    const bool may_pick_up = passenger < kTaxi && stop == passenger;
    const bool may_drop_off = passenger == kTaxi && stop != kNowhere;

    table_[state].reward = {-1, -1, -1, -1, -10, -10};
    table_[state].next.fill(static_cast<std::int16_t>(state));
    if (row < 4) lead(state, 0, state + 5 * 20, -1);
    if (row > 0) lead(state, 1, state - 5 * 20, -1);
    if (column < 4 && kFences[row][column] == ':') lead(state, 2, state + 20, -1);
    if (column > 0 && kFences[row][column - 1] == ':') lead(state, 3, state - 20, -1);
    if (may_pick_up) lead(state, 4, (place * 5 + kTaxi) * 4 + destination, -1);
    if (may_drop_off) {
      const int reward = stop == destination ? kArrival : -1;
      lead(state, 5, (place * 5 + stop) * 4 + destination, reward);
    }
  }

  constexpr void lead(std::size_t state, std::size_t action, std::size_t target, int reward) {
    table_[state].next[action] = static_cast<std::int16_t>(target);
    table_[state].reward[action] = static_cast<std::int8_t>(reward);
    table_[state].mask[action] = 1;
  }

  std::array<Entry, kStates> table_{};
  std::array<double, kStarts> cumulative_{};
  std::array<std::int16_t, kStarts> starts_{};
};

inline constexpr TaxiTown kTaxiTown;

}  // namespace pp::toy_text

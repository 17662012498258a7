// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The parts that form the rules of most games: a score, an end, and lives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "game.h"

namespace pp::atari {

// Two decimal digits; nibbles above 9 count as they are.
constexpr int bcd(int byte) { return 10 * (byte >> 4) + (byte & 15); }

// ---- Numbers

// Decimal digits in up to three cells, the most significant first.
struct Decimal {
  int high, middle, low;  // 0: no such cell
  int scale = 1;

  constexpr int operator()(const RamView& ram) const {
    int value = bcd(ram[low]);
    if (middle != 0) value += 100 * bcd(ram[middle]);
    if (high != 0) value += 10000 * bcd(ram[high]);
    return value * scale;
  }
  constexpr Decimal times(int factor) const { return {high, middle, low, factor}; }
};
constexpr Decimal decimal(int high, int middle, int low) { return {high, middle, low}; }
constexpr Decimal decimal(int high, int low) { return {0, high, low}; }
constexpr Decimal decimal(int cell) { return {0, 0, cell}; }

// A cell, or some of its bits, as a number.
struct Count {
  int cell;
  int mask = 0xFF;
  int offset = 0;
  int shift = 0;

  constexpr int operator()(const RamView& ram) const {
    return ((ram[cell] >> shift) & mask) + offset;
  }
};

struct Constant {
  int value;
  constexpr int operator()(const RamView&) const { return value; }
};

// ---- Conditions

enum class Relation : std::uint8_t { kEqual, kUnequal, kAbove };

struct Condition {
  int cell;
  int value;
  int mask = 0xFF;
  Relation relation = Relation::kEqual;

  constexpr bool operator()(const RamView& ram) const {
    const int bits = ram[cell] & mask;
    if (relation == Relation::kEqual) return bits == value;
    return relation == Relation::kUnequal ? bits != value : bits > value;
  }
};
constexpr Condition is(int cell, int value, int mask = 0xFF) { return {cell, value, mask}; }
constexpr Condition is_not(int cell, int value) { return {cell, value, 0xFF, Relation::kUnequal}; }
constexpr Condition above(int cell, int value) { return {cell, value, 0xFF, Relation::kAbove}; }
constexpr Condition bit(int cell, int number) { return {cell, 0, 1 << number, Relation::kUnequal}; }

template <class First, class Second>
struct Both {
  First first;
  Second second;
  constexpr bool operator()(const RamView& ram) const { return first(ram) && second(ram); }
};
template <class First, class Second>
struct Either {
  First first;
  Second second;
  constexpr bool operator()(const RamView& ram) const { return first(ram) || second(ram); }
};
constexpr auto both(auto first, auto second) { return Both{first, second}; }
constexpr auto both(auto first, auto second, auto... more) {
  return both(Both{first, second}, more...);
}
constexpr auto either(auto first, auto second) { return Either{first, second}; }

// ---- Lives, as they are reported

// None are left when the game is over.
template <class Number>
struct UntilTheEnd {
  Number number;
  constexpr int operator()(const RamView& ram, bool terminal) const {
    return terminal ? 0 : number(ram);
  }
};
template <class Number>
struct Always {
  Number number;
  constexpr int operator()(const RamView& ram, bool) const { return number(ram); }
};
constexpr auto lives(int cell, int mask = 0xFF, int offset = 0) {
  return UntilTheEnd{Count{cell, mask, offset}};
}
template <int (*number)(const RamView&)>
struct LivesBy {
  constexpr int operator()(const RamView& ram, bool terminal) const {
    return terminal ? 0 : number(ram);
  }
};
template <int (*number)(const RamView&)>
inline constexpr LivesBy<number> kLivesBy{};
inline constexpr UntilTheEnd<Constant> kOneLife{{1}};
inline constexpr Always<Constant> kNoLives{{0}};

// ---- Rewards, from the growth of the score

struct Growth {
  constexpr int operator()(int growth) const { return growth; }
};
// A counter that starts again at 0 when it is full.
struct Wraps {
  int size;
  constexpr int operator()(int growth) const { return growth < 0 ? growth + size : growth; }
};
struct Within {
  int low, high;
  constexpr int operator()(int growth) const { return std::clamp(growth, low, high); }
};

inline constexpr Within kNeverNegative{0, std::numeric_limits<int>::max()};
// A score that is the time used up.
struct Loss {
  constexpr int operator()(int growth) const { return -growth; }
};

// The rules of a game whose reward is the growth of its score.
template <auto Score, auto Over, auto Lives, auto Reward = Growth{}>
void plain(GameState& state, const RamView& ram) {
  const int score = Score(ram);
  state.reward = Reward(score - state.score);
  state.score = score;
  state.terminal = Over(ram);
  state.lives = Lives(ram, state.terminal);
}

// The same, but the frame that ends the game earns nothing.
template <auto Score, auto Over, auto Lives>
void plain_without_last(GameState& state, const RamView& ram) {
  const int score = state.score;
  plain<Score, Over, Lives>(state, ram);
  if (!state.terminal) return;
  state.reward = 0;
  state.score = score;
}

}  // namespace pp::atari

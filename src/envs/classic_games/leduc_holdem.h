// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Leduc hold'em with the rules, observations and generator of PettingZoo's leduc_holdem_v4, which
// are RLCard's.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "sha512.h"
#include "turns.h"

namespace pp::classic_games {

class LeducHoldem {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    static constexpr auto options() { return option_list(); }
  };
  struct Action {
    Row<std::int64_t> choice;  // the mover's: call, raise, fold, check
  };
  struct Observation {
    // One-hot: the own card's rank, the public card's, the own chips, the other's.
    PlayerRows<float, 36> cards_and_chips;
    PlayerRows<std::int8_t, 4> legal;  // the mover's legal moves, for both players
  };
  using Info = TurnInfo;
  struct RenderState {
    Row<std::int64_t, 3> cards;  // of each player, and the public one; -1: there is none
    Row<std::int64_t, 2> chips;
  };

  static Spec<LeducHoldem> spec(const Config&) {
    return {
        .observation = dict<Observation>({{"observation", box(&Observation::cards_and_chips, 0, 1)},
                                          {"action_mask", box(&Observation::legal, 0, 1)}}),
        .action = discrete(&Action::choice, 4),
        .info = turn_info(),
        .render_state = dict<RenderState>(
            {{"cards", value(&RenderState::cards)}, {"chips", value(&RenderState::chips)}}),
        .agents = {"player_0", "player_1"},
        .mover = &Info::mover};
  }

  explicit LeducHoldem(const Config&) {}

  std::size_t players() const { return 2; }

  // The reference seeds a generator of NumPy's older kind with a hash of the seed's digits.
  void seed(const SeedSequence& sequence) {
    const std::uint64_t word = sha512(std::to_string(sequence.low_bits()))[0];
    const auto swapped = [](std::uint64_t half) {
      const auto value = static_cast<std::uint32_t>(half);
      return (value >> 24) | ((value >> 8) & 0xff00u) | ((value << 8) & 0xff0000u) | (value << 24);
    };
    const std::array<std::uint32_t, 2> words{swapped(word >> 32), swapped(word)};
    random_.seed(std::span(words).first(words[1] != 0 ? 2 : 1));
  }

  void reset(Rng&) {
    game_ = Game{};
    for (std::size_t i = 0; i < game_.deck.size(); ++i) game_.deck[i] = static_cast<std::int8_t>(i);
    for (std::size_t i = game_.deck.size() - 1; i > 0; --i) {
      std::swap(game_.deck[i], game_.deck[random_.randint(static_cast<std::uint32_t>(i) + 1)]);
    }
    const auto small_blind = static_cast<std::int32_t>(random_.randint(2));
    game_.pointer = game_.mover = small_blind;
    game_.chips[at(small_blind)] = game_.raised[at(small_blind)] = 1;
    game_.chips[at(1 - small_blind)] = game_.raised[at(1 - small_blind)] = kBigBlind;
    game_.legal = legal_moves();
  }

  Transition step(const Action& action, Rewards& rewards, Rng&) {
    if (((game_.legal >> action.choice) & 1) == 0) return end_by_illegal_move(rewards, game_.mover);
    play(action.choice);
    if (!is_over()) {
      game_.mover = game_.pointer;
      game_.legal = legal_moves();
      return {};
    }
    pay(rewards);
    game_.mover = 0;
    game_.legal = 0;
    return {.terminated = true};
  }

  void observe(Observation& out) const {
    for (std::size_t player = 0; player < players(); ++player) {
      Row<float, 36> row = out.cards_and_chips[player];
      std::fill_n(row.values(), row.size(), 0.0f);
      row[rank_of_hand(player)] = 1.0f;
      if (game_.rounds > 0) row[3 + rank_of_public_card()] = 1.0f;
      row[6 + at(std::min(game_.chips[player], kMostChips))] = 1.0f;
      row[21 + at(std::min(game_.chips[1 - player], kMostChips))] = 1.0f;
      Row<std::int8_t, 4> legal = out.legal[player];
      for (std::size_t move = 0; move < legal.size(); ++move) {
        legal[move] = static_cast<std::int8_t>((game_.legal >> move) & 1);
      }
    }
  }

  void info(Info& out) const { out.mover = game_.mover; }

  void render_state(RenderState& out) const {
    for (std::size_t player = 0; player < players(); ++player) {
      out.cards[player] = game_.deck[5 - player];
      out.chips[player] = game_.chips[player];
    }
    out.cards[2] = game_.rounds > 0 ? game_.deck[3] : -1;
  }

  void serialize(StateIO& io) {
    io(random_, game_.deck, game_.chips, game_.raised, game_.raises, game_.passes, game_.rounds,
       game_.pointer, game_.folded, game_.mover, game_.legal);
    io.require(is_possible(), "the state holds no game of Leduc hold'em");
  }

 private:
  enum Move : std::int64_t { kCall, kRaise, kFold, kCheck };

  static constexpr std::int32_t kBigBlind = 2;
  static constexpr std::int32_t kMostRaises = 2;  // in a round
  static constexpr std::int32_t kMostChips = 14;  // for which an observation has room
  static constexpr std::int32_t kNobody = -1;

  struct Game {
    std::array<std::int8_t, 6> deck{};     // jacks, queens, kings; dealt from the end
    std::array<std::int32_t, 2> chips{};   // that each player has put in
    std::array<std::int32_t, 2> raised{};  // the same in this round
    std::int32_t raises = 0;               // of this round
    std::int32_t passes = 0;               // how many players in turn did not raise
    std::int32_t rounds = 0;               // that are over; after the first, there is a public card
    std::int32_t pointer = 0;              // who moves next in the game
    std::int32_t folded = kNobody;
    std::int32_t mover = 0;  // whose turn it is for the players
    std::int32_t legal = 0;  // a bit for each move
  };

  static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

  std::size_t rank_of_hand(std::size_t player) const {
    return static_cast<std::size_t>(game_.deck[5 - player]) / 2;
  }
  std::size_t rank_of_public_card() const { return static_cast<std::size_t>(game_.deck[3]) / 2; }

  std::int32_t legal_moves() const {
    const std::int32_t most = std::max(game_.raised[0], game_.raised[1]);
    const bool behind = game_.raised[at(game_.pointer)] < most;
    return (behind ? 1 << kCall : 1 << kCheck) | 1 << kFold |
           (game_.raises < kMostRaises ? 1 << kRaise : 0);
  }

  void play(std::int64_t move) {
    const std::size_t player = at(game_.pointer);
    const std::int32_t most = std::max(game_.raised[0], game_.raised[1]);
    if (move == kCall || move == kRaise) {
      const std::int32_t amount = game_.rounds == 0 ? kBigBlind : 2 * kBigBlind;
      const std::int32_t to = most + (move == kRaise ? amount : 0);
      game_.chips[player] += to - game_.raised[player];
      game_.raised[player] = to;
    }
    if (move == kRaise) {
      ++game_.raises;
      game_.passes = 1;
    } else if (move == kFold) {
      game_.folded = game_.pointer;
    } else {
      ++game_.passes;
    }
    game_.pointer = 1 - game_.pointer;
    if (game_.passes >= 2) {
      ++game_.rounds;
      game_.raises = game_.passes = 0;
      game_.raised = {};
    }
  }

  bool is_over() const { return game_.folded != kNobody || game_.rounds == 2; }

  // In big blinds. A pair with the public card wins, and else the higher rank.
  void pay(Rewards& rewards) const {
    const std::size_t ranks[] = {rank_of_hand(0), rank_of_hand(1)};
    std::array<bool, 2> wins{ranks[0] >= ranks[1], ranks[1] >= ranks[0]};
    for (std::size_t player = 0; player < 2; ++player) {
      if (game_.rounds > 0 && ranks[player] == rank_of_public_card()) {
        wins = {player == 0, player == 1};
        break;
      }
    }
    if (game_.folded != kNobody) wins = {game_.folded == 1, game_.folded == 0};
    const double share = (game_.chips[0] + game_.chips[1]) / (wins[0] && wins[1] ? 2.0 : 1.0);
    for (std::size_t player = 0; player < 2; ++player) {
      rewards[player] = ((wins[player] ? share : 0.0) - game_.chips[player]) / kBigBlind;
    }
  }

  // What indices and shifts rely on.
  bool is_possible() const {
    const auto between = [](std::int32_t value, std::int32_t low, std::int32_t high) {
      return low <= value && value <= high;
    };
    const auto is_card = [&](std::int8_t card) { return between(card, 0, 5); };
    const auto are_chips = [&](std::int32_t chips) { return between(chips, 0, kMostChips); };
    return std::ranges::all_of(game_.deck, is_card) &&
           std::ranges::all_of(game_.chips, are_chips) &&
           std::ranges::all_of(game_.raised, are_chips) && between(game_.pointer, 0, 1) &&
           between(game_.mover, 0, 1) && between(game_.folded, kNobody, 1) &&
           between(game_.rounds, 0, 2) && between(game_.passes, 0, 1) &&
           between(game_.raises, 0, kMostRaises) && between(game_.legal, 0, 15);
  }

  RandomState random_;
  Game game_;
};

}  // namespace pp::classic_games

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How the rows of the toy texts lie in memory, for bare loops over their classes.
#pragma once

#include "bare_loop.h"
#include "toy_text/blackjack.h"
#include "toy_text/catch.h"
#include "toy_text/cliff_walking.h"
#include "toy_text/frozen_lake.h"
#include "toy_text/nchain.h"
#include "toy_text/taxi.h"

namespace pp::testing {

template <>
struct Rows<toy_text::Catch> : OneLeaf<toy_text::Catch, &toy_text::Catch::Observation::board,
                                       &toy_text::Catch::Action::move, 50, 3> {};
template <>
struct Rows<toy_text::CliffWalking>
    : OneLeaf<toy_text::CliffWalking, &toy_text::CliffWalking::Observation::tile,
              &toy_text::CliffWalking::Action::direction, 1, 4> {};
template <>
struct Rows<toy_text::FrozenLake>
    : OneLeaf<toy_text::FrozenLake, &toy_text::FrozenLake::Observation::tile,
              &toy_text::FrozenLake::Action::direction, 1, 4> {};
template <>
struct Rows<toy_text::NChain> : OneLeaf<toy_text::NChain, &toy_text::NChain::Observation::state,
                                        &toy_text::NChain::Action::back, 1, 2> {};
template <>
struct Rows<toy_text::Taxi> : OneLeaf<toy_text::Taxi, &toy_text::Taxi::Observation::state,
                                      &toy_text::Taxi::Action::what, 1, 6> {};
template <>
struct Rows<toy_text::Blackjack> {
  using Env = toy_text::Blackjack;
  using ActionType = std::int64_t;
  static constexpr std::array<std::size_t, 3> kBytes{8, 8, 8};
  static constexpr int kActions = 2;
  static RowSlot& slot(Env::Observation& out, std::size_t leaf) {
    return leaf == 0 ? static_cast<RowSlot&>(out.player_sum)
                     : (leaf == 1 ? out.dealer_card : out.usable_ace);
  }
  static RowSlot& slot(Env::Action& in) { return in.hit; }
};

}  // namespace pp::testing

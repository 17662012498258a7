// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the last steps gave the players of all environments: rewards, and where the rules have them,
// a player's own flags. Rows are written later than steps run, so it is kept until then.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pp {

template <class Env>
class LastResults {
 public:
  LastResults(std::size_t envs, std::size_t players)
      : players_(players),
        rewards_(HasPlayers<Env> ? envs * players : 0),
        flags_(StepsPlayersWithFlags<Env> ? 2 * envs * players : 0) {}

  // Of every player that there may be.
  PlayerResults of(std::size_t env) {
    double* const rewards = rewards_.data() + env * players_;
    if constexpr (StepsPlayersWithFlags<Env>) {
      std::uint8_t* const flags = flags_.data() + 2 * env * players_;
      return {Rewards(rows(rewards)), PlayerRows<bool>(rows(flags)),
              PlayerRows<bool>(rows(flags + players_))};
    } else {
      return {Rewards(rows(rewards)), {}, {}};
    }
  }

  // Room for what a step gives every player, zero, in the form that the rules take.
  auto cleared(std::size_t env) {
    if constexpr (!HasPlayers<Env>) {
      return Nothing{};
    } else {
      PlayerResults results = of(env);
      std::fill_n(results.reward.values(), players_, 0.0);
      if constexpr (StepsPlayersWithFlags<Env>) {
        std::fill_n(results.terminated.values(), 2 * players_, false);
        return results;
      } else {
        return results.reward;
      }
    }
  }

 private:
  RowSlot rows(auto* first) const {
    RowSlot slot;
    slot.data = reinterpret_cast<std::byte*>(first);
    slot.players = static_cast<std::uint32_t>(players_);
    return slot;
  }

  const std::size_t players_;  // that an environment has at most
  std::vector<double> rewards_;
  std::vector<std::uint8_t> flags_;  // of each environment: terminated, then truncated
};

}  // namespace pp

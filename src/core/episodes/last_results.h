// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the last steps gave the players of all environments: rewards, and where the rules have them,
// a player's own flags. Rows are written later than steps run, so it is kept until then.
#pragma once

#include <parallel_pool/core/author/concepts.h>
#include <parallel_pool/core/episodes/env_group.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pp {

class LastResults {
 public:
  // Empty if the fields are those of single-player rules.
  LastResults(std::size_t envs, const GroupFields& fields)
      : players_(fields.max_players),
        rewards_(fields.multi_player ? envs * players_ : 0),
        flags_(fields.player_flags ? 2 * envs * players_ : 0) {}

  // Of every player that there may be.
  PlayerResults of(std::size_t env) {
    double* const rewards = rewards_.data() + env * players_;
    if (flags_.empty()) return {Rewards(rows(rewards)), {}, {}};
    std::uint8_t* const flags = flags_.data() + 2 * env * players_;
    return {Rewards(rows(rewards)), PlayerRows<bool>(rows(flags)),
            PlayerRows<bool>(rows(flags + players_))};
  }
  // Room for what a step gives every player, zero.
  PlayerResults cleared(std::size_t env) {
    std::fill_n(rewards_.data() + env * players_, players_, 0.0);
    if (!flags_.empty()) std::fill_n(flags_.data() + 2 * env * players_, 2 * players_, 0);
    return of(env);
  }

 private:
  RowSlot rows(void* first) const {
    RowSlot slot;
    slot.data = static_cast<std::byte*>(first);
    slot.players = static_cast<std::uint32_t>(players_);
    return slot;
  }

  const std::size_t players_;  // that an environment has at most
  std::vector<double> rewards_;
  std::vector<std::uint8_t> flags_;  // of each environment: terminated, then truncated
};

}  // namespace pp

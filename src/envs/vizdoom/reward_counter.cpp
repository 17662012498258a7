// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Computes rewards as the reference's DoomGame does.
#include "reward_counter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pp::vizdoom {

// The terms in the order in which the reference adds them.
double RewardCounter::collect(const Engine& engine, std::uint32_t last_tic,
                              const GameSettings& settings) {
  const std::array<double, kRewards>& rewards = settings.rewards;
  const double map_reward = engine.read<std::int32_t>(layout::kReward) / 65536.0;
  double reward = map_reward - std::exchange(map_reward_, map_reward);
  const auto lived = static_cast<std::int32_t>(last_tic - std::exchange(tic_, last_tic));
  reward += std::max(lived, 0) * rewards[kLiving];
  if (engine.read<bool>(layout::kDead)) {
    reward += rewards[kDeath];
  } else if (engine.read<bool>(layout::kMapEnd)) {
    reward += rewards[kMapExit];
  }
  constexpr std::array<std::pair<Reward, std::size_t>, 10> kCounted{{
      {kKill, layout::kKills},
      {kSecret, layout::kSecrets},
      {kItem, layout::kItems},
      {kFrag, layout::kFrags},
      {kHit, layout::kHits},
      {kHitTaken, layout::kHitsTaken},
      {kDamageMade, layout::kDamage},
      {kDamageTakenReward, layout::kDamageTaken},
      {kHealthReward, layout::kHealth},
      {kArmorReward, layout::kArmor},
  }};
  for (std::size_t i = 0; i < kCounted.size(); ++i) {
    const auto [kind, at] = kCounted[i];
    const auto now = engine.read<std::int32_t>(at);
    // A death lowers the count of frags, and losses of health are no negative gains.
    const std::int32_t change = std::max(now - std::exchange(counts_[i], now), 0);
    reward += change * rewards[kind];
  }
  return reward;
}

}  // namespace pp::vizdoom

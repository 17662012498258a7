// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of toy text.
#include <parallel_pool/bind.h>

#include "blackjack.h"
#include "catch.h"
#include "cliff_walking.h"
#include "frozen_lake.h"
#include "nchain.h"
#include "shared/gymnasium/version.h"
#include "taxi.h"

NB_MODULE(native, m) {
  using namespace pp::toy_text;
  using pp::bind_env;
  FrozenLake::has_even_thirds = !pp::gymnasium_since(1, 2, 1);
  // The same rules under the ids of the installed Gymnasium.
  const bool has_new_cliff = pp::gymnasium_since(1, 2, 0);
  const char* const cliff = has_new_cliff ? "CliffWalking-v1" : "CliffWalking-v0";
  const char* const slippery_cliff = has_new_cliff ? "CliffWalkingSlippery-v1" : "";
  const char* const taxi = pp::gymnasium_since(1, 3, 0) ? "Taxi-v4" : "Taxi-v3";
  bind_env<Blackjack>(
      m, {.id = "Blackjack-v1", .reference = "Blackjack-v1", .defaults = {.sab = true}});
  bind_env<Catch>(m, {.id = "Catch-v0"});
  bind_env<CliffWalking>(m, {.id = "CliffWalking-v0", .reference = cliff});
  bind_env<CliffWalking>(m, {.id = "CliffWalking-v1", .reference = cliff});
  bind_env<CliffWalking>(m, {.id = "CliffWalkingSlippery-v1",
                             .reference = slippery_cliff,
                             .defaults = {.is_slippery = true}});
  bind_env<FrozenLake>(m, {.id = "FrozenLake-v1",
                           .max_episode_steps = 100,
                           .reward_threshold = 0.70,
                           .reference = "FrozenLake-v1"});
  bind_env<FrozenLake>(m, {.id = "FrozenLake8x8-v1",
                           .max_episode_steps = 200,
                           .reward_threshold = 0.85,
                           .reference = "FrozenLake8x8-v1",
                           .defaults = {.map_name = "8x8"}});
  bind_env<NChain>(m, {.id = "NChain-v0", .max_episode_steps = 1000});
  bind_env<Taxi>(
      m, {.id = "Taxi-v3", .max_episode_steps = 200, .reward_threshold = 8.0, .reference = taxi});
  bind_env<Taxi>(
      m, {.id = "Taxi-v4", .max_episode_steps = 200, .reward_threshold = 8.0, .reference = taxi});
}

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ids of games in which agents chase, or are chased.
#include "adversary.h"
#include "bindings.h"
#include "collect_treasure.h"
#include "tag.h"
#include "world_comm.h"

namespace pp::mpe {

void bind_pursuit_games(nb::module_& m) {
  bind_env<Game<Adversary>>(m, {.id = "simple_adversary-v3", .max_episode_steps = 25});
  bind_env<Game<CollectTreasure>>(m, {.id = "collect_treasure-v1", .max_episode_steps = 25});
  bind_env<Game<Tag>>(m, {.id = "simple_tag-v3", .max_episode_steps = 25});
  bind_env<Game<WorldComm>>(m, {.id = "simple_world_comm-v3", .max_episode_steps = 25});
}

}  // namespace pp::mpe

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The tutorial's module, once both of its environments are written.
#include <parallel_pool/bind.h>

#include "corridor.h"
#include "meteors.h"
#include "tug_of_war.h"

NB_MODULE(my_envs_native, m) {
  pp::bind_env<my_envs::Corridor>(m, {.id = "Corridor-v0", .max_episode_steps = 100});
  pp::bind_env<my_envs::Meteors>(m, {.id = "Meteors-v0", .max_episode_steps = 500});
  pp::bind_env<my_envs::TugOfWar>(m, {.id = "TugOfWar-v0", .max_episode_steps = 200});
}

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of PettingZoo's butterfly environments.
#include <parallel_pool/bind.h>

#include "cooperative_pong.h"
#include "knights_archers_zombies.h"

NB_MODULE(native, m) {
  pp::bind_env<pp::butterfly::CooperativePong>(
      m, {.id = "cooperative_pong-v6", .max_episode_steps = 900});
  pp::bind_env<pp::butterfly::KnightsArchersZombies>(
      m, {.id = "knights_archers_zombies-v11", .max_episode_steps = 900});
}

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of Gymnasium's MuJoCo environments.
#include <parallel_pool/bind.h>

#include "ant.h"
#include "half_cheetah.h"

NB_MODULE(mujoco, m) {
  using namespace pp::mujoco;
  using pp::bind_env;
  bind_env<Ant>(m, {.id = "Ant-v5",
                    .max_episode_steps = 1000,
                    .reward_threshold = 6000.0,
                    .reference = "Ant-v5"});
  bind_env<HalfCheetah>(m, {.id = "HalfCheetah-v5",
                            .max_episode_steps = 1000,
                            .reward_threshold = 4800.0,
                            .reference = "HalfCheetah-v5"});
}

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of Gymnasium's MuJoCo environments.
#include <parallel_pool/bind.h>

#include "ant.h"
#include "arms.h"
#include "half_cheetah.h"
#include "humanoid.h"
#include "inverted_double_pendulum.h"
#include "inverted_pendulum.h"
#include "planar_walker.h"
#include "swimmer.h"

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
  bind_env<Hopper>(m, {.id = "Hopper-v5",
                       .max_episode_steps = 1000,
                       .reward_threshold = 3800.0,
                       .reference = "Hopper-v5"});
  bind_env<Humanoid>(m,
                     {.id = "Humanoid-v5", .max_episode_steps = 1000, .reference = "Humanoid-v5"});
  bind_env<HumanoidStandup>(
      m,
      {.id = "HumanoidStandup-v5", .max_episode_steps = 1000, .reference = "HumanoidStandup-v5"});
  bind_env<InvertedDoublePendulum>(m, {.id = "InvertedDoublePendulum-v5",
                                       .max_episode_steps = 1000,
                                       .reward_threshold = 9100.0,
                                       .reference = "InvertedDoublePendulum-v5"});
  bind_env<InvertedPendulum>(m, {.id = "InvertedPendulum-v5",
                                 .max_episode_steps = 1000,
                                 .reward_threshold = 950.0,
                                 .reference = "InvertedPendulum-v5"});
  bind_env<Pusher>(m, {.id = "Pusher-v5",
                       .max_episode_steps = 100,
                       .reward_threshold = 0.0,
                       .reference = "Pusher-v5"});
  bind_env<Reacher>(m, {.id = "Reacher-v5",
                        .max_episode_steps = 50,
                        .reward_threshold = -3.75,
                        .reference = "Reacher-v5"});
  bind_env<Swimmer>(m, {.id = "Swimmer-v5",
                        .max_episode_steps = 1000,
                        .reward_threshold = 360.0,
                        .reference = "Swimmer-v5"});
  bind_env<Walker2d>(m,
                     {.id = "Walker2d-v5", .max_episode_steps = 1000, .reference = "Walker2d-v5"});
}

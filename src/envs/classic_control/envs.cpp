// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of classic control.
#include <parallel_pool/bind.h>

#include "acrobot.h"
#include "cartpole.h"
#include "continuous_mountain_car.h"
#include "mountain_car.h"
#include "pendulum.h"

NB_MODULE(native, m) {
  using namespace pp::classic_control;
  using pp::bind_env;
  bind_env<Acrobot>(m, {.id = "Acrobot-v1",
                        .max_episode_steps = 500,
                        .reward_threshold = -100.0,
                        .reference = "Acrobot-v1"});
  bind_env<CartPole>(m, {.id = "CartPole-v0",
                         .max_episode_steps = 200,
                         .reward_threshold = 195.0,
                         .reference = "CartPole-v0"});
  bind_env<CartPole>(m, {.id = "CartPole-v1",
                         .max_episode_steps = 500,
                         .reward_threshold = 475.0,
                         .reference = "CartPole-v1"});
  bind_env<MountainCar>(m, {.id = "MountainCar-v0",
                            .max_episode_steps = 200,
                            .reward_threshold = -110.0,
                            .reference = "MountainCar-v0"});
  bind_env<ContinuousMountainCar>(m, {.id = "MountainCarContinuous-v0",
                                      .max_episode_steps = 999,
                                      .reward_threshold = 90.0,
                                      .reference = "MountainCarContinuous-v0"});
  bind_env<PendulumV0>(m, {.id = "Pendulum-v0", .max_episode_steps = 200});
  bind_env<Pendulum>(m,
                     {.id = "Pendulum-v1", .max_episode_steps = 200, .reference = "Pendulum-v1"});
}

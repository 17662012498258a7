// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids that only the tests use.
#include <parallel_pool/bind.h>

#include "../../docs/examples/walk.h"
#include "broken.h"
#include "crowd.h"
#include "scripted.h"
#include "spaces.h"

NB_MODULE(test_envs, m) {
  using namespace pp::testing;
  using pp::bind_env;
  bind_env<Scripted>(m, {.id = "Scripted-v0", .max_episode_steps = 10});
  bind_env<Crowd>(m, {.id = "Crowd-v0", .max_episode_steps = 20});
  bind_env<Echo>(m, {.id = "Echo-v0", .max_episode_steps = 50});
  bind_env<Broken>(m, {.id = "Broken-v0", .max_episode_steps = 40});
  bind_env<examples::Walk>(m, {.id = "Walk-v0", .max_episode_steps = 100});
}

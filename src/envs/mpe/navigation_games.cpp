// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ids of games in which agents go to places.
#include "bindings.h"
#include "formations.h"
#include "push.h"
#include "shared/numpy/functions.h"
#include "simple.h"
#include "spread.h"

namespace pp::mpe {

void bind_navigation_games(nb::module_& m) {
  bind_env<Game<Simple>>(m, {.id = "simple-v3", .max_episode_steps = 25});
  bind_env<Game<Spread>>(m, {.id = "simple_spread-v3", .max_episode_steps = 25});
  bind_env<Game<Push>>(m, {.id = "simple_push-v3", .max_episode_steps = 25});
  bind_env<Game<Circle>>(m, {.id = "simple_formation-v1", .max_episode_steps = 25});
  bind_env<Game<Line>>(m, {.id = "simple_line-v1", .max_episode_steps = 25});
  numpy::find_loops();
}

}  // namespace pp::mpe

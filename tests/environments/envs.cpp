// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids that only the tests use, and a loop that is too long for Python.
#include <parallel_pool/bind.h>
#include <parallel_pool/numerics.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "../../docs/examples/meteors.h"
#include "../../docs/examples/tug_of_war.h"
#include "../../docs/examples/walk.h"
#include "../../python/parallel_pool/tools/templates/my_envs/corridor.h"
#include "broken.h"
#include "broken_players.h"
#include "contradiction.h"
#include "crowd.h"
#include "reckless.h"
#include "relay.h"
#include "screens.h"
#include "scripted.h"
#include "spaces.h"
#include "talk.h"

namespace {

// How many of the floats whose bits are first, first + 1, ... have another square than powf's.
std::uint64_t differing_squares(std::uint32_t first, std::uint64_t count) {
  std::uint64_t different = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(first + i));
    const float ours = pp::math::square(x);
    const float theirs = pp::math::power(x, 2.0f);
    const bool same = std::isnan(ours) ? std::isnan(theirs)
                                       : std::bit_cast<std::uint32_t>(ours) ==
                                             std::bit_cast<std::uint32_t>(theirs);
    different += same ? 0 : 1;
  }
  return different;
}

}  // namespace

NB_MODULE(test_envs, m) {
  using namespace pp::testing;
  using pp::bind_env;
  bind_env<Scripted>(m, {.id = "Scripted-v0", .max_episode_steps = 10});
  bind_env<Crowd>(m, {.id = "Crowd-v0", .max_episode_steps = 20});
  bind_env<Relay>(m, {.id = "Relay-v0", .max_episode_steps = 20});
  bind_env<Echo>(m, {.id = "Echo-v0", .max_episode_steps = 50});
  bind_env<Broken>(m, {.id = "Broken-v0", .max_episode_steps = 40});
  bind_env<BrokenPlayers>(m, {.id = "BrokenPlayers-v0", .max_episode_steps = 40});
  bind_env<Contradiction>(m, {.id = "Contradiction-v0"});
  bind_env<Reckless>(m, {.id = "Reckless-v0"});
  bind_env<Screens>(m, {.id = "Screens-v0", .max_episode_steps = 100});
  bind_env<Talk>(m, {.id = "Talk-v0", .max_episode_steps = 30});
  bind_env<examples::Walk>(m, {.id = "Walk-v0", .max_episode_steps = 100});
  bind_env<my_envs::Corridor>(m, {.id = "Corridor-v0", .max_episode_steps = 100});
  bind_env<my_envs::Meteors>(m, {.id = "Meteors-v0", .max_episode_steps = 500});
  bind_env<my_envs::TugOfWar>(m, {.id = "TugOfWar-v0", .max_episode_steps = 200});

  m.def("differing_squares", &differing_squares, nanobind::arg("first"), nanobind::arg("count"),
        nanobind::call_guard<nanobind::gil_scoped_release>());
}

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Two ids for each game: EnvPool's (Pong-v5), and ALE's (ALE-Pong-v5).
#include "bind_envs.h"

#include <nanobind/stl/string.h>
#include <parallel_pool/bind.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "game_env.h"
#include "shared/env_type_by_option.h"

namespace pp::atari {
namespace {

// An option selects continuous actions, which are another class of environment.
void bind_game(nb::module_& m, std::optional<std::int64_t> limit, const Config& defaults) {
  bind_env_by_option<GameEnv<IndexAction>, GameEnv<PolarAction>>(
      m, "continuous", {.id = defaults.id, .max_episode_steps = limit, .defaults = defaults});
}

}  // namespace

void bind_envs(nb::module_& m) {
  nb::dict aliases;
  for (const Game& game : games()) {
    Config defaults;
    defaults.game = &game;
    constexpr std::int64_t kEnvPoolLimit = 27'000;
    const std::string envpool = game.envpool_title() + "-v5";
    const std::string ale = game.title() + "-v5";
    defaults.id = envpool;
    bind_game(m, kEnvPoolLimit, defaults);
    defaults.id = "ALE-" + ale;
    bind_game(m, std::nullopt, defaults.under("gymnasium"));
    aliases[nb::str(("ALE/" + ale).c_str())] = "ALE-" + ale;
    if (ale != envpool) aliases[nb::str(ale.c_str())] = envpool;
  }
  m.attr("aliases") = std::move(aliases);
}

}  // namespace pp::atari

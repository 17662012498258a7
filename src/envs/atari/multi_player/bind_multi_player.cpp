// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An id for each of PettingZoo's games.
#include "bind_multi_player.h"

#include <parallel_pool/bind.h>

#include <algorithm>
#include <string>

#include "multi_player_env.h"

namespace pp::atari {

void bind_multi_player(nb::module_& m) {
  auto aliases = nb::cast<nb::dict>(m.attr("aliases"));
  for (const MultiPlayerGame& game : multi_player_games()) {
    const std::string id(game.id);
    bind_env<MultiPlayerEnv>(m,
                             {.id = id, .max_episode_steps = 100'000, .defaults = {.game = &game}});
    std::string module = id;
    std::ranges::replace(module, '-', '_');
    aliases[nb::str(module.c_str())] = id;
    aliases[nb::str(("atari/" + id).c_str())] = id;
  }
}

}  // namespace pp::atari

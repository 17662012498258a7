// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An id for each of PettingZoo's games.
#include "bind_party.h"

#include <parallel_pool/bind.h>

#include <algorithm>
#include <string>

#include "party_env.h"

namespace pp::atari {

void bind_party(nb::module_& m) {
  auto aliases = nb::cast<nb::dict>(m.attr("aliases"));
  for (const PartyGame& game : party_games()) {
    const std::string id(game.id);
    bind_env<PartyEnv>(m, {.id = id, .max_episode_steps = 100'000, .defaults = {.game = &game}});
    std::string module = id;
    std::ranges::replace(module, '-', '_');
    aliases[nb::str(module.c_str())] = id;
    aliases[nb::str(("atari/" + id).c_str())] = id;
  }
}

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One agent that looks for a landmark, with the rules of MPE2's simple_v3.
#pragma once

#include "game.h"

namespace pp::mpe {

struct Simple : Scenario {
  struct Config : GameOptions {
    static constexpr auto options() { return game_options(); }
  };

  static Layout layout(const Config&) {
    return {.agents = {"agent_0"},
            .kinds = {{.collides = false}, {.moves = false, .collides = false}},
            .widths = {4}};
  }

  explicit Simple(const Config&) {}

  void reset(World& world, Rng& rng) {
    world.scatter_agents(rng);
    world.scatter_landmarks(rng);
  }

  double reward(const World& world, std::size_t) const { return -squared(world.towards(1, 0)); }

  void observe(const World& world, std::size_t agent, View& view) const {
    view.put(world[agent].velocity);
    view.put(world.towards(agent, 1));
  }
};

}  // namespace pp::mpe

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An agent that goes to its goal and an adversary that keeps it away, with the rules of MPE2's
// simple_push_v3.
#pragma once

#include <algorithm>

#include "game.h"

namespace pp::mpe {

class Push : public Scenario {
 public:
  struct Config : GameOptions {
    static constexpr auto options() { return game_options(); }
  };

  static Layout layout(const Config&) {
    return {.agents = {"adversary_0", "agent_0"},
            .kinds = {{}, {}, kLandmark, kLandmark},
            .widths = {8, 19}};
  }

  explicit Push(const Config&) {}

  void reset(World& world, Rng& rng) {
    goal_ = rng.integers<std::int64_t>(0, 2);
    world.scatter_agents(rng);
    world.scatter_landmarks(rng);
  }

  double reward(const World& world, std::size_t agent) const {
    const double good = world.distance(goal(), 1);
    return agent == 1 ? -good : good - world.distance(0, goal());
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    view.put(world[agent].velocity);
    if (agent == 1) {
      view.put(world.towards(1, goal()));
      for (std::int64_t i = 0; i < 3; ++i) view.put(i == goal_ + 1 ? 0.25 + 0.5 : 0.25);
    }
    view.put(world.towards(agent, 2));
    view.put(world.towards(agent, 3));
    if (agent == 1) {
      for (std::int64_t landmark = 0; landmark < 2; ++landmark) {
        for (std::int64_t i = 0; i < 3; ++i) view.put(i == landmark + 1 ? 0.1 + 0.8 : 0.1);
      }
    }
    view.put(world.towards(agent, 1 - agent));
  }

  void mark(std::int64_t* out) const { *out = goal_; }

  void serialize(StateIO& io) {
    io(goal_);
    goal_ = std::clamp<std::int64_t>(goal_, 0, 1);
  }

 private:
  static constexpr Kind kLandmark{.moves = false, .collides = false};

  std::size_t goal() const { return 2 + static_cast<std::size_t>(goal_); }

  std::int64_t goal_ = 0;
};

}  // namespace pp::mpe

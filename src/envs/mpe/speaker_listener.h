// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A speaker who knows the goal of a listener, with the rules of MPE2's simple_speaker_listener_v4.
#pragma once

#include <algorithm>

#include "game.h"

namespace pp::mpe {

class SpeakerListener : public Scenario {
 public:
  struct Config : GameOptions {
    static constexpr auto options() { return game_options(); }
  };

  static Layout layout(const Config&) {
    Layout layout{.agents = {"speaker_0", "listener_0"},
                  .kinds = {{.size = 0.075, .moves = false, .collides = false, .speaks = true},
                            {.size = 0.075, .collides = false}},
                  .words = 3,
                  .widths = {3, 11}};
    layout.kinds.resize(5, {.size = 0.04, .moves = false, .collides = false});
    return layout;
  }

  explicit SpeakerListener(const Config&) {}

  void reset(World& world, Rng& rng) {
    goal_ = rng.integers<std::int64_t>(0, 3);
    world.scatter_agents(rng);
    world.scatter_landmarks(rng);
  }

  double reward(const World& world, std::size_t) const {
    return -squared(world.towards(2 + static_cast<std::size_t>(goal_), 1));
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    if (agent == 0) {
      for (std::int64_t i = 0; i < 3; ++i) view.put(i == goal_ ? 0.65 : 0.15);
      return;
    }
    view.put(world[1].velocity);
    for (std::size_t landmark = 2; landmark < 5; ++landmark) view.put(world.towards(1, landmark));
    view.put(world.message(0));
  }

  void mark(std::int64_t* out) const { *out = goal_; }

  void serialize(StateIO& io) {
    io(goal_);
    goal_ = std::clamp<std::int64_t>(goal_, 0, 2);
  }

 private:
  std::int64_t goal_ = 0;
};

}  // namespace pp::mpe

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Two agents who know each other's goals and tell them, with the rules of MPE2's simple_reference_v3.
#pragma once

#include <algorithm>
#include <array>

#include "spread.h"

namespace pp::mpe {

class Reference : public Scenario {
 public:
  struct Config : GameOptions {
    double local_ratio = 0.5;
    static constexpr auto options() {
      return option_list(option("local_ratio", &Config::local_ratio,
                                "The weight of an agent's own reward; the rest is the mean's."),
                         game_options());
    }
  };

  static Layout layout(const Config& config) {
    Spread::check_ratio(config.local_ratio);
    Layout layout{.agents = {"agent_0", "agent_1"}, .words = 10, .widths = {21, 21}};
    layout.kinds.resize(2, {.collides = false, .speaks = true});
    layout.kinds.resize(5, {.moves = false, .collides = false});
    return layout;
  }

  explicit Reference(const Config& config) : ratio_(config.local_ratio) {}

  void reset(World& world, Rng& rng) {
    for (std::int64_t& goal : goals_) goal = rng.integers<std::int64_t>(0, 3);
    world.scatter_agents(rng);
    world.scatter_landmarks(rng);
  }

  double reward(const World& world, std::size_t agent) const {
    const double common = (own_reward(world, 0) + own_reward(world, 1)) / 2;
    return common * (1 - ratio_) + own_reward(world, agent) * ratio_;
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    view.put(world[agent].velocity);
    for (std::size_t i = 2; i < 5; ++i) view.put(world.towards(agent, i));
    for (std::int64_t i = 0; i < 3; ++i) view.put(i == goals_[agent] ? 0.75 : 0.25);
    view.put(world.message(1 - agent));
  }

  void mark(std::int64_t* out) const { std::ranges::copy(goals_, out); }

  void serialize(StateIO& io) {
    io(goals_);
    for (std::int64_t& goal : goals_) goal = std::clamp<std::int64_t>(goal, 0, 2);
  }

 private:
  // How far the other is from the goal that the agent knows.
  double own_reward(const World& world, std::size_t agent) const {
    return -world.distance(2 + static_cast<std::size_t>(goals_[agent]), 1 - agent);
  }

  double ratio_;
  std::array<std::int64_t, 2> goals_{};
};

}  // namespace pp::mpe

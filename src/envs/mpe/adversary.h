// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Agents who know their goal and an adversary who does not, with the rules of MPE2's
// simple_adversary_v3.
#pragma once

#include <algorithm>
#include <limits>

#include "neighbours.h"

namespace pp::mpe {

class Adversary : public Scenario {
 public:
  struct Config : NeighbourOptions {
    std::int64_t N = 2;
    static constexpr auto options() {
      return option_list(option("N", &Config::N, "The number of good agents, and of landmarks."),
                         neighbour_options());
    }
  };

  static Layout layout(const Config& config) {
    check_count("N", config.N, 1);
    check_neighbours(config);
    const auto good = static_cast<std::size_t>(config.N);
    Layout layout{.agents = {"adversary_0"}};
    for (std::size_t i = 0; i < good; ++i) layout.agents.push_back("agent_" + std::to_string(i));
    layout.kinds.resize(good + 1, {.size = 0.15, .collides = false});
    layout.kinds.resize(2 * good + 1, {.size = 0.08, .moves = false, .collides = false});
    const std::int64_t width =
        2 * (seen(config.num_landmark_neighbors, good) + seen(config.num_agent_neighbors, good));
    layout.widths.assign(good + 1, width + 2);
    layout.widths[0] = width;
    return layout;
  }

  explicit Adversary(const Config& config) : config_(config) {}

  void reset(World& world, Rng& rng) {
    goal_ = rng.integers<std::int64_t>(0, config_.N);
    world.scatter_agents(rng);
    world.scatter_landmarks(rng);
  }

  void before_rewards(const World& world) {
    adversary_ = world.distance(goal(world), 0);
    nearest_ = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < world.agents(); ++i) {
      nearest_ = std::min(nearest_, world.distance(goal(world), i));
    }
  }

  double reward(const World&, std::size_t agent) const {
    return agent == 0 ? -adversary_ : -nearest_ + adversary_;
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    if (agent != 0) view.put(world.towards(agent, goal(world)));
    put_positions(world, agent, world.agents(), world.agents() + world.landmarks(),
                  config_.num_landmark_neighbors, view);
    put_positions(world, agent, 0, world.agents(), config_.num_agent_neighbors, view);
  }

  void mark(std::int64_t* out) const { *out = goal_; }

  void serialize(StateIO& io) {
    io(goal_);
    goal_ = std::clamp<std::int64_t>(goal_, 0, config_.N - 1);
  }

 private:
  std::size_t goal(const World& world) const {
    return world.agents() + static_cast<std::size_t>(goal_);
  }

  Config config_;
  std::int64_t goal_ = 0;
  // Distances from the goal in the last step: the adversary's, and the nearest good agent's.
  double adversary_ = 0.0;
  double nearest_ = 0.0;
};

}  // namespace pp::mpe

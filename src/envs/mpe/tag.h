// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Slow adversaries that chase fast agents around obstacles, with the rules of MPE2's simple_tag_v3.
#pragma once

#include <string>

#include "bounds.h"
#include "neighbours.h"

namespace pp::mpe {

class Tag : public Scenario {
 public:
  struct Config : NeighbourOptions {
    std::int64_t num_good = 1;
    std::int64_t num_adversaries = 3;
    std::int64_t num_obstacles = 2;
    bool terminate_on_success = false;
    bool curriculum = false;
    static constexpr auto options() {
      return option_list(
          option("num_good", &Config::num_good, "The number of good agents."),
          option("num_adversaries", &Config::num_adversaries, "The number of adversaries."),
          option("num_obstacles", &Config::num_obstacles, "The number of obstacles."),
          option("terminate_on_success", &Config::terminate_on_success,
                 "Terminate when all good agents are caught at once."),
          option("curriculum", &Config::curriculum,
                 "The first stage of a curriculum: good agents are half as fast."),
          neighbour_options());
    }
  };

  static Layout layout(const Config& config) {
    check_count("num_good", config.num_good, 1);
    check_count("num_adversaries", config.num_adversaries, 0);
    check_count("num_obstacles", config.num_obstacles, 0);
    check_neighbours(config);
    const auto adversaries = static_cast<std::size_t>(config.num_adversaries);
    const std::size_t agents = adversaries + static_cast<std::size_t>(config.num_good);
    const auto obstacles = static_cast<std::size_t>(config.num_obstacles);
    const double speed = config.curriculum ? 0.5 : 1.0;
    Layout layout{.words = 2};
    layout.kinds.resize(adversaries, {.size = 0.075, .push = 3.0, .max_speed = 1.0});
    layout.kinds.resize(agents, {.size = 0.05, .push = 4.0 * speed, .max_speed = 1.3 * speed});
    layout.kinds.resize(agents + obstacles, {.size = 0.2, .moves = false});
    for (std::size_t i = 0; i < agents; ++i) {
      const bool is_good = i >= adversaries;
      layout.agents.push_back(is_good ? "agent_" + std::to_string(i - adversaries)
                                      : "adversary_" + std::to_string(i));
      const std::int64_t velocities =
          seen(config.num_agent_neighbors,
               static_cast<std::size_t>(config.num_good) - (is_good ? 1 : 0));
      layout.widths.push_back(4 + 2 * seen(config.num_landmark_neighbors, obstacles) +
                              2 * seen(config.num_agent_neighbors, agents - 1) + 2 * velocities);
    }
    return layout;
  }

  explicit Tag(const Config& config)
      : config_(config), adversaries_(static_cast<std::size_t>(config.num_adversaries)) {}

  void reset(World& world, Rng& rng) {
    world.scatter_agents(rng);
    world.scatter_landmarks(rng, 0.9);
  }

  double reward(const World& world, std::size_t agent) const {
    double sum = 0.0;
    if (agent < adversaries_) {
      for (std::size_t good = adversaries_; good < world.agents(); ++good) {
        sum += 10.0 * catchers(world, good);
      }
      return sum;
    }
    sum -= 10.0 * catchers(world, agent);
    sum -= cost_of_leaving(world[agent].position.x);
    sum -= cost_of_leaving(world[agent].position.y);
    return sum;
  }

  bool is_over(const World& world) const {
    if (!config_.terminate_on_success) return false;
    for (std::size_t good = adversaries_; good < world.agents(); ++good) {
      if (catchers(world, good) == 0) return false;
    }
    return true;
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    view.put(world[agent].velocity);
    view.put(world[agent].position);
    put_positions(world, agent, world.agents(), world.agents() + world.landmarks(),
                  config_.num_landmark_neighbors, view);
    const Most& most = config_.num_agent_neighbors;
    put_positions(world, agent, 0, world.agents(), most, view);
    look(
        world, agent, 0, world.agents(), most,
        [&](std::size_t other) {
          if (other >= adversaries_) {
            view.put(world[other].velocity);
          } else if (most) {
            view.put_zeros(2);
          }
        },
        [&] { view.put_zeros(2); });
  }

 private:
  int catchers(const World& world, std::size_t good) const {
    int count = 0;
    for (std::size_t i = 0; i < adversaries_; ++i) count += world.touch(good, i) ? 1 : 0;
    return count;
  }

  Config config_;
  std::size_t adversaries_;
};

}  // namespace pp::mpe

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Agents that cover landmarks without bumping into each other, with the rules of MPE2's
// simple_spread_v3.
#pragma once

#include <algorithm>
#include <limits>

#include "neighbours.h"

namespace pp::mpe {

class Spread : public Scenario {
 public:
  struct Config : NeighbourOptions {
    std::int64_t N = 3;
    double local_ratio = 0.5;
    bool terminate_on_success = false;
    bool curriculum = false;
    static constexpr auto options() {
      return option_list(
          option("N", &Config::N, "The number of agents, and of landmarks."),
          option("local_ratio", &Config::local_ratio,
                 "The weight of an agent's own reward; the rest is the common one's."),
          option("terminate_on_success", &Config::terminate_on_success,
                 "Terminate when each landmark has an agent within 0.1."),
          option("curriculum", &Config::curriculum,
                 "The first stage of a curriculum: collisions cost nothing."),
          neighbour_options());
    }
  };

  static Layout layout(const Config& config) {
    check_count("N", config.N, 1);
    check_neighbours(config);
    check_ratio(config.local_ratio);
    const auto count = static_cast<std::size_t>(config.N);
    Layout layout{.words = 2};
    for (std::size_t i = 0; i < count; ++i) {
      layout.agents.push_back("agent_" + std::to_string(i));
      layout.kinds.push_back({.size = 0.15});
    }
    layout.kinds.resize(2 * count, {.moves = false, .collides = false});
    layout.widths.assign(count, 4 + 2 * seen(config.num_landmark_neighbors, count) +
                                    4 * seen(config.num_agent_neighbors, count - 1));
    return layout;
  }

  explicit Spread(const Config& config) : config_(config), bumps_cost_(!config.curriculum) {}

  void reset(World& world, Rng& rng) {
    world.scatter_agents(rng);
    world.scatter_landmarks(rng);
  }

  void before_rewards(const World& world) {
    common_ = 0.0;
    covered_ = true;
    for (std::size_t landmark = 0; landmark < world.landmarks(); ++landmark) {
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t agent = 0; agent < world.agents(); ++agent) {
        least = std::min(least, world.distance(agent, world.agents() + landmark));
      }
      common_ -= least;
      covered_ = covered_ && least < kCaptureRadius;
    }
  }

  double reward(const World& world, std::size_t agent) const {
    double own = 0.0;
    if (bumps_cost_) {
      for (std::size_t other = 0; other < world.agents(); ++other) {
        if (other != agent && world.touch(agent, other)) own -= 1.0;
      }
    }
    return common_ * (1 - config_.local_ratio) + own * config_.local_ratio;
  }

  bool is_over(const World&) const { return config_.terminate_on_success && covered_; }

  void observe(const World& world, std::size_t agent, View& view) const {
    view.put(world[agent].velocity);
    view.put(world[agent].position);
    put_positions(world, agent, world.agents(), world.agents() + world.landmarks(),
                  config_.num_landmark_neighbors, view);
    put_positions(world, agent, 0, world.agents(), config_.num_agent_neighbors, view);
    // All are silent, so their messages are zeros, which the view ends with.
  }

  static void check_ratio(double ratio) {
    if (!(ratio >= 0.0 && ratio <= 1.0)) {
      throw std::invalid_argument("local_ratio must be 0 to 1, got " + std::to_string(ratio));
    }
  }

 private:
  static constexpr double kCaptureRadius = 0.1;

  Config config_;
  bool bumps_cost_;
  // Of the last step.
  double common_ = 0.0;
  bool covered_ = false;
};

}  // namespace pp::mpe

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Tag with food, forests that hide, and a leader who speaks, with the rules of MPE2's
// simple_world_comm_v3.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "bounds.h"
#include "game.h"

namespace pp::mpe {

class WorldComm : public Scenario {
 public:
  struct Config : GameOptions {
    std::int64_t num_good = 2;
    std::int64_t num_adversaries = 4;
    std::int64_t num_obstacles = 1;
    std::int64_t num_food = 2;
    std::int64_t num_forests = 2;
    static constexpr auto options() {
      return option_list(
          option("num_good", &Config::num_good, "The number of good agents."),
          option("num_adversaries", &Config::num_adversaries,
                 "The number of adversaries, the leader among them."),
          option("num_obstacles", &Config::num_obstacles, "The number of obstacles."),
          option("num_food", &Config::num_food, "The number of places with food."),
          option("num_forests", &Config::num_forests, "The number of forests."), game_options());
    }
  };

  static Layout layout(const Config& config) {
    check_count("num_good", config.num_good, 1);
    check_count("num_adversaries", config.num_adversaries, 1);
    check_count("num_obstacles", config.num_obstacles, 0);
    check_count("num_food", config.num_food, 1);
    check_count("num_forests", config.num_forests, 0);
    const Parts parts(config);
    Layout layout{.words = 4};
    layout.kinds.resize(parts.adversaries, {.size = 0.075, .push = 3.0, .max_speed = 1.0});
    layout.kinds[0].speaks = true;
    layout.kinds.resize(parts.agents, {.size = 0.045, .push = 4.0, .max_speed = 1.3});
    layout.kinds.resize(parts.food, {.size = 0.2, .moves = false});
    layout.kinds.resize(parts.forests, {.size = 0.03, .moves = false, .collides = false});
    layout.kinds.resize(parts.end, {.size = 0.3, .moves = false, .collides = false});
    const auto count = [](std::size_t bodies) { return static_cast<std::int64_t>(bodies); };
    for (std::size_t i = 0; i < parts.agents; ++i) {
      const bool is_good = i >= parts.adversaries;
      // Others than the leader are numbered from 0 on.
      layout.agents.push_back(i == 0    ? "leadadversary_0"
                              : is_good ? "agent_" + std::to_string(i - parts.adversaries)
                                        : "adversary_" + std::to_string(i - 1));
      const std::size_t velocities = parts.agents - parts.adversaries - (is_good ? 1 : 0);
      layout.widths.push_back(4 + 2 * count(parts.end - 1 + velocities) +
                              count(parts.end - parts.forests) + (is_good ? 0 : 4));
    }
    return layout;
  }

  explicit WorldComm(const Config& config) : parts_(config) {}

  void reset(World& world, Rng& rng) {
    world.scatter_agents(rng);
    world.scatter_landmarks(rng, 0.9);
    // The reference draws the last two kinds twice.
    world.scatter(rng, parts_.food, parts_.end - parts_.food, 0.9);
  }

  double reward(const World& world, std::size_t agent) const {
    return agent < parts_.adversaries ? reward_of_adversary(world, agent)
                                      : reward_of_good(world, agent);
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    view.put(world[agent].velocity);
    view.put(world[agent].position);
    for (std::size_t i = parts_.agents; i < parts_.end; ++i) view.put(world.towards(agent, i));
    for (std::size_t other = 0; other < parts_.agents; ++other) {
      if (other == agent) continue;
      view.put(sees(world, agent, other) ? world.towards(agent, other) : Point{});
    }
    const bool is_good = agent >= parts_.adversaries;
    if (is_good) put_forests(world, agent, view);
    for (std::size_t other = parts_.adversaries; other < parts_.agents; ++other) {
      if (other == agent) continue;
      view.put(sees(world, agent, other) ? world[other].velocity : Point{});
    }
    if (is_good) return;
    put_forests(world, agent, view);
    view.put(world.message(0));
  }

 private:
  // Where the bodies of each kind begin, after the adversaries.
  struct Parts {
    explicit Parts(const Config& config)
        : adversaries(static_cast<std::size_t>(config.num_adversaries)),
          agents(adversaries + static_cast<std::size_t>(config.num_good)),
          food(agents + static_cast<std::size_t>(config.num_obstacles)),
          forests(food + static_cast<std::size_t>(config.num_food)),
          end(forests + static_cast<std::size_t>(config.num_forests)) {}
    std::size_t adversaries, agents, food, forests, end;
  };

  double reward_of_good(const World& world, std::size_t agent) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < parts_.adversaries; ++i) {
      if (world.touch(i, agent)) sum -= 5.0;
    }
    sum -= 2 * cost_of_leaving(world[agent].position.x);
    sum -= 2 * cost_of_leaving(world[agent].position.y);
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t food = parts_.food; food < parts_.forests; ++food) {
      if (world.touch(agent, food)) sum += 2.0;
      nearest = std::min(nearest, world.distance(agent, food));
    }
    return sum - 0.05 * nearest;
  }

  double reward_of_adversary(const World& world, std::size_t agent) const {
    double nearest = std::numeric_limits<double>::infinity();
    int caught = 0;
    for (std::size_t good = parts_.adversaries; good < parts_.agents; ++good) {
      nearest = std::min(nearest, world.distance(agent, good));
      for (std::size_t i = 0; i < parts_.adversaries; ++i) caught += world.touch(good, i) ? 1 : 0;
    }
    double sum = 0.0 - 0.1 * nearest;
    for (int i = 0; i < caught; ++i) sum += 5.0;
    return sum;
  }

  // Agents see who is in a forest with them, and where nobody is in one; the leader sees all.
  bool sees(const World& world, std::size_t agent, std::size_t other) const {
    bool is_hidden = false;
    for (std::size_t forest = parts_.forests; forest < parts_.end; ++forest) {
      const bool own = world.touch(agent, forest);
      const bool others = world.touch(other, forest);
      if (own && others) return true;
      is_hidden = is_hidden || own || others;
    }
    return !is_hidden || agent == 0;
  }

  void put_forests(const World& world, std::size_t agent, View& view) const {
    for (std::size_t forest = parts_.forests; forest < parts_.end; ++forest) {
      view.put(world.touch(agent, forest) ? 1.0 : -1.0);
    }
  }

  Parts parts_;
};

}  // namespace pp::mpe

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Collectors that carry treasures to deposits of their type, with the rules of MPE2's
// collect_treasure_v1.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "game.h"
#include "shared/numpy/functions.h"

namespace pp::mpe {

class CollectTreasure : public Scenario {
 public:
  struct Config : GameOptions {
    std::int64_t num_collectors = 6;
    std::int64_t num_deposits = 2;
    std::int64_t num_treasures = 6;
    static constexpr auto options() {
      return option_list(
          option("num_collectors", &Config::num_collectors, "The number of collectors."),
          option("num_deposits", &Config::num_deposits,
                 "The number of deposits, each for a type of treasures."),
          option("num_treasures", &Config::num_treasures, "The number of treasures."),
          game_options());
    }
  };

  static Layout layout(const Config& config) {
    check_count("num_collectors", config.num_collectors, 1);
    check_count("num_deposits", config.num_deposits, 1);
    check_count("num_treasures", config.num_treasures, 1);
    const auto collectors = static_cast<std::size_t>(config.num_collectors);
    const std::size_t agents = collectors + static_cast<std::size_t>(config.num_deposits);
    Layout layout{.words = 2};
    layout.kinds.resize(collectors,
                        {.size = 0.05, .push = 1.5, .max_speed = 1.0, .collides = false});
    layout.kinds.resize(
        agents, {.size = 0.075, .push = 1.5, .max_speed = 1.0, .mass = 2.25, .collides = false});
    layout.kinds.resize(agents + static_cast<std::size_t>(config.num_treasures),
                        {.size = 0.025, .moves = false, .collides = false});
    const std::int64_t types = config.num_deposits;
    for (std::size_t i = 0; i < agents; ++i) {
      const bool collects = i < collectors;
      layout.agents.push_back(collects ? "collector_" + std::to_string(i)
                                       : "deposit_" + std::to_string(i - collectors));
      layout.widths.push_back(4 + (collects ? types : 0) +
                              static_cast<std::int64_t>(agents - 1) * (4 + 2 * types) +
                              config.num_treasures * (2 + types));
    }
    return layout;
  }

  explicit CollectTreasure(const Config& config)
      : collectors_(static_cast<std::size_t>(config.num_collectors)),
        types_(config.num_deposits),
        holding_(collectors_, kNothing),
        treasures_(static_cast<std::size_t>(config.num_treasures)) {}

  void reset(World& world, Rng& rng) {
    rng_ = rng;  // the reference lays treasures anew with a copy of its generator
    world.scatter_agents(rng);
    std::ranges::fill(holding_, kNothing);
    for (std::size_t i = 0; i < treasures_.size(); ++i) {
      treasures_[i] = rng.integers<std::int64_t>(0, types_);
      world.scatter(rng, world.agents() + i, 1, kHalfWidth);
    }
  }

  void after_physics(World& world) {
    events_ = 0.0;
    double deposited = 0.0;
    for (std::size_t i = 0; i < treasures_.size(); ++i) pick_up(world, i);
    for (std::size_t i = 0; i < collectors_; ++i) {
      if (holding_[i] != kNothing && world.touch(i, deposit(holding_[i]))) {
        deposited += 5.0;
        holding_[i] = kNothing;
      }
    }
    events_ += deposited;
  }

  double reward(const World& world, std::size_t agent) const {
    return (agent < collectors_ ? shaping_of_collector(world, agent)
                                : shaping_of_deposit(world, agent)) +
           events_;
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    view.put(world[agent].position);
    view.put(world[agent].velocity);
    const auto types = static_cast<std::size_t>(types_);
    if (agent < collectors_) view.put_choice(type(holding_[agent]), types);
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t other = 0; other < world.agents(); ++other) {
      if (other != agent) order.emplace_back(world.distance(agent, other), other);
    }
    const auto distance = [](const auto& one) { return one.first; };
    std::ranges::stable_sort(order, {}, distance);
    for (const auto& [_, other] : order) {
      const bool collects = other < collectors_;
      view.put(world.towards(agent, other));
      view.put(world[other].velocity);
      view.put_choice(collects ? types : other - collectors_, types);
      view.put_choice(collects ? type(holding_[other]) : types, types);
    }
    order.clear();
    for (std::size_t i = 0; i < treasures_.size(); ++i) {
      const bool is_there = treasures_[i] != kNothing;
      order.emplace_back(is_there ? world.distance(agent, world.agents() + i) : 1e6, i);
    }
    std::ranges::stable_sort(order, {}, distance);
    for (const auto& [_, i] : order) {
      if (treasures_[i] == kNothing) {
        view.put_zeros(2 + types);
      } else {
        view.put(world.towards(agent, world.agents() + i));
        view.put_choice(type(treasures_[i]), types);
      }
    }
  }

  // The treasures, then what collectors hold.
  void mark(std::int64_t* out) const {
    std::ranges::copy(holding_, std::ranges::copy(treasures_, out).out);
  }

  void serialize(StateIO& io) {
    io(rng_);
    io.block(holding_.data(), holding_.size(), "what collectors hold");
    io.block(treasures_.data(), treasures_.size(), "treasures");
    for (std::vector<std::int64_t>* const list : {&holding_, &treasures_}) {
      for (std::int64_t& type : *list) type = std::clamp(type, kNothing, types_ - 1);
    }
  }

 private:
  static constexpr std::int64_t kNothing = -1;
  static constexpr double kHalfWidth = 0.95;

  std::size_t deposit(std::int64_t type) const {
    return collectors_ + static_cast<std::size_t>(type);
  }
  // As a position in a one-hot vector, which nothing is beyond.
  std::size_t type(std::int64_t type) const {
    return static_cast<std::size_t>(type == kNothing ? types_ : type);
  }

  void pick_up(World& world, std::size_t i) {
    const std::size_t body = world.agents() + i;
    if (treasures_[i] == kNothing) {
      rng_.uniform();  // decides with certainty that it comes back
      world.scatter(rng_, body, 1, kHalfWidth);
      treasures_[i] = rng_.integers<std::int64_t>(0, types_);
      return;
    }
    for (std::size_t collector = 0; collector < collectors_; ++collector) {
      if (holding_[collector] != kNothing || !world.touch(body, collector)) continue;
      events_ += 5.0;
      holding_[collector] = std::exchange(treasures_[i], kNothing);
      return;
    }
  }

  double shaping_of_collector(const World& world, std::size_t agent) const {
    double sum = 0.0;
    for (std::size_t other = 0; other < collectors_; ++other) {
      if (other != agent && world.touch(agent, other)) sum -= 5.0;
    }
    if (holding_[agent] != kNothing) {
      return sum - 0.1 * world.distance(agent, deposit(holding_[agent]));
    }
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < treasures_.size(); ++i) {
      if (treasures_[i] == kNothing) continue;
      nearest = std::min(nearest, world.distance(agent, world.agents() + i));
    }
    return nearest < std::numeric_limits<double>::infinity() ? sum - 0.1 * nearest : sum;
  }

  // Towards the nearest collector with a treasure for it, or towards the middle of all.
  double shaping_of_deposit(const World& world, std::size_t agent) const {
    double nearest = std::numeric_limits<double>::infinity();
    Point sum;
    for (std::size_t i = 0; i < collectors_; ++i) {
      if (holding_[i] == static_cast<std::int64_t>(agent - collectors_)) {
        nearest = std::min(nearest, world.distance(agent, i));
      }
      sum.x += world[i].position.x;
      sum.y += world[i].position.y;
    }
    if (nearest < std::numeric_limits<double>::infinity()) return 0.0 - 0.1 * nearest;
    const auto count = static_cast<double>(collectors_);
    const Point delta = Point{sum.x / count, sum.y / count} - world[agent].position;
    return 0.0 - 0.1 * numpy::norm(std::array{delta.x, delta.y});
  }

  std::size_t collectors_;
  std::int64_t types_;
  Rng rng_;
  std::vector<std::int64_t> holding_;    // of each collector: a type of treasure
  std::vector<std::int64_t> treasures_;  // the type of each, or that it is away
  double events_ = 0.0;                  // what all get for the last step's events
};

}  // namespace pp::mpe

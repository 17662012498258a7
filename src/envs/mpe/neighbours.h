// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What an agent sees of others: all of them in their order, or only the nearest.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game.h"
#include "shared/numpy/functions.h"

namespace pp::mpe {

// How many are seen; none is all.
using Most = std::optional<std::int64_t>;

// The options of scenarios in which agents may see only their neighbours.
struct NeighbourOptions : GameOptions {
  Most num_agent_neighbors;
  Most num_landmark_neighbors;
};

constexpr auto neighbour_options() {
  return option_list(game_options(),
                     option("num_agent_neighbors", &NeighbourOptions::num_agent_neighbors,
                            "Observe only so many of the other agents, the nearest first."),
                     option("num_landmark_neighbors", &NeighbourOptions::num_landmark_neighbors,
                            "Observe only so many of the landmarks, the nearest first."));
}

inline void check_neighbours(const NeighbourOptions& config) {
  const auto check = [](std::string_view name, const Most& most) {
    if (most) check_count(name, *most, 1);
  };
  check("num_agent_neighbors", config.num_agent_neighbors);
  check("num_landmark_neighbors", config.num_landmark_neighbors);
}

// How many are observed where there are `count`.
inline std::int64_t seen(const Most& most, std::size_t count) {
  return most ? *most : static_cast<std::int64_t>(count);
}

// Calls see(body) for what the agent sees of the bodies [first, last) but itself, and then
// see_none() for each place that remains.
template <class See, class SeeNone>
void look(const World& world, std::size_t agent, std::size_t first, std::size_t last,
          const Most& most, const See& see, const SeeNone& see_none) {
  if (!most) {
    for (std::size_t body = first; body < last; ++body) {
      if (body != agent) see(body);
    }
    return;
  }
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t body = first; body < last; ++body) {
    if (body == agent) continue;
    const Point delta = world.towards(agent, body);
    order.emplace_back(numpy::norm(std::array{delta.x, delta.y}), body);
  }
  std::ranges::stable_sort(order, {}, [](const auto& one) { return one.first; });
  const auto places = static_cast<std::size_t>(*most);
  for (std::size_t i = 0; i < places; ++i) {
    if (i < order.size()) {
      see(order[i].second);
    } else {
      see_none();
    }
  }
}

// Writes where the others are, as the agent sees them.
inline void put_positions(const World& world, std::size_t agent, std::size_t first,
                          std::size_t last, const Most& most, View& view) {
  look(
      world, agent, first, last, most,
      [&](std::size_t body) { view.put(world.towards(agent, body)); }, [&] { view.put_zeros(2); });
}

}  // namespace pp::mpe

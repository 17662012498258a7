// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The state of an episode.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "highway/config/settings.h"
#include "highway/road/road.h"

namespace pp::highway {

struct World {
  Road road;
  std::vector<std::uint32_t> agents;  // the numbers of the controlled vehicles
  double time = 0.0;
  std::int64_t frames = 0;
  // Of lane keeping: the lane to keep, and how many come after it.
  std::int32_t kept_lane = 0;
  std::int32_t lanes_left = 0;
  // Of parking: what each agent is rewarded for its place after a time step.
  std::vector<double> goal_rewards;

  Body& agent(std::size_t number) { return road.vehicles()[agents[number]]; }
  const Body& agent(std::size_t number) const { return road.vehicles()[agents[number]]; }
  // The first one, whom the reference calls its vehicle.
  const Body& ego() const { return agent(0); }

  // Adds a vehicle to the road; an agent's number follows from its place.
  Body& add(const Body& body) {
    road.vehicles().push_back(body);
    return road.vehicles().back();
  }
  Body& add_agent(const Body& body) {
    agents.push_back(static_cast<std::uint32_t>(road.vehicles().size()));
    return add(body);
  }
  bool is_agent(std::size_t vehicle) const {
    for (const std::uint32_t agent : agents) {
      if (agent == vehicle) return true;
    }
    return false;
  }
};

// What an agent does in a time step.
struct AgentAction {
  std::int64_t choice = 0;
  float levers[2] = {0.0f, 0.0f};
};

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// When a vehicle would collide at each of its speeds and on each lane.
#include <parallel_pool/error.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "highway/road/numbers.h"
#include "views.h"

namespace pp::highway {
namespace {

struct Grid {
  std::vector<double>& cells;
  std::size_t lanes, times;

  double& at(std::size_t speed, std::size_t lane, std::size_t time) const {
    return cells[(speed * lanes + lane) * times + time];
  }
};

// What another vehicle costs at a speed.
void add_vehicle(const World& world, const Body& me, const Body& other, const Grid& grid,
                 std::size_t speed, double quantum) {
  struct Contact {
    double margin, cost;
  };
  const Network& network = world.road.network();
  const double margin = other.length / 2.0 + me.length / 2.0;
  const double projected = other.speed * dot(other.direction(), me.direction());
  const double distance = world.road.lane_distance(me, other);
  const std::int32_t own_edge = network.place(me.lane).edge;
  const std::int32_t edge = network.place(other.lane).edge;
  const bool is_ahead = network.leads_to(own_edge, edge, me.route.parts(), 3);
  const bool has_equal_lanes = network.edge(edge).count == network.edge(own_edge).count;
  const auto first = static_cast<std::size_t>(has_equal_lanes ? network.place(other.lane).id : 0);
  const std::size_t last = has_equal_lanes ? first + 1 : grid.lanes;
  if (last > grid.lanes) {
    throw Error(ErrorKind::kValue,
                "TimeToCollision of an agent whose road has more lanes than the first agent's, "
                "where the reference fails too");
  }
  for (const Contact& contact : {Contact{0.0, 1.0}, {-margin, 0.5}, {margin, 0.5}}) {
    const double closing = not_zero(world.road.target_speeds[speed] - projected);
    const double time = (distance + contact.margin) / closing;
    if (time < 0.0 || !is_ahead) continue;
    for (const double at : {std::trunc(time / quantum), std::ceil(time / quantum)}) {
      if (!(0.0 <= at && at < static_cast<double>(grid.times))) continue;
      for (std::size_t lane = first; lane < last; ++lane) {
        double& cell = grid.at(speed, lane, static_cast<std::size_t>(at));
        cell = std::max(cell, contact.cost);
      }
    }
  }
}

}  // namespace

void Views::time_to_collision(const ViewSettings& view, const World& world, const Body& me,
                              float* out) {
  const std::size_t speeds = world.road.target_speeds.size();
  const auto lanes = static_cast<std::size_t>(world.road.network().edge_of(world.ego().lane).count);
  const std::size_t times = time_steps(settings_, view);
  cells_.assign(speeds * lanes * times, 0.0);
  const Grid grid{cells_, lanes, times};
  for (std::size_t speed = 0; speed < speeds; ++speed) {
    for (const Body& other : world.road.vehicles()) {
      if (&other == &me || world.road.target_speeds[speed] == other.speed) continue;
      add_vehicle(world, me, other, grid, speed, 1.0 / settings_.policy_frequency);
    }
  }
  // Three speeds around the current one, the outermost repeated, and three lanes, 1 beside the road.
  const std::int64_t lane_id = world.road.network().place(me.lane).id;
  for (std::int64_t i = 0; i < 3; ++i) {
    const auto speed = static_cast<std::size_t>(
        std::clamp<std::int64_t>(me.speed_index + i - 1, 0, static_cast<std::int64_t>(speeds) - 1));
    for (std::int64_t k = 0; k < 3; ++k) {
      const std::int64_t lane = lane_id + k - 1;
      const bool exists = lane >= 0 && lane < static_cast<std::int64_t>(lanes);
      for (std::size_t time = 0; time < times; ++time) {
        *out++ = exists ? static_cast<float>(grid.at(speed, static_cast<std::size_t>(lane), time))
                        : 1.0f;
      }
    }
  }
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Builds straight roads and places vehicles.
#include "straight_roads.h"

#include <algorithm>

namespace pp::highway {

void add_straight_road(Network& network, const StraightRoad& road) {
  for (std::int64_t i = 0; i < road.lanes; ++i) {
    const double y = static_cast<double>(i) * kLaneWidth;
    network.add(road.from, road.to,
                Lane::straight({road.start, y}, {road.start + road.length, y},
                               {.left = i == 0 ? Line::kContinuousLine : Line::kStriped,
                                .right = i == road.lanes - 1 ? Line::kContinuousLine : Line::kNone,
                                .speed_limit = road.speed_limit(i)}));
  }
}

Body make_ahead(const World& world, Rng& rng, Kind kind, const RandomPlace& place) {
  const Network& network = world.road.network();
  const Network::Edge& edge = network.edge(0);
  const std::int64_t id = place.lane ? *place.lane : rng.choice(edge.count);
  const Lane& lane = network.lane(edge.first + static_cast<std::int32_t>(id));
  const double limit = lane.traits.speed_limit;
  const double speed = place.speed ? *place.speed : rng.uniform(0.7 * limit, 0.8 * limit);
  const double spacing = 12.0 + 1.0 * speed;
  const double offset =
      place.spacing * spacing * exponential(-5.0 / 40.0 * static_cast<double>(edge.count));
  double x = 3.0 * offset;
  if (!world.road.vehicles().empty()) {
    x = lane.longitudinal(world.road.vehicles()[0].position);
    for (const Body& body : world.road.vehicles()) {
      x = std::max(x, lane.longitudinal(body.position));
    }
  }
  x += offset * rng.uniform(0.9, 1.1);
  return world.road.make(kind, lane.position(x, 0.0), lane.heading_at(x), speed);
}

}  // namespace pp::highway

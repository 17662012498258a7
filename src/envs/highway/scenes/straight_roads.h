// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Straight roads of several lanes, and vehicles placed on them one after the other.
#pragma once

#include <optional>
#include <string_view>

#include "world.h"

namespace pp::highway {

struct StraightRoad {
  std::string_view from, to;
  std::int64_t lanes;
  double start, length;
  double (*speed_limit)(std::int64_t lane) = [](std::int64_t) { return 30.0; };
};
void add_straight_road(Network& network, const StraightRoad& road);

// What `create_random` of the reference's vehicles is told.
struct RandomPlace {
  std::optional<double> speed;
  std::optional<std::int64_t> lane;
  double spacing = 1.0;
};
// A vehicle ahead of all others, on a lane of the first edge.
Body make_ahead(const World& world, Rng& rng, Kind kind, const RandomPlace& place);

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a picture shows: the road, and what is on it. The reference's own classes draw it.
#pragma once

#include <parallel_pool/env.h>

#include "game.h"

namespace pp::highway {

// Rows of numbers; families/highway/pictures.py reads them in the same order.
struct PictureRows {
  Row<std::int64_t, kDynamic> counts;  // lanes, vehicles, objects, number of the first agent, rays
  Row<double, kDynamic> lanes;
  Row<double, kDynamic> bodies;  // vehicles, then objects
  Row<float, kDynamic> rays;     // the lidar's, if that is the observation
};
Space<PictureRows> picture_space(const Settings& settings);
void write_picture(const Game& game, PictureRows& out);

}  // namespace pp::highway

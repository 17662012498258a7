// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The roads of the racetracks.
#pragma once

#include <cstdint>

#include "highway/road/network.h"

namespace pp::highway {

void build_racetrack(Network& network);
void build_large_racetrack(Network& network, double speed_limit);
void build_oval(Network& network, double length, std::int64_t lanes);

}  // namespace pp::highway

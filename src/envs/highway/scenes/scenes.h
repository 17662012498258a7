// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The scenes.
#pragma once

#include <memory>

#include "scene.h"

namespace pp::highway {

std::unique_ptr<Scene> make_highway(const Settings& settings);
std::unique_ptr<Scene> make_exit(const Settings& settings);
std::unique_ptr<Scene> make_intersection(const Settings& settings);
std::unique_ptr<Scene> make_lane_keeping(const Settings& settings);
std::unique_ptr<Scene> make_merge(const Settings& settings);
std::unique_ptr<Scene> make_merge_generic(const Settings& settings);
std::unique_ptr<Scene> make_parking(const Settings& settings);
std::unique_ptr<Scene> make_racetrack(const Settings& settings);
std::unique_ptr<Scene> make_roundabout(const Settings& settings);
std::unique_ptr<Scene> make_roundabout_generic(const Settings& settings);
std::unique_ptr<Scene> make_two_way(const Settings& settings);
std::unique_ptr<Scene> make_u_turn(const Settings& settings);

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of Gymnasium-Robotics' environments whose physics is so short that their rules are here.
// The others are tasks in python/parallel_pool/families/robotics.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <parallel_pool/bind.h>

#include <map>
#include <string>

#include "robotics/point_maze.h"
#include "shared/mujoco/bind_listen.h"

NB_MODULE(native, m) {
  using namespace pp::robotics;
  const nanobind::module_ maps = nanobind::module_::import_("parallel_pool.families.robotics.maps");
  const auto limits = nanobind::cast<std::map<std::string, std::int64_t>>(maps.attr("POINT_STEPS"));
  for (const auto& [name, map] :
       nanobind::cast<std::map<std::string, MazeMap>>(maps.attr("MAPS"))) {
    for (const bool is_dense : {false, true}) {
      pp::bind_env<PointMaze>(
          m, {.id = "PointMaze_" + name + (is_dense ? "Dense" : "") + "-v3",
              .max_episode_steps = limits.at(name.substr(0, name.find('_'))),
              .defaults = {.reward_type = is_dense ? "dense" : "sparse", .maze_map = map}});
    }
  }
  pp::mujoco::bind_listen(m);
  m.def("show_in", &pp::mujoco::show_in, nanobind::arg("data"),
        "Simulations that this thread renders are copied into the data at this address; 0: none.");
}

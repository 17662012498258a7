// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of highway-env.
#include <parallel_pool/bind.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/tree_option.h"
#include "highway_env.h"
#include "players_env.h"
#include "shared/env_type_by_option.h"

namespace pp::highway {
namespace {

struct Id {
  std::string name;
  SceneKind scene;
  Tree config = {};
  std::optional<std::int64_t> limit = {};
  bool players = false;
};

void bind(nb::module_& module, const Id& id) {
  Options defaults;
  defaults.config = default_config(id.scene);
  defaults.config.update(id.config);
  defaults.players = id.players;
  defaults.scene = id.scene;
  const EnvFacts<HighwayEnv> facts{.id = id.name,
                                   .max_episode_steps = id.limit,
                                   .reference = "highway_env:" + id.name,
                                   .defaults = defaults};
  bind_env_by_option<HighwayEnv, PlayersEnv>(module, "players", facts);
}

Tree connected() { return dict({{"neighbour_vehicles_connected_lanes", true}}); }

// Both versions of a scene; the second also sees vehicles on the lanes before and after its own.
void bind_versions(nb::module_& module, const std::string& name, SceneKind scene) {
  bind(module, {name + "-v0", scene});
  bind(module, {name + "-v1", scene, connected()});
}

Tree continuous_intersection() {
  const Tree defaults = default_config(SceneKind::kIntersection);
  Tree seen = *defaults.find("observation");
  seen.set("vehicles_count", 5);
  seen.set("features", list({"presence", "x", "y", "vx", "vy", "long_off", "lat_off", "ang_off"}));
  return dict({{"observation", seen},
               {"action", dict({{"type", "ContinuousAction"},
                                {"steering_range", list({-kPi / 3, kPi / 3})},
                                {"longitudinal", true},
                                {"lateral", true},
                                {"dynamical", true},
                                {"target_speeds", list({0, 4.5, 9})}})}});
}

Tree multi_agent_intersection() {
  const Tree defaults = default_config(SceneKind::kIntersection);
  return dict({{"action", dict({{"type", "MultiAgentAction"},
                                {"action_config", dict({{"type", "DiscreteMetaAction"},
                                                        {"lateral", false},
                                                        {"longitudinal", true},
                                                        {"target_speeds", list({0, 4.5, 9})}})}})},
               {"observation", dict({{"type", "MultiAgentObservation"},
                                     {"observation_config", *defaults.find("observation")}})},
               {"controlled_vehicles", 2}});
}

void bind_intersections(nb::module_& module) {
  constexpr SceneKind kScene = SceneKind::kIntersection;
  bind(module, {"intersection-v0", kScene});
  bind(module, {"intersection-v1", kScene, continuous_intersection()});
  bind(module, {"intersection-v2", kScene, connected()});
  const std::string name = "intersection-multi-agent-v";
  Tree config = multi_agent_intersection();
  bind(module, {name + "0", kScene, config});
  bind(module, {name + "1", kScene, config, {}, true});
  config.update(connected());
  bind(module, {name + "2", kScene, config, {}, true});
}

void bind_parking(nb::module_& module) {
  constexpr SceneKind kScene = SceneKind::kParking;
  bind(module, {"parking-v0", kScene});
  bind(module,
       {"parking-ActionRepeat-v0", kScene, dict({{"policy_frequency", 1}, {"duration", 20}})});
  bind(module, {"parking-parked-v0", kScene, dict({{"vehicles_count", 10}})});
}

}  // namespace
}  // namespace pp::highway

NB_MODULE(native, m) {
  using namespace pp::highway;
  bind_versions(m, "exit", SceneKind::kExit);
  bind(m, {"highway-v0", SceneKind::kHighway});
  bind(m, {"highway-fast-v0", SceneKind::kHighwayFast});
  bind_intersections(m);
  bind(m, {"lane-keeping-v0", SceneKind::kLaneKeeping, {}, 200});
  bind_versions(m, "merge", SceneKind::kMerge);
  bind_versions(m, "merge-generic", SceneKind::kMergeGeneric);
  bind_parking(m);
  bind_versions(m, "racetrack", SceneKind::kRacetrack);
  bind_versions(m, "racetrack-large", SceneKind::kRacetrackLarge);
  bind_versions(m, "racetrack-oval", SceneKind::kRacetrackOval);
  bind_versions(m, "roundabout", SceneKind::kRoundabout);
  bind_versions(m, "roundabout-generic", SceneKind::kRoundaboutGeneric);
  bind(m, {"two-way-v0", SceneKind::kTwoWay, {}, 15});
  bind_versions(m, "u-turn", SceneKind::kUTurn);
}

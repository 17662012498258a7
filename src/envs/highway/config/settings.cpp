// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks a configuration.
#include "settings.h"

#include <parallel_pool/error.h>

#include <algorithm>
#include <cmath>

#include "parts.h"

namespace pp::highway {
namespace {

constexpr std::int64_t kMostAgents = 16;

bool has_agents(SceneKind scene) {
  switch (scene) {
    case SceneKind::kHighway:
    case SceneKind::kHighwayFast:
    case SceneKind::kExit:
    case SceneKind::kIntersection:
    case SceneKind::kParking:
    case SceneKind::kRacetrack:
    case SceneKind::kRacetrackLarge:
    case SceneKind::kRacetrackOval:
      return true;
    default:
      return false;  // whatever the configuration says
  }
}

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorKind::kValue, message); }

void read_other_vehicles(Settings& settings) {
  const std::string path = settings.reader().text("other_vehicles_type");
  const std::string name = path.substr(path.rfind('.') + 1);
  if (name == "IDMVehicle") return;
  settings.other_vehicles = Kind::kLinear;
  if (name == "LinearVehicle") return;
  settings.linear.least_gain = 1.0;
  constexpr double kVelocity = (1.0 - 0.75) * 30.0;
  constexpr double kRest = 0.75 * 30.0;
  if (name == "AggressiveVehicle") {
    settings.linear.acceleration_parameters = {0.8 / kVelocity, 0.8 / kRest, 0.5};
  } else if (name == "DefensiveVehicle") {
    settings.linear.acceleration_parameters = {1.2 / kVelocity, 1.2 / kRest, 2.0};
  } else {
    settings.reader().refuse("other_vehicles_type",
                             "IDMVehicle, LinearVehicle, AggressiveVehicle or DefensiveVehicle of "
                             "highway_env.vehicle.behavior");
  }
}

void read_frequencies(Settings& settings) {
  const Reader reader = settings.reader();
  settings.simulation_frequency = reader.number("simulation_frequency");
  settings.policy_frequency = reader.number("policy_frequency");
  if (!(settings.simulation_frequency >= 1.0 && settings.simulation_frequency <= 1000.0)) {
    reader.refuse("simulation_frequency", "from 1 to 1000");
  }
  if (!(settings.policy_frequency > 0.0) ||
      settings.policy_frequency > settings.simulation_frequency) {
    reader.refuse("policy_frequency", "above 0 and at most the simulation_frequency");
  }
  if (settings.scene == SceneKind::kIntersection) reader.integer("simulation_frequency");
  const double frames = std::floor(settings.simulation_frequency / settings.policy_frequency);
  if (frames > 1e6) reader.refuse("policy_frequency", "at least a millionth of the simulation's");
  settings.frames = static_cast<std::int64_t>(frames);
}

// Calls visit for each view that is no tuple of others.
template <class Visit>
void each_view(const ViewSettings& view, const Visit& visit) {
  if (view.parts.empty()) return visit(view);
  for (const ViewSettings& part : view.parts) each_view(part, visit);
}

// Refuses what the reference fails with, in the scene where it does.
void check_view(const Settings& settings, const ViewSettings& view) {
  using Of = ViewSettings::Kind;
  const bool is_meta = settings.action.kind == ActionSettings::Kind::kMeta;
  if (view.kind == Of::kTimeToCollision && !is_meta) {
    refuse("TimeToCollision needs actions of type DiscreteMetaAction, whose speeds it shows");
  }
  if (view.kind == Of::kExit && settings.scene != SceneKind::kExit) {
    refuse("ExitObservation needs a road with an exit, which only exit-v0 and exit-v1 have");
  }
  if (view.kind == Of::kGoal && settings.scene != SceneKind::kParking) {
    refuse("KinematicsGoal needs a goal, which only the parking ids have");
  }
  if (view.kind == Of::kAttributes && settings.scene != SceneKind::kLaneKeeping) {
    refuse("AttributesObservation shows attributes that only lane-keeping-v0 has");
  }
}

void check_action(const Settings& settings) {
  const ActionSettings& action = settings.action;
  const bool is_meta = action.kind == ActionSettings::Kind::kMeta;
  switch (settings.scene) {
    case SceneKind::kRacetrack:
    case SceneKind::kRacetrackLarge:
    case SceneKind::kRacetrackOval:
      if (is_meta) refuse("racetracks need actions of type ContinuousAction or DiscreteAction");
      return;
    case SceneKind::kTwoWay:
      if (!is_meta) refuse("two-way-v0 rewards the speeds of actions of type DiscreteMetaAction");
      return;
    case SceneKind::kLaneKeeping:
      if (is_meta || !action.dynamical) {
        refuse(
            "lane-keeping-v0 needs actions that are 'dynamical', because it reads the state of "
            "a bicycle");
      }
      return;
    case SceneKind::kMerge:
    case SceneKind::kMergeGeneric:
    case SceneKind::kRoundabout:
    case SceneKind::kRoundaboutGeneric:
      if (action.kind == ActionSettings::Kind::kContinuous && !action.of_all_agents &&
          action.size() == 2) {
        refuse(
            "this environment compares actions with 0 and 2, so a ContinuousAction must be "
            "longitudinal or lateral, not both");
      }
      return;
    default:
      return;
  }
}

bool has_multi_agent_view(const ViewSettings& view) {
  return view.kind == ViewSettings::Kind::kMultiAgent ||
         std::ranges::any_of(view.parts, has_multi_agent_view);
}

}  // namespace

Settings::Settings(SceneKind of_scene, const Tree& given) : scene(of_scene), config(given) {
  check_keys(config);
  const Reader all = reader();
  if (has_agents(scene)) {
    agents = static_cast<std::size_t>(all.count("controlled_vehicles", 1, kMostAgents));
  }
  read_frequencies(*this);
  manual_control = all.flag("manual_control", false);
  connected_lanes = all.flag("neighbour_vehicles_connected_lanes");
  read_other_vehicles(*this);
  action = read_action(all.at("action"));
  view = read_view(all.at("observation"), all);
  check_action(*this);
  each_view(view, [&](const ViewSettings& one) { check_view(*this, one); });
  if (scene == SceneKind::kParking && view.kind == ViewSettings::Kind::kMultiAgent &&
      view.parts[0].kind != ViewSettings::Kind::kGoal) {
    refuse("a MultiAgentObservation of parking needs agents that observe KinematicsGoal");
  }
  if (view.kind == ViewSettings::Kind::kTuple && has_multi_agent_view(view) && agents > 8) {
    refuse("a TupleObservation with a MultiAgentObservation shows at most 8 agents");
  }
}

}  // namespace pp::highway

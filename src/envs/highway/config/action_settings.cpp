// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads what a configuration says of actions.
#include "parts.h"

namespace pp::highway {
namespace {

std::array<double, 2> pair_of(const std::vector<double>& values) { return {values[0], values[1]}; }

ActionSettings read_meta(const Reader& reader) {
  ActionSettings action;
  action.longitudinal = reader.flag("longitudinal", true);
  action.lateral = reader.flag("lateral", true);
  using enum Command;
  if (action.longitudinal && action.lateral) {
    action.commands = {kLaneLeft, kIdle, kLaneRight, kFaster, kSlower};
  } else if (action.longitudinal) {
    action.commands = {kSlower, kIdle, kFaster};
  } else if (action.lateral) {
    action.commands = {kLaneLeft, kIdle, kLaneRight};
  } else {
    reader.refuse("lateral", "True where longitudinal is False");
  }
  action.target_speeds = reader.numbers("target_speeds");
  if (!reader.has("target_speeds")) action.target_speeds = {20.0, 25.0, 30.0};
  if (action.target_speeds.size() < 2 ||
      action.target_speeds.front() == action.target_speeds.back()) {
    reader.refuse("target_speeds",
                  "a list of at least two speeds, of which the last is not the "
                  "first");
  }
  return action;
}

ActionSettings read_continuous(const Reader& reader) {
  ActionSettings action;
  action.kind = ActionSettings::Kind::kContinuous;
  action.longitudinal = reader.flag("longitudinal", true);
  action.lateral = reader.flag("lateral", true);
  if (!action.longitudinal && !action.lateral) {
    reader.refuse("lateral", "True where longitudinal is False");
  }
  action.dynamical = reader.flag("dynamical", false);
  action.clip = reader.flag("clip", true);
  action.acceleration_range = pair_of(reader.range("acceleration_range", {-5.0, 5.0}));
  action.steering_range = pair_of(reader.range("steering_range", {-kPi / 4.0, kPi / 4.0}));
  return action;
}

}  // namespace

ActionSettings read_action(const Reader& reader) {
  const std::string type = reader.text("type");
  if (type == "DiscreteMetaAction") return read_meta(reader);
  if (type == "ContinuousAction") {
    ActionSettings action = read_continuous(reader);
    if (!reader.numbers("speed_range").empty()) {
      action.speed_range = pair_of(reader.range("speed_range", {}));
    }
    return action;
  }
  if (type == "DiscreteAction") {
    ActionSettings action = read_continuous(reader);
    action.kind = ActionSettings::Kind::kDiscrete;
    action.actions_per_axis =
        static_cast<std::size_t>(reader.count("actions_per_axis", 1, 1000, 3));
    return action;
  }
  if (type == "MultiAgentAction") {
    ActionSettings action = read_action(reader.at("action_config"));
    if (action.of_all_agents)
      reader.refuse("action_config", "of a type other than MultiAgentAction");
    action.of_all_agents = true;
    return action;
  }
  reader.refuse("type", "ContinuousAction, DiscreteAction, DiscreteMetaAction or MultiAgentAction");
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What scenes share.
#include "scene.h"

#include <parallel_pool/error.h>

#include <cmath>
#include <utility>

#include "scenes.h"

namespace pp::highway {

Scene::Scene(const Settings& settings, std::vector<Term> terms)
    : settings_(settings),
      duration_(settings.reader().number("duration", HUGE_VAL)),
      terms_(std::move(terms)) {
  for (const Term& term : terms_) {
    const Tree& given = settings_.reader().tree(term.name);
    const double number = settings_.reader().number(term.name, 0.0);
    weights_.push_back(given.real() ? Value::of_float(number) : Value::of_int(number));
  }
}

Value Scene::weighted_sum(std::span<const Value> terms) const {
  Sum sum;
  for (std::size_t i = 0; i < weights_.size(); ++i) sum.add(weights_[i] * terms[i]);
  return sum.value();
}

bool Scene::changes_lane(std::span<const AgentAction> actions) const {
  if (settings_.action.of_all_agents) return false;  // a tuple is neither
  if (settings_.action.kind == ActionSettings::Kind::kContinuous) {
    return actions[0].levers[0] == 0.0f || actions[0].levers[0] == 2.0f;
  }
  return actions[0].choice == 0 || actions[0].choice == 2;
}

Value on_road(const World& world, const Body& body) {
  const Lane& lane = world.road.lane_of(body);
  const LanePoint at = lane.local(body.position);
  const bool beside = !(std::abs(at.lateral) <= lane.traits.width / 2.0);
  if (!beside && lane.shape != Lane::Shape::kCircular && !(-kVehicleLength <= at.longitudinal)) {
    return of_bool(false);
  }
  return of_numpy_bool(lane.is_on(at));
}

std::unique_ptr<Scene> make_scene(const Settings& settings) {
  switch (settings.scene) {
    case SceneKind::kHighway:
    case SceneKind::kHighwayFast:
      return make_highway(settings);
    case SceneKind::kExit:
      return make_exit(settings);
    case SceneKind::kIntersection:
      return make_intersection(settings);
    case SceneKind::kLaneKeeping:
      return make_lane_keeping(settings);
    case SceneKind::kMerge:
      return make_merge(settings);
    case SceneKind::kMergeGeneric:
      return make_merge_generic(settings);
    case SceneKind::kParking:
      return make_parking(settings);
    case SceneKind::kRacetrack:
    case SceneKind::kRacetrackLarge:
    case SceneKind::kRacetrackOval:
      return make_racetrack(settings);
    case SceneKind::kRoundabout:
      return make_roundabout(settings);
    case SceneKind::kRoundaboutGeneric:
      return make_roundabout_generic(settings);
    case SceneKind::kTwoWay:
      return make_two_way(settings);
    case SceneKind::kUTurn:
      return make_u_turn(settings);
  }
  throw Error(ErrorKind::kValue, "unknown scene");
}

}  // namespace pp::highway

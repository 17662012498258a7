// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a configuration says of observations, actions and the simulation, checked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "highway/road/road.h"
#include "reader.h"
#include "tree.h"

namespace pp::highway {

enum class SceneKind : std::uint8_t {
  kHighway,
  kHighwayFast,
  kExit,
  kIntersection,
  kLaneKeeping,
  kMerge,
  kMergeGeneric,
  kParking,
  kRacetrack,
  kRacetrackLarge,
  kRacetrackOval,
  kRoundabout,
  kRoundaboutGeneric,
  kTwoWay,
  kUTurn,
};

// What is told of a body, in the names of the reference.
enum class Feature : std::uint8_t {
  kPresence,
  kX,
  kY,
  kVx,
  kVy,
  kHeading,
  kCosH,
  kSinH,
  kCosD,
  kSinD,
  kLongOff,
  kLatOff,
  kAngOff,
  kOnRoad,   // of grids only
  kUnknown,  // of grids only, which show zeros for it
};

struct FeatureRange {
  Feature feature;
  double low, high;
};

enum class Attribute : std::uint8_t { kState, kDerivative, kReferenceState };

struct ViewSettings {
  enum class Kind : std::uint8_t {
    kKinematics,
    kExit,
    kGoal,
    kGrid,
    kTimeToCollision,
    kLidar,
    kAttributes,
    kMultiAgent,
    kTuple,
  };
  Kind kind = Kind::kKinematics;

  std::vector<Feature> features;
  std::vector<FeatureRange> ranges;  // none: those of the road
  std::size_t vehicles_count = 5;
  bool absolute = false;
  bool sorted = true;
  bool shuffled = false;
  bool normalize = true;
  bool clip = true;
  bool see_behind = false;
  bool observe_intentions = false;
  bool include_obstacles = true;

  std::vector<double> scales;

  std::array<std::array<double, 2>, 2> grid_size{};
  std::array<double, 2> grid_step{};
  std::array<std::size_t, 2> grid_shape{};
  bool aligned = false;
  bool as_image = false;

  double horizon = 10.0;

  std::size_t cells = 16;
  double maximum_range = 60.0;

  std::vector<Attribute> attributes;

  std::vector<ViewSettings> parts;  // of kMultiAgent, one for all agents; of kTuple
};

struct ActionSettings {
  enum class Kind : std::uint8_t { kMeta, kContinuous, kDiscrete };
  Kind kind = Kind::kMeta;
  bool of_all_agents = false;  // a Tuple of one for each

  std::vector<Command> commands;  // of kMeta
  std::vector<double> target_speeds;

  bool longitudinal = true;
  bool lateral = true;
  bool dynamical = false;
  bool clip = true;
  std::array<double, 2> acceleration_range{-5.0, 5.0};
  std::array<double, 2> steering_range{};
  std::optional<std::array<double, 2>> speed_range;
  std::size_t actions_per_axis = 3;

  // Numbers of a continuous action.
  std::size_t size() const { return longitudinal && lateral ? 2 : 1; }
  // Values of a discrete action.
  std::int64_t choices() const {
    if (kind == Kind::kMeta) return static_cast<std::int64_t>(commands.size());
    const auto axis = static_cast<std::int64_t>(actions_per_axis);
    return size() == 2 ? axis * axis : axis;
  }
  highway::Kind vehicle() const {
    if (kind == Kind::kMeta) return highway::Kind::kMeta;
    return dynamical ? highway::Kind::kBicycle : highway::Kind::kPlain;
  }
};

struct Settings {
  // Throws pp::Error for a value that the reference cannot have either, or that is not supported.
  Settings(SceneKind scene, const Tree& config);

  SceneKind scene;
  Tree config;
  ViewSettings view;
  ActionSettings action;
  std::size_t agents = 1;  // controlled vehicles
  double simulation_frequency = 15.0;
  double policy_frequency = 1.0;
  std::int64_t frames = 15;  // of the simulation in a time step
  bool manual_control = false;
  bool connected_lanes = false;
  Kind other_vehicles = Kind::kIdm;
  Linear linear;

  Reader reader() const { return Reader(config, "config"); }
};

// The default configuration of a scene, and of its variants.
Tree default_config(SceneKind scene);
// Refuses keys that no configuration of the reference has.
void check_keys(const Tree& config);

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The default configurations of highway-env 1.12.1.
#include <parallel_pool/error.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "settings.h"

namespace pp::highway {
namespace {

Tree of_all_scenes() {
  return dict({
      {"observation", dict({{"type", "Kinematics"}})},
      {"action", dict({{"type", "DiscreteMetaAction"}})},
      {"simulation_frequency", 15},
      {"policy_frequency", 1},
      {"other_vehicles_type", "highway_env.vehicle.behavior.IDMVehicle"},
      {"screen_width", 600},
      {"screen_height", 150},
      {"centering_position", list({0.3, 0.5})},
      {"scaling", 5.5},
      {"show_trajectories", false},
      {"render_agent", true},
      {"offscreen_rendering", true},
      {"manual_control", false},
      {"real_time_rendering", false},
      {"neighbour_vehicles_connected_lanes", false},
  });
}

Tree with(Tree config, const Tree& entries) {
  config.update(entries);
  return config;
}

Tree highway() {
  return with(of_all_scenes(), dict({
                                   {"lanes_count", 4},
                                   {"vehicles_count", 50},
                                   {"controlled_vehicles", 1},
                                   {"initial_lane_id", Tree()},
                                   {"duration", 40},
                                   {"ego_spacing", 2},
                                   {"vehicles_density", 1},
                                   {"collision_reward", -1},
                                   {"right_lane_reward", 0.1},
                                   {"high_speed_reward", 0.4},
                                   {"lane_change_reward", 0},
                                   {"reward_speed_range", list({20, 30})},
                                   {"normalize_reward", true},
                                   {"offroad_terminal", false},
                               }));
}

Tree highway_fast() {
  return with(highway(), dict({
                             {"simulation_frequency", 5},
                             {"lanes_count", 3},
                             {"vehicles_count", 20},
                             {"duration", 30},
                             {"ego_spacing", 1.5},
                         }));
}

Tree seven_features() { return list({"presence", "x", "y", "vx", "vy", "cos_h", "sin_h"}); }

Tree meta_action(Tree target_speeds) {
  return dict({{"type", "DiscreteMetaAction"}, {"target_speeds", std::move(target_speeds)}});
}

Tree exit() {
  return with(highway(), dict({
                             {"observation", dict({{"type", "ExitObservation"},
                                                   {"vehicles_count", 15},
                                                   {"features", seven_features()},
                                                   {"clip", false}})},
                             {"action", meta_action(list({18, 24, 30}))},
                             {"lanes_count", 6},
                             {"collision_reward", 0},
                             {"high_speed_reward", 0.1},
                             {"right_lane_reward", 0},
                             {"normalize_reward", true},
                             {"goal_reward", 1},
                             {"vehicles_count", 20},
                             {"vehicles_density", 1.5},
                             {"controlled_vehicles", 1},
                             {"duration", 18},
                             {"simulation_frequency", 5},
                             {"scaling", 5},
                         }));
}

Tree ranges(int place, int speed) {
  return dict({{"x", list({-place, place})},
               {"y", list({-place, place})},
               {"vx", list({-speed, speed})},
               {"vy", list({-speed, speed})}});
}

Tree intersection() {
  return with(of_all_scenes(), dict({
                                   {"observation", dict({{"type", "Kinematics"},
                                                         {"vehicles_count", 15},
                                                         {"features", seven_features()},
                                                         {"features_range", ranges(100, 20)},
                                                         {"absolute", true},
                                                         {"flatten", false},
                                                         {"observe_intentions", false}})},
                                   {"action", dict({{"type", "DiscreteMetaAction"},
                                                    {"longitudinal", true},
                                                    {"lateral", false},
                                                    {"target_speeds", list({0, 4.5, 9})}})},
                                   {"duration", 13},
                                   {"destination", "o1"},
                                   {"controlled_vehicles", 1},
                                   {"initial_vehicle_count", 10},
                                   {"spawn_probability", 0.6},
                                   {"screen_width", 600},
                                   {"screen_height", 600},
                                   {"centering_position", list({0.5, 0.6})},
                                   {"scaling", 5.5 * 1.3},
                                   {"collision_reward", -5},
                                   {"high_speed_reward", 1},
                                   {"arrived_reward", 1},
                                   {"reward_speed_range", list({7.0, 9.0})},
                                   {"normalize_reward", false},
                                   {"offroad_terminal", false},
                               }));
}

Tree lane_keeping() {
  return with(
      of_all_scenes(),
      dict({
          {"observation", dict({{"type", "AttributesObservation"},
                                {"attributes", list({"state", "derivative", "reference_state"})}})},
          {"action", dict({{"type", "ContinuousAction"},
                           {"steering_range", list({-kPi / 3, kPi / 3})},
                           {"longitudinal", false},
                           {"lateral", true},
                           {"dynamical", true}})},
          {"simulation_frequency", 10},
          {"policy_frequency", 10},
          {"state_noise", 0.05},
          {"derivative_noise", 0.05},
          {"screen_width", 600},
          {"screen_height", 250},
          {"scaling", 7},
          {"centering_position", list({0.4, 0.5})},
      }));
}

Tree merge() {
  return with(of_all_scenes(), dict({
                                   {"collision_reward", -1},
                                   {"right_lane_reward", 0.1},
                                   {"high_speed_reward", 0.2},
                                   {"reward_speed_range", list({20, 30})},
                                   {"merging_speed_reward", -0.5},
                                   {"lane_change_reward", -0.05},
                               }));
}

Tree merge_generic() {
  return with(merge(), dict({
                           {"lanes_count", 2},
                           {"vehicles_count", 3},
                           {"before_merge_length", 150},
                           {"converge_merge_length", 80},
                           {"parallel_merge_length", 80},
                           {"after_merge_length", 150},
                       }));
}

Tree parking() {
  return with(
      of_all_scenes(),
      dict({
          {"observation", dict({{"type", "KinematicsGoal"},
                                {"features", list({"x", "y", "vx", "vy", "cos_h", "sin_h"})},
                                {"scales", list({100, 100, 5, 5, 1, 1})},
                                {"normalize", false}})},
          {"action", dict({{"type", "ContinuousAction"}})},
          {"reward_weights", list({1, 0.3, 0, 0, 0.02, 0.02})},
          {"success_goal_reward", 0.12},
          {"collision_reward", -5},
          {"steering_range", radians(45)},
          {"simulation_frequency", 15},
          {"policy_frequency", 5},
          {"duration", 100},
          {"screen_width", 600},
          {"screen_height", 300},
          {"centering_position", list({0.5, 0.5})},
          {"scaling", 7},
          {"controlled_vehicles", 1},
          {"vehicles_count", 0},
          {"add_walls", true},
      }));
}

Tree racetrack() {
  return with(of_all_scenes(),
              dict({
                  {"observation", dict({{"type", "OccupancyGrid"},
                                        {"features", list({"presence", "on_road"})},
                                        {"grid_size", list({list({-18, 18}), list({-18, 18})})},
                                        {"grid_step", list({3, 3})},
                                        {"as_image", false},
                                        {"align_to_vehicle_axes", true}})},
                  {"action", dict({{"type", "ContinuousAction"},
                                   {"longitudinal", false},
                                   {"lateral", true},
                                   {"target_speeds", list({0, 5, 10})}})},
                  {"simulation_frequency", 15},
                  {"policy_frequency", 5},
                  {"duration", 300},
                  {"collision_reward", -1},
                  {"lane_centering_cost", 4},
                  {"lane_centering_reward", 1},
                  {"action_reward", -0.3},
                  {"controlled_vehicles", 1},
                  {"other_vehicles", 1},
                  {"screen_width", 600},
                  {"screen_height", 600},
                  {"centering_position", list({0.5, 0.5})},
                  {"speed_limit", 10.0},
                  {"terminate_off_road", true},
              }));
}

Tree racetrack_oval() {
  return with(racetrack(), dict({
                               {"length", 100},
                               {"no_lanes", 3},
                               {"block_lane", false},
                               {"force_decision", false},
                           }));
}

Tree roundabout() {
  return with(
      of_all_scenes(),
      dict({
          {"observation",
           dict({{"type", "Kinematics"}, {"absolute", true}, {"features_range", ranges(100, 15)}})},
          {"action", meta_action(list({0, 8, 16}))},
          {"incoming_vehicle_destination", Tree()},
          {"collision_reward", -1},
          {"high_speed_reward", 0.2},
          {"right_lane_reward", 0},
          {"lane_change_reward", -0.05},
          {"screen_width", 600},
          {"screen_height", 600},
          {"centering_position", list({0.5, 0.6})},
          {"duration", 11},
          {"normalize_reward", true},
      }));
}

Tree roundabout_generic() {
  return with(roundabout(), dict({
                                {"roundabout_radius", 20},
                                {"roundabout_lanes", 2},
                                {"vehicles_count", 5},
                                {"duration", 17},
                            }));
}

Tree two_way() {
  return with(of_all_scenes(),
              dict({
                  {"observation", dict({{"type", "TimeToCollision"}, {"horizon", 5}})},
                  {"collision_reward", 0},
                  {"left_lane_constraint", 1},
                  {"left_lane_reward", 0.2},
                  {"high_speed_reward", 0.8},
              }));
}

Tree u_turn() {
  return with(of_all_scenes(),
              dict({
                  {"observation", dict({{"type", "TimeToCollision"}, {"horizon", 16}})},
                  {"action", meta_action(list({8, 16, 24}))},
                  {"screen_width", 789},
                  {"screen_height", 289},
                  {"duration", 10},
                  {"collision_reward", -1.0},
                  {"left_lane_reward", 0.1},
                  {"high_speed_reward", 0.4},
                  {"reward_speed_range", list({8, 24})},
                  {"normalize_reward", true},
                  {"offroad_terminal", false},
              }));
}

// How many letters to change, add or leave out to make one word of the other; where the lengths
// differ much, the difference.
std::size_t edits(std::string_view a, std::string_view b) {
  if (a.size() > 2 * b.size()) return a.size() - b.size();
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t k = 0; k < b.size(); ++k) {
      const std::size_t changed = diagonal + (a[i] == b[k] ? 0 : 1);
      diagonal = std::exchange(row[k + 1], std::min({changed, row[k] + 1, row[k + 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

Tree default_config(SceneKind scene) {
  switch (scene) {
    case SceneKind::kHighway:
      return highway();
    case SceneKind::kHighwayFast:
      return highway_fast();
    case SceneKind::kExit:
      return exit();
    case SceneKind::kIntersection:
      return intersection();
    case SceneKind::kLaneKeeping:
      return lane_keeping();
    case SceneKind::kMerge:
      return merge();
    case SceneKind::kMergeGeneric:
      return merge_generic();
    case SceneKind::kParking:
      return parking();
    case SceneKind::kRacetrack:
    case SceneKind::kRacetrackLarge:
      return racetrack();
    case SceneKind::kRacetrackOval:
      return racetrack_oval();
    case SceneKind::kRoundabout:
      return roundabout();
    case SceneKind::kRoundaboutGeneric:
      return roundabout_generic();
    case SceneKind::kTwoWay:
      return two_way();
    case SceneKind::kUTurn:
      return u_turn();
  }
  return {};
}

// Keys of any scene are taken everywhere, as the reference takes them.
void check_keys(const Tree& config) {
  static const std::vector<std::string> known = [] {
    std::vector<std::string> keys{"on_road_reward"};
    for (int scene = 0; scene <= static_cast<int>(SceneKind::kUTurn); ++scene) {
      const Tree config = default_config(static_cast<SceneKind>(scene));
      for (const Tree::Entry& entry : *config.dict()) keys.push_back(entry.key);
    }
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    return keys;
  }();
  if (config.dict() == nullptr) {
    throw Error(ErrorKind::kValue, "config must be a dict, got " + config.repr());
  }
  for (const Tree::Entry& entry : *config.dict()) {
    if (std::ranges::binary_search(known, entry.key)) continue;
    const std::string& nearest = *std::ranges::min_element(
        known, {}, [&](const std::string& key) { return edits(entry.key, key); });
    const bool is_near = 3 * edits(entry.key, nearest) <= nearest.size();
    throw Error(ErrorKind::kValue, "config['" + entry.key +
                                       "'] is unknown to every highway-env environment" +
                                       (is_near ? ", did you mean '" + nearest + "'?" : "") +
                                       "; `parallel-pool info ID` lists what an environment has");
  }
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A road with oncoming traffic, and one that turns back.
#include <algorithm>
#include <array>

#include "highway/road/numbers.h"
#include "scenes.h"

namespace pp::highway {
namespace {

using enum Line;

class TwoWay final : public Scene {
 public:
  explicit TwoWay(const Settings& settings)
      : Scene(settings, {{"high_speed_reward"}, {"left_lane_reward"}}) {}

  void build(Network& network) const override {
    constexpr double kLength = 800.0;
    network.add("a", "b",
                Lane::straight({0, 0}, {kLength, 0}, {.left = kContinuousLine, .right = kStriped}));
    network.add("a", "b",
                Lane::straight({0, kLaneWidth}, {kLength, kLaneWidth},
                               {.left = kNone, .right = kContinuousLine}));
    network.add("b", "a", Lane::straight({kLength, 0}, {0, 0}, {.left = kNone, .right = kNone}));
  }

  void populate(World& world, Rng& rng) const override {
    const Network& network = world.road.network();
    const Lane& right = network.lane(network.lane("a", "b", 1));
    world.add_agent(make_agent(world, right.position(30.0, 0.0), 0.0, 30.0));
    for (int i = 0; i < 3; ++i) {
      const Point position = right.position(70.0 + 40.0 * i + 10.0 * rng.normal(), 0.0);
      const double heading = right.heading_at(70.0 + 40.0 * i);
      const double speed = 24.0 + 2.0 * rng.normal();
      Body body = world.road.make(settings_.other_vehicles, position, heading, speed);
      body.changes_lanes = false;
      world.add(body);
    }
    const std::int32_t number = network.lane("b", "a", 0);
    const Lane& back = network.lane(number);
    for (int i = 0; i < 2; ++i) {
      const Point position = back.position(200.0 + 100.0 * i + 10.0 * rng.normal(), 0.0);
      const double heading = back.heading_at(200.0 + 100.0 * i);
      const double speed = 20.0 + 5.0 * rng.normal();
      Body body = world.road.make(settings_.other_vehicles, position, heading, speed);
      body.changes_lanes = false;
      body.target_lane = number;
      world.add(body);
    }
  }

  void rate(const World& world, std::span<const AgentAction>,
            std::span<Value> terms) const override {
    const Body& ego = world.ego();
    const Network& network = world.road.network();
    const auto speeds = static_cast<double>(world.road.target_speeds.size());
    const double lanes = network.edge_of(ego.lane).count;
    const double lane = network.place(ego.target_lane).id;
    terms[0] = Value::of_float(ego.speed_index / (speeds - 1.0));
    terms[1] = Value::of_float((lanes - 1.0 - lane) / (lanes - 1.0));
  }

  double reward(const World&, std::span<const Value> terms) const override {
    return weighted_sum(terms).number;
  }
  bool is_truncated(const World&) const override { return false; }
};

class UTurn final : public Scene {
 public:
  explicit UTurn(const Settings& settings)
      : Scene(settings, {{"collision_reward", Term::Type::kBool},
                         {"left_lane_reward"},
                         {"high_speed_reward"},
                         {"on_road_reward", Term::Type::kBool}}) {
    const Reader reader = settings_.reader();
    const std::vector<double> range = reader.range("reward_speed_range", {});
    if (range.empty()) reader.refuse("reward_speed_range", "a list of two numbers");
    speed_range_ = {range[0], range[1]};
    normalize_ = reader.flag("normalize_reward");
    collision_ = reader.number("collision_reward");
    best_ = weight("high_speed_reward") + weight("left_lane_reward");
  }

  void build(Network& network) const override {
    constexpr double kLength = 128.0;
    constexpr double kRadius = 20.0;
    constexpr double kFirst = 2.0 * kLaneWidth + 2.0 * kRadius - kLaneWidth;
    constexpr Lane::Traits kOuterLane{.left = kContinuousLine, .right = kStriped};
    constexpr Lane::Traits kInnerLane{.left = kNone, .right = kContinuousLine};
    network.add("c", "d", Lane::straight({kLength, kLaneWidth}, {0, kLaneWidth}, kOuterLane));
    network.add("c", "d", Lane::straight({kLength, 0}, {0, 0}, kInnerLane));
    for (int i = 0; i < 2; ++i) {
      network.add("b", "c",
                  Lane::circular({kLength, kLaneWidth + kRadius}, kRadius + i * kLaneWidth,
                                 radians(90.0), radians(-90.0), false,
                                 {.left = i == 0 ? kContinuous : kNone,
                                  .right = i == 0 ? kStriped : kContinuous}));
    }
    network.add("a", "b", Lane::straight({0, kFirst}, {kLength, kFirst}, kOuterLane));
    network.add(
        "a", "b",
        Lane::straight({0, kFirst + kLaneWidth}, {kLength, kFirst + kLaneWidth}, kInnerLane));
  }

  void populate(World& world, Rng& rng) const override {
    const Network& network = world.road.network();
    const Lane& lane = network.lane(network.lane("a", "b", 0));
    Body ego = make_agent(world, lane.position(0.0, 0.0), 0.0, 16.0);
    if (ego.kind == Kind::kMeta) world.road.plan(ego, "d");
    world.add_agent(ego);
    struct Other {
      const char* from;
      const char* to;
      std::int64_t lane;
      double place, speed;
    };
    constexpr std::array<Other, 6> kOthers{{{"a", "b", 0, 25.0, 13.5},
                                            {"a", "b", 1, 56.0, 14.5},
                                            {"b", "c", 1, 0.5, 4.5},
                                            {"b", "c", 0, 17.5, 5.5},
                                            {"c", "d", 0, 1.0, 3.5},
                                            {"c", "d", 1, 30.0, 5.5}}};
    for (const Other& other : kOthers) {
      const double place = other.place + rng.normal() * 2.0;
      const double speed = other.speed + rng.normal() * 2.0;
      Body body = world.road.make_on_lane(
          settings_.other_vehicles, network.lane(other.from, other.to, other.lane), place, speed);
      world.road.plan(body, "d");
      if (&other == kOthers.data()) world.road.randomize(body, rng);
      world.add(body);
    }
  }

  void rate(const World& world, std::span<const AgentAction>,
            std::span<Value> terms) const override {
    const Body& ego = world.ego();
    const Network& network = world.road.network();
    const double lane = network.place(ego.lane).id;
    const double share = map_linearly(ego.speed, speed_range_[0], speed_range_[1], 0.0, 1.0);
    terms[0] = of_bool(ego.crashed);
    terms[1] = Value::of_float(lane / std::max(network.edge_of(ego.lane).count - 1, 1));
    terms[2] = Value::of_numpy(clip(share, 0.0, 1.0));
    terms[3] = on_road(world, ego);
  }

  double reward(const World&, std::span<const Value> terms) const override {
    Value reward = weighted_sum(terms);
    if (normalize_) {
      reward = map_to_unit(reward, collision_, best_);
    }
    return (reward * terms[3]).number;
  }

 private:
  std::array<double, 2> speed_range_;
  bool normalize_;
  double collision_, best_;
};

}  // namespace

std::unique_ptr<Scene> make_two_way(const Settings& settings) {
  return std::make_unique<TwoWay>(settings);
}
std::unique_ptr<Scene> make_u_turn(const Settings& settings) {
  return std::make_unique<UTurn>(settings);
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A road that another one joins, in the fixed form and in the general one.
#include <algorithm>
#include <array>
#include <cmath>

#include "highway/road/numbers.h"
#include "scenes.h"
#include "straight_roads.h"

namespace pp::highway {
namespace {

constexpr double kAmplitude = 3.25;

class Merge : public Scene {
 public:
  explicit Merge(const Settings& settings)
      : Scene(settings, {{"collision_reward", Term::Type::kBool},
                         {"right_lane_reward"},
                         {"high_speed_reward"},
                         {"lane_change_reward", Term::Type::kBool},
                         {"merging_speed_reward"}}) {
    const Reader reader = settings_.reader();
    const std::vector<double> range = reader.range("reward_speed_range", {});
    if (range.empty()) reader.refuse("reward_speed_range", "a list of two numbers");
    speed_range_ = {range[0], range[1]};
    worst_ = weight("collision_reward") + weight("merging_speed_reward");
    best_ = weight("high_speed_reward") + weight("right_lane_reward");
  }

  void build(Network& network) const override {
    using enum Line;
    const std::array<double, 4> ends{150.0, 230.0, 310.0, 460.0};
    for (int i = 0; i < 2; ++i) {
      const double y = i * kLaneWidth;
      const Line left = i == 0 ? kContinuousLine : kNone;
      const Line right = i == 0 ? kStriped : kContinuousLine;
      network.add("a", "b", Lane::straight({0.0, y}, {ends[1], y}, {.left = left, .right = right}));
      network.add("b", "c",
                  Lane::straight({ends[1], y}, {ends[2], y}, {.left = left, .right = kStriped}));
      network.add("c", "d",
                  Lane::straight({ends[2], y}, {ends[3], y}, {.left = left, .right = right}));
    }
    const Lane::Traits joining{
        .left = kContinuousLine, .right = kContinuousLine, .forbidden = true};
    const Lane before = Lane::straight({0.0, 6.5 + 4.0 + 4.0}, {ends[0], 6.5 + 4.0 + 4.0}, joining);
    const Lane curve = Lane::sinusoidal(before.position(ends[0], -kAmplitude),
                                        before.position(ends[1], -kAmplitude), kAmplitude,
                                        2.0 * kPi / (2.0 * 80.0), kPi / 2.0, joining);
    const Point start = curve.position(80.0, 0.0);
    network.add("j", "k", before);
    network.add("k", "b", curve);
    network.add("b", "c",
                Lane::straight(start, start + Point{80.0, 0.0},
                               {.left = kNone, .right = kContinuousLine, .forbidden = true}));
  }

  void populate(World& world, Rng& rng) const override {
    const Network& network = world.road.network();
    add_obstacle(world, 2, 80.0);
    world.add_agent(
        make_agent(world, network.lane(network.lane("a", "b", 1)).position(30.0, 0.0), 0.0, 30.0));
    struct Other {
      double position, speed;
    };
    for (const Other& other : {Other{90.0, 29.0}, Other{70.0, 31.0}, Other{5.0, 31.5}}) {
      const std::int32_t lane = network.lane("a", "b", rng.integers<std::int64_t>(0, 2));
      const Point position =
          network.lane(lane).position(other.position + rng.uniform(-5.0, 5.0), 0.0);
      const double speed = other.speed + rng.uniform(-1.0, 1.0);
      world.add(world.road.make(settings_.other_vehicles, position, 0.0, speed));
    }
    add_joining(world, 110.0);
  }

  void rate(const World& world, std::span<const AgentAction> actions,
            std::span<Value> terms) const override {
    const Body& ego = world.ego();
    const Network& network = world.road.network();
    const double share = map_linearly(ego.speed, speed_range_[0], speed_range_[1], 0.0, 1.0);
    terms[0] = of_bool(ego.crashed);
    terms[1] = Value::of_float(network.place(ego.lane).id / 1.0);
    terms[2] = ego.has_moved ? Value::of_numpy(share) : Value::of_float(share);
    terms[3] = of_bool(changes_lane(actions));
    Sum slowness;
    const Network::Edge& edge = network.edge(network.edge("b", "c"));
    for (const Body& body : world.road.vehicles()) {
      const bool joins =
          network.is_same_road(body.lane, edge.first) && network.place(body.lane).id == 2;
      if (!joins || !body.is_controlled()) continue;
      const double missing = (body.target_speed - body.speed) / body.target_speed;
      slowness.add(body.kind == Kind::kMeta ? Value::of_numpy(missing) : Value::of_float(missing));
    }
    terms[4] = slowness.value();
  }

  double reward(const World&, std::span<const Value> terms) const override {
    return map_to_unit(weighted_sum(terms), worst_, best_).number;
  }

  bool is_terminated(const World& world) const override {
    return world.ego().crashed || world.ego().position.x > end_;
  }
  bool is_truncated(const World&) const override { return false; }

 protected:
  // At the end of the lane that joins.
  static void add_obstacle(World& world, std::int64_t lane, double longitudinal) {
    const Network& network = world.road.network();
    const Lane& joining = network.lane(network.lane("b", "c", lane));
    world.road.objects().push_back(
        world.road.make(Kind::kObstacle, joining.position(longitudinal, 0.0), 0.0, 0.0));
  }
  void add_joining(World& world, double longitudinal) const {
    const Network& network = world.road.network();
    const Lane& lane = network.lane(network.lane("j", "k", 0));
    Body body =
        world.road.make(settings_.other_vehicles, lane.position(longitudinal, 0.0), 0.0, 20.0);
    body.target_speed = 30.0;
    world.add(body);
  }

  std::array<double, 2> speed_range_;
  double worst_, best_;  // sums of terms, as the reference takes them
  double end_ = 370.0;
};

class MergeGeneric final : public Merge {
 public:
  explicit MergeGeneric(const Settings& settings) : Merge(settings) {
    const Reader reader = settings_.reader();
    lanes_ = reader.count("lanes_count", 1, 1000);
    vehicles_ = reader.count("vehicles_count", 0, 100'000);
    const auto length = [&](const char* name, double least) {
      const double value = reader.number(name);
      if (!(value > 0.0 && value >= least)) {
        reader.refuse(name, least > 0.0 ? "at least 90" : "above 0");
      }
      return value;
    };
    before_ = length("before_merge_length", 0.0);
    converge_ = length("converge_merge_length", 0.0);
    parallel_ = length("parallel_merge_length", 0.0);
    after_ = length("after_merge_length", 90.0);
    end_ = before_ + converge_ + parallel_ + after_ - 90.0;
  }

  void build(Network& network) const override {
    using enum Line;
    add_straight_road(network, {"a", "b", lanes_, 0.0, before_ + converge_});
    add_straight_road(network, {"b", "c", lanes_, before_ + converge_, parallel_});
    add_straight_road(network, {"c", "d", lanes_, before_ + converge_ + parallel_, after_});
    const double y = static_cast<double>(lanes_) * kLaneWidth;
    const double approach = y + 2.0 * kAmplitude;
    const Lane::Traits joining{
        .left = kContinuousLine, .right = kContinuousLine, .forbidden = true, .speed_limit = 30.0};
    network.add("j", "k", Lane::straight({0.0, approach}, {before_, approach}, joining));
    network.add("k", "b",
                Lane::sinusoidal({before_, y + kAmplitude}, {before_ + converge_, y + kAmplitude},
                                 kAmplitude, 2.0 * kPi / (2.0 * converge_), kPi / 2.0, joining));
    network.add(
        "b", "c",
        Lane::straight(
            {before_ + converge_, y}, {before_ + converge_ + parallel_, y},
            {.left = kStriped, .right = kContinuousLine, .forbidden = true, .speed_limit = 30.0}));
  }

  void populate(World& world, Rng& rng) const override {
    constexpr double kStart = 30.0;
    const Network& network = world.road.network();
    add_obstacle(world, lanes_, parallel_);
    const std::int32_t first = network.lane("a", "b", 0);
    const Lane& lane = network.lane(first + static_cast<std::int32_t>(lanes_) - 1);
    world.add_agent(make_agent(world, lane.position(kStart, 0.0), 0.0, 30.0));
    std::vector<std::vector<double>> taken(static_cast<std::size_t>(lanes_));
    taken.back().push_back(kStart);
    for (std::int64_t i = 0; i < vehicles_; ++i) add_other(world, rng, first, taken);
    add_joining(world, kStart + 30.0);
  }

 private:
  void add_other(World& world, Rng& rng, std::int32_t first,
                 std::vector<std::vector<double>>& taken) const {
    constexpr int kTries = 10;
    for (int i = 0; i < kTries; ++i) {
      const auto id = static_cast<std::size_t>(rng.integers<std::int64_t>(0, lanes_));
      const double place = rng.uniform(0.0, before_ + converge_ + parallel_);
      if (std::ranges::any_of(taken[id],
                              [&](double other) { return !(std::abs(place - other) > 15.0); })) {
        continue;
      }
      const Lane& lane = world.road.network().lane(first + static_cast<std::int32_t>(id));
      const Point position = lane.position(place, 0.0);
      const double speed = 30.0 + rng.uniform(-2.0, 2.0);
      world.add(world.road.make(settings_.other_vehicles, position, 0.0, speed));
      taken[id].push_back(place);
      return;
    }
  }

  std::int64_t lanes_, vehicles_;
  double before_, converge_, parallel_, after_;
};

}  // namespace

std::unique_ptr<Scene> make_merge(const Settings& settings) {
  return std::make_unique<Merge>(settings);
}
std::unique_ptr<Scene> make_merge_generic(const Settings& settings) {
  return std::make_unique<MergeGeneric>(settings);
}

}  // namespace pp::highway

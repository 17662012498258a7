// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A bicycle that keeps a lane: first a straight one, then a sinusoidal one.
#include "scenes.h"

namespace pp::highway {
namespace {

class LaneKeeping final : public Scene {
 public:
  explicit LaneKeeping(const Settings& settings) : Scene(settings, {}) {}

  void build(Network& network) const override {
    constexpr double kWidth = 10.0;
    network.add("a", "b",
                Lane::sinusoidal({0, 0}, {500, 0}, 5.0, 2.0 * kPi / 100.0, 0.0, {.width = kWidth}));
    network.add("c", "d", Lane::straight({50, 50}, {115, 15}, {.width = kWidth}));
    network.add("d", "a",
                Lane::straight({115, 15}, {115 + 20, 15.0 + 20.0 * (15.0 - 50.0) / (115.0 - 50.0)},
                               {.width = kWidth, .left = Line::kNone}));
  }

  void populate(World& world, Rng&) const override {
    const Network& network = world.road.network();
    world.kept_lane = network.lane("c", "d", 0);
    world.lanes_left = 1;
    const Lane& lane = network.lane(world.kept_lane);
    world.add_agent(make_agent(world, lane.position(50.0, -4.0), lane.heading_at(0.0), 8.3));
  }

  void before_step(World& world) const override {
    const Network& network = world.road.network();
    if (world.lanes_left == 0 || network.lane(world.kept_lane).is_on(world.ego().position)) return;
    world.kept_lane = network.lane("a", "b", 0);
    world.lanes_left = 0;
  }

  void rate(const World&, std::span<const AgentAction>, std::span<Value>) const override {}

  double reward(const World& world, std::span<const Value>) const override {
    const Lane& lane = world.road.network().lane(world.kept_lane);
    const double lateral = lane.local(world.ego().position).lateral;
    return 1.0 - math::square(lateral / lane.traits.width);
  }
  bool is_terminated(const World&) const override { return false; }
  bool is_truncated(const World&) const override { return false; }
};

}  // namespace

std::unique_ptr<Scene> make_lane_keeping(const Settings& settings) {
  return std::make_unique<LaneKeeping>(settings);
}

}  // namespace pp::highway

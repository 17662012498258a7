// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A car park, where each agent has a spot to reach.
#include <parallel_pool/error.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "goals.h"
#include "scenes.h"

namespace pp::highway {
namespace {

class Parking final : public Scene {
 public:
  explicit Parking(const Settings& settings) : Scene(settings, {}) {
    const Reader reader = settings_.reader();
    vehicles_ = reader.count("vehicles_count", 0, 1000);
    has_walls_ = reader.flag("add_walls");
    collision_ = reader.number("collision_reward");
    success_ = reader.number("success_goal_reward");
    const std::vector<double> weights = reader.numbers("reward_weights");
    if (weights.size() != kGoalSize) reader.refuse("reward_weights", "a list of six numbers");
    std::ranges::copy(weights, weights_.begin());
  }

  void build(Network& network) const override {
    constexpr int kSpots = 14;
    constexpr double kWidth = 4.0;
    constexpr double kOffset = 10.0;
    constexpr double kLength = 8.0;
    constexpr Lane::Traits kSpot{
        .width = kWidth, .left = Line::kContinuous, .right = Line::kContinuous};
    for (int k = 0; k < kSpots; ++k) {
      const double x = (k + 1 - kSpots / 2) * kWidth - kWidth / 2.0;
      network.add("a", "b", Lane::straight({x, kOffset}, {x, kOffset + kLength}, kSpot));
      network.add("b", "c", Lane::straight({x, -kOffset}, {x, -kOffset - kLength}, kSpot));
    }
  }

  void populate(World& world, Rng& rng) const override {
    std::vector<std::int32_t> spots;
    for (std::int32_t i = 0; i < world.road.network().lanes(); ++i) spots.push_back(i);
    const auto agents = static_cast<std::int64_t>(settings_.agents);
    for (std::int64_t i = 0; i < agents; ++i) {
      const double x = static_cast<double>(i - agents / 2) * 10.0;
      const double heading = 2.0 * kPi * rng.uniform();
      const Body& body = world.add_agent(make_agent(world, {x, 0.0}, heading, 0.0));
      const auto spot = std::ranges::find(spots, body.lane);
      if (spot == spots.end()) {
        throw Error(ErrorKind::kValue,
                    "two vehicles start nearest to the same spot, where the reference fails too; "
                    "reset with another seed");
      }
      spots.erase(spot);
    }
    for (std::size_t i = 0; i < settings_.agents; ++i) {
      const Lane& lane = world.road.network().lane(take(spots, rng));
      world.agent(i).goal = static_cast<std::int32_t>(world.road.objects().size());
      world.road.objects().push_back(world.road.make(
          Kind::kLandmark, lane.position(lane.length / 2.0, 0.0), lane.heading, 0.0));
    }
    for (std::int64_t i = 0; i < vehicles_ && !spots.empty(); ++i) {
      world.add(world.road.make_on_lane(Kind::kPlain, take(spots, rng), 4.0, 0.0));
    }
    if (has_walls_) add_walls(world);
  }

  void measure(World& world) const override {
    world.goal_rewards.resize(settings_.agents);
    for (std::size_t i = 0; i < settings_.agents; ++i) {
      world.goal_rewards[i] = goal_reward(world, i);
    }
  }

  void rate(const World&, std::span<const AgentAction>, std::span<Value>) const override {}

  double reward(const World& world, std::span<const Value>) const override {
    std::int64_t crashes = 0;
    for (std::size_t i = 0; i < world.agents.size(); ++i) {
      crashes += world.agent(i).crashed ? 1 : 0;
    }
    return 0.0 + world.goal_rewards[0] + collision_ * static_cast<double>(crashes);
  }

  bool is_terminated(const World& world) const override {
    for (std::size_t i = 0; i < world.agents.size(); ++i) {
      if (world.agent(i).crashed) return true;
    }
    return is_success(world, 0);
  }

  bool is_success(const World& world, std::size_t agent) const override {
    return world.goal_rewards[agent] > -success_;
  }

 private:
  // Draws one of the spots and takes it away.
  std::int32_t take(std::vector<std::int32_t>& spots, Rng& rng) const {
    if (spots.empty()) {
      throw Error(ErrorKind::kValue, "there are fewer spots than vehicles and goals");
    }
    const auto index = rng.choice(static_cast<std::int64_t>(spots.size()));
    const std::int32_t spot = spots[static_cast<std::size_t>(index)];
    spots.erase(spots.begin() + index);
    return spot;
  }

  static void add_walls(World& world) {
    constexpr double kWidth = 70.0;
    constexpr double kHeight = 42.0;
    const auto add = [&](Point position, double heading, double length) {
      Body wall = world.road.make(Kind::kObstacle, position, heading, 0.0);
      wall.resize(length, 1.0);
      world.road.objects().push_back(wall);
    };
    for (const double y : {-kHeight / 2.0, kHeight / 2.0}) add({0.0, y}, 0.0, kWidth);
    for (const double x : {-kWidth / 2.0, kWidth / 2.0}) add({x, 0.0}, kPi / 2.0, kHeight);
  }

  double goal_reward(const World& world, std::size_t agent) const {
    const Body& body = world.agent(agent);
    const GoalVector reached = goal_vector(body);
    const GoalVector wanted =
        goal_vector(world.road.objects()[static_cast<std::size_t>(body.goal)]);
    GoalVector apart;
    for (std::size_t i = 0; i < kGoalSize; ++i) apart[i] = std::abs(reached[i] - wanted[i]);
    return -square_root(dot(apart.data(), weights_.data(), kGoalSize));
  }

  std::int64_t vehicles_;
  bool has_walls_;
  double collision_, success_;
  GoalVector weights_;
};

}  // namespace

std::unique_ptr<Scene> make_parking(const Settings& settings) {
  return std::make_unique<Parking>(settings);
}

}  // namespace pp::highway

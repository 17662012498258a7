// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Closed tracks, on which agents steer.
#include <parallel_pool/error.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scenes.h"
#include "tracks.h"

namespace pp::highway {
namespace {

class Racetrack final : public Scene {
 public:
  explicit Racetrack(const Settings& settings)
      : Scene(settings, {{"lane_centering_reward"},
                         {"action_reward"},
                         {"collision_reward", Term::Type::kBool},
                         {"on_road_reward", Term::Type::kBool}}) {
    const Reader reader = settings_.reader();
    cost_ = reader.number("lane_centering_cost");
    collision_ = reader.number("collision_reward");
    others_ = reader.count("other_vehicles", 0, 100'000);
    terminates_off_road_ = reader.flag("terminate_off_road");
    speed_limit_ = reader.number("speed_limit");
    if (settings_.scene != SceneKind::kRacetrackOval) return;
    length_ = static_cast<double>(reader.count("length", 0, 1'000'000));
    if (length_ == 0.0) {
      reader.refuse("length", "at least 1, because with 0 the reference draws one without a seed");
    }
    lanes_ = reader.count("no_lanes", 1, 1000);
    blocks_lane_ = reader.flag("block_lane");
    forces_decision_ = reader.flag("force_decision");
  }

  void build(Network& network) const override {
    if (settings_.scene == SceneKind::kRacetrack) return build_racetrack(network);
    if (settings_.scene == SceneKind::kRacetrackLarge) {
      return build_large_racetrack(network, speed_limit_);
    }
    build_oval(network, length_, lanes_);
  }

  void populate(World& world, Rng& rng) const override {
    add_obstacles(world);
    const Network& network = world.road.network();
    std::int32_t lane = 0;
    for (std::size_t agent = 0; agent < settings_.agents; ++agent) {
      lane = agent == 0 ? network.lane("a", "b", rng.integers<std::int64_t>(0, lanes_))
                        : random_lane(network, rng);
      const double place = rng.uniform(20.0, 50.0);
      const Lane& of_agent = network.lane(lane);
      world.add_agent(make_agent(world, of_agent.position(place, 0.0), of_agent.heading_at(place),
                                 of_agent.traits.speed_limit));
    }
    if (others_ == 0) return;
    const std::int32_t first = network.lane("b", "c", 0);
    const std::int32_t beside = network.lane("b", "c", network.place(lane).id);
    world.add(make_other(world, rng, beside, network.lane(first).length));
    const std::int64_t more = rng.integers<std::int64_t>(0, others_);
    for (std::int64_t i = 0; i < more; ++i) {
      const std::int32_t random = random_lane(network, rng);
      const Body body = make_other(world, rng, random, network.lane(random).length);
      if (std::ranges::none_of(world.road.vehicles(), [&](const Body& other) {
            return norm(body.position - other.position) < 20.0;
          })) {
        world.add(body);
      }
    }
  }

  void rate(const World& world, std::span<const AgentAction> actions,
            std::span<Value> terms) const override {
    const Body& ego = world.ego();
    const Lane& lane = world.road.lane_of(ego);
    const double lateral = lane.local(ego.position).lateral;
    const double centering = 1.0 / (1.0 + cost_ * math::square(lateral));
    terms[0] = lane.shape == Lane::Shape::kCircular ? Value::of_numpy(centering)
                                                    : Value::of_float(centering);
    terms[1] = size_of(actions);
    terms[2] = of_bool(ego.crashed);
    terms[3] = on_road(world, ego);
  }

  double reward(const World&, std::span<const Value> terms) const override {
    return (map_to_unit(weighted_sum(terms), collision_, 1.0) * terms[3]).number;
  }

  bool is_terminated(const World& world) const override {
    return world.ego().crashed || (terminates_off_road_ && !world.road.is_on_road(world.ego()));
  }

 private:
  // numpy.linalg.norm of the action.
  Value size_of(std::span<const AgentAction> actions) const {
    const std::size_t size = settings_.action.size();
    if (settings_.action.kind == ActionSettings::Kind::kContinuous) {
      std::array<float, 2 * 16> levers;
      std::size_t count = 0;
      for (const AgentAction& action : actions) {
        for (std::size_t i = 0; i < size; ++i) levers[count++] = action.levers[i];
      }
      return Value::of_float32(norm(levers.data(), count));
    }
    std::array<double, 16> choices;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      choices[i] = static_cast<double>(actions[i].choice);
    }
    return Value::of_numpy(std::sqrt(dot(choices.data(), choices.data(), actions.size())));
  }

  static std::int32_t random_lane(const Network& network, Rng& rng) {
    const auto sources = network.sources();
    const std::int32_t from =
        sources[static_cast<std::size_t>(rng.choice(static_cast<std::int64_t>(sources.size())))];
    const auto leaving = network.leaving(from);
    const Network::Edge& edge = network.edge(
        leaving[static_cast<std::size_t>(rng.choice(static_cast<std::int64_t>(leaving.size())))]);
    return edge.first + static_cast<std::int32_t>(rng.integers<std::int64_t>(0, edge.count));
  }

  static Body make_other(const World& world, Rng& rng, std::int32_t lane, double length) {
    const double place = rng.uniform(0.0, length);
    const double speed = 6.0 + rng.uniform(0.0, 3.0);
    return world.road.make_on_lane(Kind::kIdm, lane, place, speed);
  }

  void add_obstacles(World& world) const {
    const auto add = [&](double x, double y) {
      world.road.objects().push_back(world.road.make(Kind::kObstacle, {x, y}, 0.0, 0.0));
    };
    if (blocks_lane_) {
      for (const double i : {40.0, 43.0, 46.0, 49.0}) {
        add(length_ - i, 3.75);
        add(length_ - i, 6.25);
      }
    }
    if (forces_decision_) {
      for (const double y : {-1.25, 1.25, 8.85, 11.25}) add(length_ - 90.0, y);
    }
  }

  double cost_, collision_, speed_limit_;
  std::int64_t others_;
  bool terminates_off_road_;
  double length_ = 0.0;
  std::int64_t lanes_ = 2;  // among which the first agent starts
  bool blocks_lane_ = false;
  bool forces_decision_ = false;
};

}  // namespace

std::unique_ptr<Scene> make_racetrack(const Settings& settings) {
  return std::make_unique<Racetrack>(settings);
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A straight highway, and one with an exit.
#include <algorithm>
#include <array>
#include <cmath>

#include "highway/road/numbers.h"
#include "scenes.h"
#include "straight_roads.h"

namespace pp::highway {
namespace {

class Highway : public Scene {
 public:
  explicit Highway(const Settings& settings)
      : Highway(settings, {{"collision_reward"},
                           {"right_lane_reward"},
                           {"high_speed_reward"},
                           {"on_road_reward"}}) {}

  void build(Network& network) const override {
    add_straight_road(network, {"0", "1", lanes_, 0.0, 10000.0});
  }

  void populate(World& world, Rng& rng) const override {
    const auto agents = static_cast<std::int64_t>(settings_.agents);
    for (std::int64_t agent = 0; agent < agents; ++agent) {
      const Body place = make_ahead(world, rng, Kind::kPlain, {25.0, initial_lane_, ego_spacing_});
      world.add_agent(make_agent(world, place.position, place.heading, place.speed));
      const std::int64_t others = vehicles_ / agents + (agent < vehicles_ % agents ? 1 : 0);
      for (std::int64_t i = 0; i < others; ++i) {
        Body body = make_ahead(world, rng, settings_.other_vehicles, {{}, {}, 1.0 / density_});
        world.road.randomize(body, rng);
        world.add(body);
      }
    }
    if (settings_.scene != SceneKind::kHighwayFast) return;
    for (std::size_t i = 0; i < world.road.vehicles().size(); ++i) {
      if (!world.is_agent(i)) world.road.vehicles()[i].checks_collisions = false;
    }
  }

  void rate(const World& world, std::span<const AgentAction>,
            std::span<Value> terms) const override {
    const Body& ego = world.ego();
    const Network& network = world.road.network();
    const auto lane = static_cast<double>(network.place(wanted_lane(ego)).id);
    const double sides = std::max(network.edge_of(ego.lane).count - 1, 1);
    const double forward = ego.speed * cosine(ego.heading);
    terms[0] = Value::of_float(ego.crashed ? 1.0 : 0.0);
    terms[1] = Value::of_float(lane / sides);
    terms[2] = Value::of_numpy(speed_share(forward));
    terms[3] = Value::of_float(world.road.is_on_road(ego) ? 1.0 : 0.0);
  }

  double reward(const World&, std::span<const Value> terms) const override {
    Value reward = weighted_sum(terms);
    if (normalize_) {
      reward = map_to_unit(reward, collision_, best_);
    }
    return reward.number * terms[3].number;
  }

  bool is_terminated(const World& world) const override {
    return world.ego().crashed || (offroad_terminal_ && !world.road.is_on_road(world.ego()));
  }

 protected:
  Highway(const Settings& settings, std::vector<Term> terms) : Scene(settings, std::move(terms)) {
    const Reader reader = settings_.reader();
    lanes_ = reader.count("lanes_count", 1, 1000);
    vehicles_ = reader.count("vehicles_count", 0, 100'000);
    ego_spacing_ = reader.number("ego_spacing");
    const double density = reader.number("vehicles_density");
    if (density == 0.0) reader.refuse("vehicles_density", "other than 0");
    density_ = density;
    if (reader.has("initial_lane_id")) {
      const std::int64_t id = reader.count("initial_lane_id", -lanes_, lanes_ - 1);
      initial_lane_ = id < 0 ? id + lanes_ : id;
    }
    const std::vector<double> range = reader.range("reward_speed_range", {});
    if (range.empty()) reader.refuse("reward_speed_range", "a list of two numbers");
    speed_range_ = {range[0], range[1]};
    normalize_ = reader.flag("normalize_reward");
    offroad_terminal_ = reader.flag("offroad_terminal");
    collision_ = reader.number("collision_reward");
    best_ = weight("high_speed_reward") + weight("right_lane_reward");
  }

  static std::int32_t wanted_lane(const Body& ego) {
    return ego.is_controlled() ? ego.target_lane : ego.lane;
  }
  double speed_share(double speed) const {
    return clip(map_linearly(speed, speed_range_[0], speed_range_[1], 0.0, 1.0), 0.0, 1.0);
  }

  std::int64_t lanes_, vehicles_;
  std::optional<std::int64_t> initial_lane_;
  double ego_spacing_, density_, collision_, best_;
  std::array<double, 2> speed_range_;
  bool normalize_, offroad_terminal_;
};

class Exit final : public Highway {
 public:
  explicit Exit(const Settings& settings)
      : Highway(settings, {{"collision_reward", Term::Type::kBool},
                           {"goal_reward", Term::Type::kBool},
                           {"high_speed_reward"},
                           {"right_lane_reward", Term::Type::kInt}}) {
    best_ = weight("goal_reward");
    for (std::int64_t i = 0; i < lanes_; ++i) {
      shares_.push_back(static_cast<double>(i) / static_cast<double>(lanes_ * (lanes_ - 1) / 2));
    }
    if (lanes_ < 2 && vehicles_ > 0) {
      settings_.reader().refuse("lanes_count", "at least 2, so that others have lanes to choose");
    }
  }

  void build(Network& network) const override {
    constexpr double kExit = 400.0;
    constexpr double kLength = 100.0;
    constexpr double kRadius = 150.0;
    const auto add = [&](const char* from, const char* to, std::int64_t lanes, double start,
                         double length) {
      add_straight_road(network, {from, to, lanes, start, length, [](std::int64_t lane) {
                                    return 26.0 - 3.4 * static_cast<double>(lane);
                                  }});
    };
    add("0", "1", lanes_, 0.0, kExit);
    add("1", "2", lanes_ + 1, kExit, kLength);
    add("2", "3", lanes_, kExit + kLength, 1000.0 - kExit - kLength);
    const Point end{kExit + kLength, static_cast<double>(lanes_) * kLaneWidth};
    network.add("2", "exit",
                Lane::circular(end + Point{0.0, kRadius}, kRadius, 3.0 * kPi / 2.0, 2.0 * kPi, true,
                               {.forbidden = true}));
  }

  void populate(World& world, Rng& rng) const override {
    for (std::size_t agent = 0; agent < settings_.agents; ++agent) {
      const Body place = make_ahead(world, rng, Kind::kPlain, {25.0, 0, ego_spacing_});
      world.add_agent(make_agent(world, place.position, place.heading, place.speed));
    }
    const Network& network = world.road.network();
    for (std::int64_t i = 0; i < vehicles_; ++i) {
      const auto id = static_cast<std::int64_t>(rng.choice(std::span<const double>(shares_)));
      const double speed = network.lane(static_cast<std::int32_t>(id)).traits.speed_limit;
      Body body = make_ahead(world, rng, settings_.other_vehicles, {speed, id, 1.0 / density_});
      world.road.plan(body, "3");
      body.changes_lanes = false;
      world.add(body);
    }
  }

  void rate(const World& world, std::span<const AgentAction>,
            std::span<Value> terms) const override {
    const Body& ego = world.ego();
    terms[0] = of_bool(ego.crashed);
    terms[1] = of_bool(is_success(world, 0));
    terms[2] = Value::of_numpy(speed_share(ego.speed));
    terms[3] = Value::of_int(world.road.network().place(wanted_lane(ego)).id);
  }

  double reward(const World&, std::span<const Value> terms) const override {
    const Value reward = weighted_sum(terms);
    if (!normalize_) return reward.number;
    return clip(map_to_unit(reward, collision_, best_).number, 0.0, 1.0);
  }

  bool is_terminated(const World& world) const override { return world.ego().crashed; }

  bool is_success(const World& world, std::size_t) const override {
    const Network& network = world.road.network();
    const std::int32_t lane = wanted_lane(world.ego());
    const Network::Edge& before = network.edge(network.edge("1", "2"));
    return lane == before.first + before.count - 1 || lane == network.lane("2", "exit", 0);
  }

 private:
  std::vector<double> shares_;
};

}  // namespace

std::unique_ptr<Scene> make_highway(const Settings& settings) {
  return std::make_unique<Highway>(settings);
}
std::unique_ptr<Scene> make_exit(const Settings& settings) {
  return std::make_unique<Exit>(settings);
}

}  // namespace pp::highway

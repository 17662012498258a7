// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A crossing of two roads with priorities, where vehicles come and go.
#include <algorithm>
#include <array>
#include <string>

#include "highway/road/numbers.h"
#include "scenes.h"

namespace pp::highway {
namespace {

using Term = Scene::Term;

std::string node(const char* prefix, std::int64_t corner) {
  return prefix + std::to_string((corner % 4 + 4) % 4);
}

class Intersection final : public Scene {
 public:
  explicit Intersection(const Settings& settings)
      : Scene(
            settings,
            {{"collision_reward"}, {"high_speed_reward"}, {"arrived_reward"}, {"on_road_reward"}}) {
    const Reader reader = settings_.reader();
    vehicles_ = reader.count("initial_vehicle_count", 0, 10'000);
    if (reader.has("destination")) destination_ = reader.text("destination");
    probability_ = reader.number("spawn_probability");
    const std::vector<double> range = reader.range("reward_speed_range", {});
    if (range.empty()) reader.refuse("reward_speed_range", "a list of two numbers");
    speed_range_ = {range[0], range[1]};
    normalize_ = reader.flag("normalize_reward");
    offroad_terminal_ = reader.flag("offroad_terminal");
    collision_ = reader.number("collision_reward");
    const Tree& arrived = reader.tree("arrived_reward");
    const double number = reader.number("arrived_reward");
    arrived_ = arrived.real() ? Value::of_float(number) : Value::of_int(number);
  }

  void build(Network& network) const override {
    for (int corner = 0; corner < 4; ++corner) build_corner(network, corner);
  }

  void populate(World& world, Rng& rng) const override {
    // In the reference, these numbers stay with the class, for all later environments of a process.
    world.road.manners = {7.0, 6.0, -3.0};
    world.road.is_regulated = true;
    const auto gaps = static_cast<double>(vehicles_ - 1);
    for (std::int64_t i = 0; i + 1 < vehicles_; ++i) {
      spawn(world, rng, {.longitudinal = static_cast<double>(i) * (80.0 / gaps)});
    }
    const auto frames = static_cast<std::int64_t>(settings_.simulation_frequency);
    for (std::int64_t i = 0; i < 3 * frames; ++i) {
      world.road.act();
      world.road.step(1.0 / settings_.simulation_frequency, true);
    }
    spawn(world, rng,
          {.longitudinal = 60.0,
           .position_deviation = 0.1,
           .speed_deviation = 0.0,
           .probability = 1.0,
           .goes_straight = true});
    for (std::size_t agent = 0; agent < settings_.agents; ++agent) add_agent(world, rng, agent);
  }

  void after_step(World& world, Rng& rng) const override {
    remove_where(world, [&](const World& now, std::size_t i) {
      const Body& body = now.road.vehicles()[i];
      return !body.route.exists() ||
             (leaves(now, body) && along(now, body) >= now.road.lane_of(body).length - 4 * 5.0);
    });
    spawn(world, rng, {.probability = probability_});
  }

  void rate(const World& world, std::span<const AgentAction>,
            std::span<Value> terms) const override {
    std::array<Value, 4> of_agent;
    std::ranges::fill(terms, Value::of_int(0.0));
    for (std::size_t i = 0; i < world.agents.size(); ++i) {
      rate_agent(world, i, of_agent);
      for (std::size_t k = 0; k < terms.size(); ++k) terms[k] = terms[k] + of_agent[k];
    }
    for (Value& term : terms) {
      term = Value::of_numpy(term.number / static_cast<double>(world.agents.size()));
    }
  }

  double reward(const World& world, std::span<const Value>) const override {
    Sum sum;
    for (std::size_t i = 0; i < world.agents.size(); ++i) sum.add(agent_reward(world, i));
    return sum.value().number / static_cast<double>(world.agents.size());
  }

  bool is_terminated(const World& world) const override {
    bool all_arrived = true;
    for (std::size_t i = 0; i < world.agents.size(); ++i) {
      if (world.agent(i).crashed) return true;
      all_arrived = all_arrived && has_arrived(world, world.agent(i));
    }
    return all_arrived || (offroad_terminal_ && !world.road.is_on_road(world.ego()));
  }

  double reward_of(const World& world, std::size_t agent) const override {
    return agent_reward(world, agent).number;
  }
  bool is_over_for(const World& world, std::size_t agent) const override {
    return world.agent(agent).crashed || has_arrived(world, world.agent(agent));
  }

 private:
  struct Spawn {
    double longitudinal = 0.0;
    double position_deviation = 1.0;
    double speed_deviation = 1.0;
    double probability = 0.6;
    bool goes_straight = false;
  };

  static void build_corner(Network& network, int corner) {
    constexpr double kRight = kLaneWidth + 5.0;
    constexpr double kLeft = kRight + kLaneWidth;
    constexpr double kOuter = kRight + kLaneWidth / 2.0;
    constexpr double kAccess = 100.0;
    const double angle = radians(90.0 * corner);
    const Turn turn{cosine(angle), sine(angle)};
    const auto at = [&](double x, double y) { return turn.of(forms.turn, {x, y}); };
    const int priority = corner % 2 == 1 ? 3 : 1;
    const auto traits = [](Line left, Line right, int of_lane) {
      return Lane::Traits{.left = left, .right = right, .speed_limit = 10.0, .priority = of_lane};
    };
    using enum Line;
    const std::string entry = node("ir", corner);
    network.add(node("o", corner), entry,
                Lane::straight(at(kLaneWidth / 2.0, kAccess + kOuter), at(kLaneWidth / 2.0, kOuter),
                               traits(kStriped, kContinuous, priority)));
    network.add(entry, node("il", corner - 1),
                Lane::circular(at(kOuter, kOuter), kRight, angle + radians(180.0),
                               angle + radians(270.0), true, traits(kNone, kContinuous, priority)));
    network.add(entry, node("il", corner + 1),
                Lane::circular(at(-kLeft + kLaneWidth / 2.0, kLeft - kLaneWidth / 2.0), kLeft,
                               angle + radians(0.0), angle + radians(-90.0), false,
                               traits(kNone, kNone, priority - 1)));
    network.add(entry, node("il", corner + 2),
                Lane::straight(at(kLaneWidth / 2.0, kOuter), at(kLaneWidth / 2.0, -kOuter),
                               traits(kStriped, kNone, priority)));
    network.add(node("il", corner - 1), node("o", corner - 1),
                Lane::straight(at(kOuter, kLaneWidth / 2.0), at(kAccess + kOuter, kLaneWidth / 2.0),
                               traits(kNone, kContinuous, priority)));
  }

  void spawn(World& world, Rng& rng, const Spawn& how) const {
    if (rng.uniform() > how.probability) return;
    const auto [from, drawn] = two_of_four(rng);
    const std::int64_t to = how.goes_straight ? (from + 2) % 4 : drawn;
    const std::int32_t lane = world.road.network().lane(node("o", from), node("ir", from), 0);
    const double longitudinal = how.longitudinal + 5.0 + rng.normal() * how.position_deviation;
    const double speed = 8.0 + rng.normal() * how.speed_deviation;
    Body body = world.road.make_on_lane(settings_.other_vehicles, lane, longitudinal, speed);
    for (const Body& other : world.road.vehicles()) {
      if (norm(other.position - body.position) < 15.0) return;
    }
    world.road.plan(body, node("o", to));
    world.road.randomize(body, rng);
    world.add(body);
  }

  // choice(range(4), size=2, replace=False): Floyd's sampling, then a shuffle.
  static std::array<std::int64_t, 2> two_of_four(Rng& rng) {
    std::array<std::int64_t, 2> two{rng.integers<std::int64_t>(0, 3),
                                    rng.integers<std::int64_t>(0, 4)};
    if (two[1] == two[0]) two[1] = 3;
    if (rng.integers<std::int64_t>(0, 2) == 0) std::swap(two[0], two[1]);
    return two;
  }

  void add_agent(World& world, Rng& rng, std::size_t agent) const {
    const auto corner = static_cast<std::int64_t>(agent % 4);
    const std::int32_t number = world.road.network().lane(node("o", corner), node("ir", corner), 0);
    const Lane& lane = world.road.network().lane(number);
    const std::string destination = destination_.empty()
                                        ? "o" + std::to_string(rng.integers<std::int64_t>(1, 4))
                                        : destination_;
    const double longitudinal = 60.0 + 5.0 * rng.normal(1.0);
    Body body = make_agent(world, lane.position(longitudinal, 0.0), lane.heading_at(60.0),
                           lane.traits.speed_limit);
    if (body.kind == Kind::kMeta) {
      world.road.plan(body, destination);
      body.speed_index = world.road.speed_index(lane.traits.speed_limit);
      body.target_speed = world.road.target_speeds[static_cast<std::size_t>(body.speed_index)];
    }
    const Point position = world.add_agent(body).position;
    remove_where(world, [&](const World& now, std::size_t i) {
      return norm(now.road.vehicles()[i].position - position) < 20.0;
    });
  }

  // Removes others than agents.
  template <class Condition>
  static void remove_where(World& world, const Condition& condition) {
    std::vector<Body>& vehicles = world.road.vehicles();
    std::vector<std::uint32_t> agents(world.agents.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < vehicles.size(); ++i) {
      const auto agent = std::ranges::find(world.agents, i);
      if (agent == world.agents.end() && condition(world, i)) continue;
      if (agent != world.agents.end()) {
        agents[static_cast<std::size_t>(agent - world.agents.begin())] =
            static_cast<std::uint32_t>(kept);
      }
      if (kept != i) vehicles[kept] = vehicles[i];
      ++kept;
    }
    vehicles.resize(kept);
    world.agents = agents;
  }

  static double along(const World& world, const Body& body) {
    return world.road.lane_of(body).longitudinal(body.position);
  }
  static bool leaves(const World& world, const Body& body) {
    const Network& network = world.road.network();
    return network.node_name(network.edge_of(body.lane).from).starts_with("il");
  }
  static bool has_arrived(const World& world, const Body& body) {
    return leaves(world, body) && along(world, body) >= 25.0;
  }

  void rate_agent(const World& world, std::size_t agent, std::span<Value> terms) const {
    const Body& body = world.agent(agent);
    const double share = map_linearly(body.speed, speed_range_[0], speed_range_[1], 0.0, 1.0);
    terms[0] = of_bool(body.crashed);
    terms[1] = Value::of_numpy(clip(share, 0.0, 1.0));
    terms[2] = of_bool(has_arrived(world, body));
    terms[3] = on_road(world, body);
  }

  Value agent_reward(const World& world, std::size_t agent) const {
    std::array<Value, 4> terms;
    rate_agent(world, agent, terms);
    Value reward = weighted_sum(terms);
    if (terms[2].number != 0.0) reward = arrived_;
    reward = reward * terms[3];
    return normalize_ ? map_to_unit(reward, collision_, arrived_.number) : reward;
  }

  std::int64_t vehicles_;
  std::string destination_;
  double probability_, collision_;
  std::array<double, 2> speed_range_;
  bool normalize_, offroad_terminal_;
  Value arrived_;
};

}  // namespace

std::unique_ptr<Scene> make_intersection(const Settings& settings) {
  return std::make_unique<Intersection>(settings);
}

}  // namespace pp::highway

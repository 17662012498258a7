// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A roundabout with four accesses, in the fixed form and in the general one.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "highway/road/numbers.h"
#include "scenes.h"

namespace pp::highway {
namespace {

using enum Line;

constexpr double kAlpha = 24.0;  // degrees between an axis and the nearest node
constexpr Lane::Traits kEntry{.left = kStriped, .right = kContinuous};
constexpr Lane::Traits kLeaving{.left = kNone, .right = kContinuous};
constexpr Lane::Traits kBend{.left = kContinuous, .right = kContinuous};

struct Arc {
  const char* from;
  const char* to;
  double start, end;  // degrees
};
constexpr std::array<Arc, 8> kArcs{{{"se", "ex", 90 - kAlpha, kAlpha},
                                    {"ex", "ee", kAlpha, -kAlpha},
                                    {"ee", "nx", -kAlpha, -90 + kAlpha},
                                    {"nx", "ne", -90 + kAlpha, -90 - kAlpha},
                                    {"ne", "wx", -90 - kAlpha, -180 + kAlpha},
                                    {"wx", "we", -180 + kAlpha, -180 - kAlpha},
                                    {"we", "sx", 180 - kAlpha, 90 + kAlpha},
                                    {"sx", "se", 90 + kAlpha, 90 - kAlpha}}};

void add_ring(Network& network, double radius, const Lane::Traits& traits) {
  for (const Arc& arc : kArcs) {
    network.add(
        arc.from, arc.to,
        Lane::circular({0.0, 0.0}, radius, radians(arc.start), radians(arc.end), false, traits));
  }
}

class Roundabout : public Scene {
 public:
  explicit Roundabout(const Settings& settings)
      : Scene(settings, {{"collision_reward", Term::Type::kBool},
                         {"high_speed_reward"},
                         {"lane_change_reward", Term::Type::kBool},
                         {"on_road_reward", Term::Type::kBool}}) {
    const Reader reader = settings_.reader();
    normalize_ = reader.flag("normalize_reward");
    collision_ = reader.number("collision_reward");
    best_ = weight("high_speed_reward");
    if (reader.has("incoming_vehicle_destination")) {
      destination_ = static_cast<std::size_t>(reader.count("incoming_vehicle_destination", 0, 100));
    }
  }

  void build(Network& network) const override {
    add_ring(network, 20.0, {.left = kContinuous, .right = kStriped});
    add_ring(network, 24.0, kLeaving);
    constexpr double kAccess = 170.0;
    constexpr double kDev = 85.0;
    constexpr double kA = 5.0;
    constexpr double kDelta = 0.2 * kDev;
    constexpr double kEnd = kDev - kDelta;
    constexpr double kHalf = kDev / 2.0;
    const double w = 2.0 * kPi / kDev;
    const auto straight = [&](const char* from, const char* to, Point start, Point end,
                              const Lane::Traits& traits) {
      network.add(from, to, Lane::straight(start, end, traits));
    };
    const auto enter = [&](const char* from, const char* to, Point start, Point end) {
      network.add(from, to, Lane::sinusoidal(start, end, kA, w, -kPi / 2.0, kBend));
    };
    const auto leave = [&](const char* from, const char* to, Point start, Point end) {
      network.add(from, to, Lane::sinusoidal(start, end, kA, w, -kPi / 2.0 + w * kEnd, kBend));
    };
    straight("ser", "ses", {2, kAccess}, {2, kHalf}, kEntry);
    enter("ses", "se", {2 + kA, kHalf}, {2 + kA, kHalf - kDelta});
    leave("sx", "sxs", {-2 - kA, -kHalf + kEnd}, {-2 - kA, kHalf});
    straight("sxs", "sxr", {-2, kHalf}, {-2, kAccess}, kLeaving);
    straight("eer", "ees", {kAccess, -2}, {kHalf, -2}, kEntry);
    enter("ees", "ee", {kHalf, -2 - kA}, {kHalf - kDelta, -2 - kA});
    leave("ex", "exs", {-kHalf + kEnd, 2 + kA}, {kHalf, 2 + kA});
    straight("exs", "exr", {kHalf, 2}, {kAccess, 2}, kLeaving);
    straight("ner", "nes", {-2, -kAccess}, {-2, -kHalf}, kEntry);
    enter("nes", "ne", {-2 - kA, -kHalf}, {-2 - kA, -kHalf + kDelta});
    leave("nx", "nxs", {2 + kA, kHalf - kEnd}, {2 + kA, -kHalf});
    straight("nxs", "nxr", {2, -kHalf}, {2, -kAccess}, kLeaving);
    straight("wer", "wes", {-kAccess, 2}, {-kHalf, 2}, kEntry);
    enter("wes", "we", {-kHalf, 2 + kA}, {-kHalf + kDelta, 2 + kA});
    leave("wx", "wxs", {kHalf - kEnd, -2 - kA}, {-kHalf, -2 - kA});
    straight("wxs", "wxr", {-kHalf, -2}, {-kAccess, -2}, kLeaving);
  }

  void populate(World& world, Rng& rng) const override {
    add_agent(world, 125.0, 140.0);
    struct Other {
      const char* from;
      const char* to;
      std::int64_t lane;
      double place;
    };
    constexpr std::array<Other, 4> kOthers{{{"we", "sx", 1, 5.0},
                                            {"we", "sx", 0, 20.0},
                                            {"we", "sx", 0, -20.0},
                                            {"eer", "ees", 0, 50.0}}};
    constexpr std::array<const char*, 3> kDestinations{"exr", "sxr", "nxr"};
    for (std::size_t i = 0; i < kOthers.size(); ++i) {
      const Other& other = kOthers[i];
      const double place = other.place + rng.normal() * 2.0;
      const double speed = 16.0 + rng.normal() * 2.0;
      Body body = world.road.make_on_lane(
          settings_.other_vehicles, world.road.network().lane(other.from, other.to, other.lane),
          place, speed);
      const bool is_told = i == 0 && destination_;
      const std::size_t destination =
          is_told ? *destination_ : static_cast<std::size_t>(rng.choice(3));
      if (destination >= kDestinations.size()) {
        settings_.reader().refuse("incoming_vehicle_destination", "0, 1, 2 or None");
      }
      world.road.plan(body, kDestinations[destination]);
      world.road.randomize(body, rng);
      world.add(body);
    }
  }

  void rate(const World& world, std::span<const AgentAction> actions,
            std::span<Value> terms) const override {
    const Body& ego = world.ego();
    terms[0] = of_bool(ego.crashed);
    // Speeds count by the default list, whatever the list of the configuration.
    const double x = (ego.speed - 20.0) / (30.0 - 20.0);
    const std::int32_t index =
        ego.kind == Kind::kMeta
            ? ego.speed_index
            : static_cast<std::int32_t>(clip(std::nearbyint(x * 2.0), 0.0, 2.0));
    terms[1] = Value::of_float(index / 2.0);
    terms[2] = of_bool(changes_lane(actions));
    terms[3] = on_road(world, ego);
  }

  double reward(const World&, std::span<const Value> terms) const override {
    Value reward = weighted_sum(terms);
    if (normalize_) reward = map_to_unit(reward, collision_, best_);
    return (reward * terms[3]).number;
  }

 protected:
  void add_agent(World& world, double place, double heading_place) const {
    const Lane& lane = world.road.network().lane(world.road.network().lane("ser", "ses", 0));
    Body body = make_agent(world, lane.position(place, 0.0), lane.heading_at(heading_place), 8.0);
    if (body.kind == Kind::kMeta) world.road.plan(body, "nxs");
    world.add_agent(body);
  }

  std::optional<std::size_t> destination_;
  bool normalize_;
  double collision_, best_;
};

class RoundaboutGeneric final : public Roundabout {
 public:
  explicit RoundaboutGeneric(const Settings& settings) : Roundabout(settings) {
    const Reader reader = settings_.reader();
    radius_ = reader.number("roundabout_radius");
    lanes_ = reader.count("roundabout_lanes", 1, 100);
    vehicles_ = reader.count("vehicles_count", 0, 100'000);
    if (!(radius_ > 0.0)) reader.refuse("roundabout_radius", "above 0");
  }

  void build(Network& network) const override {
    for (std::int64_t i = 0; i < lanes_; ++i) {
      const bool is_first = i == 0;
      const bool is_last = i == lanes_ - 1;
      add_ring(network, radius_ + 4.0 * static_cast<double>(i),
               {.left = is_first ? kContinuous : kNone, .right = is_last ? kContinuous : kStriped});
    }
    const double outer = radius_ + 4.0 * static_cast<double>(lanes_ - 1);
    add_accesses(network, outer);
  }

  void populate(World& world, Rng& rng) const override {
    const Network& network = world.road.network();
    const Lane& lane = network.lane(network.lane("ser", "ses", 0));
    const double start = lane.length - 2.5;
    add_agent(world, start, start);
    std::vector<Point> taken{lane.position(start, 0.0)};
    for (std::int64_t i = 0; i < vehicles_; ++i) add_other(world, rng, taken);
  }

 private:
  static void add_accesses(Network& network, double outer) {
    const auto at = [&](double degrees) {
      const double angle = radians(degrees);
      return Point{outer * cosine(angle), outer * sine(angle)};
    };
    const double dev = greater_of(100.0, 2.0 * outer + 40.0);
    const double access = dev + 40.0;
    const double half = dev / 2.0;
    const auto bend = [&](const char* from, const char* to, Point start, Point end, double a,
                          double w) {
      network.add(from, to, Lane::sinusoidal(start, end, a, w, -kPi / 2.0, kBend));
    };
    const auto straight = [&](const char* from, const char* to, Point start, Point end,
                              const Lane::Traits& traits) {
      network.add(from, to, Lane::straight(start, end, traits));
    };
    const Point se = at(90 - kAlpha);
    double a = (se.x - 2.0) / 2.0;
    straight("ser", "ses", {2, access}, {2, half}, kEntry);
    bend("ses", "se", {2 + a, half}, {2 + a, se.y}, a, kPi / (half - se.y));
    const Point sx = at(90 + kAlpha);
    a = (sx.x + 2.0) / 2.0;
    bend("sx", "sxs", {sx.x - a, sx.y}, {sx.x - a, half}, a, kPi / (half - sx.y));
    straight("sxs", "sxr", {-2, half}, {-2, access}, kLeaving);
    const Point ee = at(-kAlpha);
    a = (-2.0 - ee.y) / 2.0;
    straight("eer", "ees", {access, -2}, {half, -2}, kEntry);
    bend("ees", "ee", {half, -2 - a}, {ee.x, -2 - a}, a, kPi / (half - ee.x));
    const Point ex = at(kAlpha);
    a = (2.0 - ex.y) / 2.0;
    bend("ex", "exs", {ex.x, ex.y + a}, {half, ex.y + a}, a, kPi / (half - ex.x));
    straight("exs", "exr", {half, 2}, {access, 2}, kLeaving);
    const Point ne = at(-90 - kAlpha);
    a = (-2.0 - ne.x) / 2.0;
    straight("ner", "nes", {-2, -access}, {-2, -half}, kEntry);
    bend("nes", "ne", {-2 - a, -half}, {-2 - a, ne.y}, a, kPi / (ne.y - -half));
    const Point nx = at(-90 + kAlpha);
    a = (2.0 - nx.x) / 2.0;
    bend("nx", "nxs", {nx.x + a, nx.y}, {nx.x + a, -half}, a, kPi / (nx.y - -half));
    straight("nxs", "nxr", {2, -half}, {2, -access}, kLeaving);
    const Point we = at(180 - kAlpha);
    a = (we.y - 2.0) / 2.0;
    straight("wer", "wes", {-access, 2}, {-half, 2}, kEntry);
    bend("wes", "we", {-half, 2 + a}, {we.x, 2 + a}, a, kPi / (we.x - -half));
    const Point wx = at(-180 + kAlpha);
    a = (wx.y + 2.0) / 2.0;
    bend("wx", "wxs", {wx.x, wx.y - a}, {-half, wx.y - a}, a, kPi / (wx.x - -half));
    straight("wxs", "wxr", {-half, -2}, {-access, -2}, kLeaving);
  }

  void add_other(World& world, Rng& rng, std::vector<Point>& taken) const {
    constexpr int kTries = 10;
    constexpr std::array<std::array<const char*, 2>, 7> kEdges{{{"we", "sx"},
                                                                {"sx", "se"},
                                                                {"ee", "nx"},
                                                                {"nx", "ne"},
                                                                {"eer", "ees"},
                                                                {"ner", "nes"},
                                                                {"wer", "wes"}}};
    const Network& network = world.road.network();
    for (int i = 0; i < kTries; ++i) {
      const auto& [from, to] =
          kEdges[static_cast<std::size_t>(rng.integers<std::int64_t>(0, kEdges.size()))];
      const Network::Edge& edge = network.edge(network.edge(from, to));
      const std::int32_t number =
          edge.first + static_cast<std::int32_t>(rng.integers<std::int64_t>(0, edge.count));
      const Lane& lane = network.lane(number);
      const double place = rng.uniform(5.0, greater_of(5.0, lane.length - 5.0));
      const Point position = lane.position(place, 0.0);
      if (std::ranges::any_of(taken, [&](Point other) { return norm(position - other) < 7.0; })) {
        continue;
      }
      add_on(world, rng, number, place);
      taken.push_back(position);
      return;
    }
  }

  void add_on(World& world, Rng& rng, std::int32_t lane, double place) const {
    constexpr std::array<const char*, 4> kDestinations{"exr", "sxr", "nxr", "wxr"};
    const double speed = 14.0 + rng.normal() * 2.0;
    Body body = world.road.make_on_lane(settings_.other_vehicles, lane, place, speed);
    const std::size_t destination =
        destination_ ? std::min(*destination_, kDestinations.size() - 1)
                     : static_cast<std::size_t>(rng.integers<std::int64_t>(0, 4));
    world.road.plan(body, kDestinations[destination]);
    world.road.randomize(body, rng);
    world.add(body);
  }

  double radius_;
  std::int64_t lanes_, vehicles_;
};

}  // namespace

std::unique_ptr<Scene> make_roundabout(const Settings& settings) {
  return std::make_unique<Roundabout>(settings);
}
std::unique_ptr<Scene> make_roundabout_generic(const Settings& settings) {
  return std::make_unique<RoundaboutGeneric>(settings);
}

}  // namespace pp::highway

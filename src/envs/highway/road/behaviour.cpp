// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How vehicles drive by themselves: the intelligent driver model for speeds, MOBIL for lanes.
#include <algorithm>

#include "numbers.h"
#include "road.h"

namespace pp::highway {
namespace {

constexpr double kMostAcceleration = 6.0;
constexpr double kTimeWanted = 1.5;
constexpr double kLinearTimeWanted = 2.5;
constexpr double kLaneChangeDelay = 1.0;
constexpr double kMostBrakingImposed = 2.0;

int sign_of(std::int32_t x) { return (x > 0) - (x < 0); }

}  // namespace

const Body& Road::body(std::int32_t number) const {
  const auto index = static_cast<std::size_t>(number);
  return index < vehicles_.size() ? vehicles_[index] : objects_[index - vehicles_.size()];
}

// What a speed is of the speed that is wanted.
double Road::share_of_target(const Body& ego) const {
  const double wanted = ego.is_controlled() ? ego.target_speed : 0.0;
  const double target = clip(wanted, 0.0, lane_of(ego).traits.speed_limit);
  return greater_of(ego.speed, 0.0) / std::abs(not_zero(target));
}

void Road::find_free_accelerations() {
  gap_divisor_ = 2.0 * std::sqrt(-manners.comfort_acceleration * manners.comfort_braking);
  const std::size_t count = vehicles_.size();
  directions_.resize(count);
  shares_.clear();
  exponents_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    directions_[i] = vehicles_[i].direction();
    if (vehicles_[i].kind != Kind::kIdm) continue;
    shares_.push_back(share_of_target(vehicles_[i]));
    exponents_.push_back(vehicles_[i].delta);
  }
  power(shares_.data(), exponents_.data(), shares_.size());
  free_accelerations_.resize(count);
  const double* share = shares_.data();
  for (std::size_t i = 0; i < count; ++i) {
    if (vehicles_[i].kind != Kind::kIdm) continue;
    free_accelerations_[i] = manners.comfort_acceleration * (1.0 - *share++);
  }
}

Point Road::velocity_now(std::int32_t number) const {
  const auto index = static_cast<std::size_t>(number);
  if (index < vehicles_.size()) return vehicles_[index].speed * directions_[index];
  return body(number).velocity();
}

// What `self` thinks of the acceleration of a vehicle behind another.
double Road::acceleration(std::size_t self, std::int32_t ego, std::int32_t front) {
  const Body& me = vehicles_[self];
  if (me.kind == Kind::kLinear) return linear_acceleration(me, ego, front);
  if (ego == kNobody || !body(ego).is_vehicle()) return 0.0;
  const Body& one = body(ego);
  double result = free_accelerations_[self];
  if (static_cast<std::size_t>(ego) != self) {
    result = manners.comfort_acceleration * (1.0 - power(share_of_target(one), me.delta));
  }
  if (front == kNobody) return result;
  return result - lost_acceleration(ego, front, distance_now(ego, front));
}

// What a vehicle in front takes away.
double Road::lost_acceleration(std::int32_t ego, std::int32_t front, double distance) const {
  const double share = desired_gap(ego, front) / not_zero(distance);
  return manners.comfort_acceleration * (share * share);
}

// The acceleration of a vehicle among its neighbours on its own lane.
double Road::own_acceleration(std::size_t number, const Neighbours::Pair& here) {
  const auto me = static_cast<std::int32_t>(number);
  if (vehicles_[number].kind == Kind::kLinear || std::isnan(here.front_distance)) {
    return acceleration(number, me, here.front);
  }
  return free_accelerations_[number] - lost_acceleration(me, here.front, here.front_distance);
}

double Road::distance_now(std::int32_t from, std::int32_t to) {
  const std::int32_t lane = body(from).lane;
  return neighbours_.local(static_cast<std::size_t>(to), lane).longitudinal -
         neighbours_.local(static_cast<std::size_t>(from), lane).longitudinal;
}

double Road::linear_acceleration(const Body& self, std::int32_t ego, std::int32_t front) {
  std::array<double, 3> features{};
  if (ego != kNobody) {
    const Body& one = body(ego);
    features[0] = (one.is_controlled() ? one.target_speed : one.speed) - one.speed;
    const double safe = manners.distance_wanted + greater_of(one.speed, 0.0) * kLinearTimeWanted;
    if (front != kNobody) {
      features[1] = lesser_of(body(front).speed - one.speed, 0.0);
      features[2] = lesser_of(distance_now(ego, front) - safe, 0.0);
    }
  }
  return dot(self.acceleration_parameters.data(), features.data(), features.size());
}

double Road::desired_gap(std::int32_t ego, std::int32_t front) const {
  const Body& one = vehicles_[static_cast<std::size_t>(ego)];  // nobody else accelerates
  const Point direction = directions_[static_cast<std::size_t>(ego)];
  const double closing = dot(one.speed * direction - velocity_now(front), direction);
  return manners.distance_wanted + one.speed * kTimeWanted + one.speed * closing / gap_divisor_;
}

// A vehicle that is changing lanes goes back if another one ahead has the same in mind.
void Road::give_up_lane(std::size_t number) {
  Body& body = vehicles_[number];
  const auto me = static_cast<std::int32_t>(number);
  for (std::size_t i = 0; i < vehicles_.size(); ++i) {
    const Body& other = vehicles_[i];
    if (i == number || other.lane == body.target_lane || !other.is_controlled() ||
        other.target_lane != body.target_lane) {
      continue;
    }
    const double distance = distance_now(me, static_cast<std::int32_t>(i));
    if (0.0 < distance && distance < desired_gap(me, static_cast<std::int32_t>(i))) {
      body.target_lane = body.lane;
      return;
    }
  }
}

void Road::change_lanes(std::size_t number) {
  Body& body = vehicles_[number];
  if (body.lane != body.target_lane) {
    if (network_->is_same_road(body.lane, body.target_lane)) give_up_lane(number);
    return;
  }
  if (!(kLaneChangeDelay < body.timer)) return;
  body.timer = 0.0;
  const Network::Place place = network_->place(body.lane);
  const Network::Edge& edge = network_->edge(place.edge);
  for (const std::int32_t id : {place.id - 1, place.id + 1}) {
    if (id < 0 || id >= edge.count) continue;
    if (!network_->lane(edge.first + id).is_reachable_from(body.position)) continue;
    if (std::abs(body.speed) < 1.0) continue;
    if (is_lane_better(number, edge.first + id)) body.target_lane = edge.first + id;
  }
}

// Whether a vehicle behind `number` would have to brake too hard, in the opinion of `number`. The
// power is worked out only where it can decide: it is at least 0, and at most 1 of shares up to 1.
bool Road::imposes_braking(std::size_t number, std::int32_t rear) {
  const auto me = static_cast<std::int32_t>(number);
  const bool is_idm = vehicles_[number].kind == Kind::kIdm;
  if (is_idm && rear != kNobody && body(rear).is_vehicle()) {
    constexpr double kSlack = 1e-9;
    const double lost = lost_acceleration(rear, me, distance_now(rear, me));
    if (manners.comfort_acceleration - lost < -kMostBrakingImposed) return true;
    if (share_of_target(body(rear)) <= 1.0 && -lost > -kMostBrakingImposed + kSlack) return false;
  }
  return acceleration(number, rear, me) < -kMostBrakingImposed;
}

// MOBIL with a politeness of 0: what others gain does not count.
bool Road::is_lane_better(std::size_t number, std::int32_t lane) {
  const Body& body = vehicles_[number];
  const auto me = static_cast<std::int32_t>(number);
  const Neighbours::Pair there = neighbours_.around(number, lane);
  if (imposes_braking(number, there.rear)) return false;
  const double changed = acceleration(number, me, there.front);
  if (!body.route.empty() && body.route.front().id != kNoId) {
    const std::int32_t target = network_->place(body.target_lane).id;
    const std::int32_t id = network_->place(lane).id;
    if (sign_of(id - target) != sign_of(body.route.front().id - target)) return false;
    return !(changed < -kMostBrakingImposed);
  }
  const Neighbours::Pair here = neighbours_.around(number, body.lane);
  const double kept = own_acceleration(number, here);
  return !(changed - kept < body.least_gain);
}

void Road::accelerate(std::size_t number) {
  Body& body = vehicles_[number];
  const auto me = static_cast<std::int32_t>(number);
  double result = own_acceleration(number, neighbours_.around(number, body.lane));
  if (body.lane != body.target_lane) {
    const std::int32_t front = neighbours_.around(number, body.target_lane).front;
    result = lesser_of(result, acceleration(number, me, front));
  }
  body.acceleration = clip(result, -kMostAcceleration, kMostAcceleration);
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Rows of features of the nearest bodies.
#include <algorithm>
#include <limits>
#include <span>

#include "highway/road/numbers.h"
#include "views.h"

namespace pp::highway {
namespace {

constexpr double kPerception = 5.0 * Body::kMaxSpeed;

}  // namespace

Point Features::destination_direction() const {
  if (body_.route.empty()) return {0.0, 0.0};
  const RoutePart& last = body_.route.back();
  const Network& network = world_.road.network();
  const Lane& lane = network.lane(network.edge(last.edge).first + (last.id == kNoId ? 0 : last.id));
  const Point way = lane.position(lane.length, 0.0) - body_.position;
  if (way == Point{0.0, 0.0}) return way;
  return way / norm(way);
}

double Features::offset(Feature feature) const {
  const Lane& lane = world_.road.lane_of(body_);
  const LanePoint at = lane.local(body_.position);
  if (feature == Feature::kLongOff) return at.longitudinal;
  if (feature == Feature::kLatOff) return at.lateral;
  return wrap_to_pi(body_.heading - lane.heading_at(at.longitudinal));
}

double Features::of(Feature feature) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const bool is_vehicle = body_.is_vehicle();
  switch (feature) {
    case Feature::kPresence:
      return 1.0;
    case Feature::kX:
      return body_.position.x;
    case Feature::kY:
      return body_.position.y;
    case Feature::kVx:
      return is_vehicle ? body_.speed * direction_.x : 0.0;
    case Feature::kVy:
      return is_vehicle ? body_.speed * direction_.y : 0.0;
    case Feature::kHeading:
      return is_vehicle ? body_.heading : kNone;
    case Feature::kCosH:
      return direction_.x;
    case Feature::kSinH:
      return direction_.y;
    case Feature::kCosD:
      return is_vehicle && intentions_ ? destination_direction().x : 0.0;
    case Feature::kSinD:
      return is_vehicle && intentions_ ? destination_direction().y : 0.0;
    case Feature::kLongOff:
    case Feature::kLatOff:
    case Feature::kAngOff:
      return is_vehicle ? offset(feature) : kNone;
    default:
      return kNone;
  }
}

void Views::kinematics(Eye& eye, const World& world, Rng& rng, float* out) {
  const ViewSettings& view = *eye.look.view;
  const Body& me = world.agent(eye.look.agent);
  find_near(view, world, me);
  if (!eye.has_ranges) {
    const double y = kLaneWidth * world.road.network().edge_of(me.lane).count;
    constexpr double kSpeed = 2.0 * Body::kMaxSpeed;
    eye.ranges = {{Feature::kX, -kPerception, kPerception},
                  {Feature::kY, -y, y},
                  {Feature::kVx, -kSpeed, kSpeed},
                  {Feature::kVy, -kSpeed, kSpeed}};
    eye.has_ranges = true;
  }
  const std::size_t width = view.features.size();
  const Features mine(world, me, true);
  std::fill(out, out + view.vehicles_count * width, 0.0f);
  for (std::size_t k = 0; k < width; ++k) {
    double value = mine.of(view.features[k]);
    if (view.kind == ViewSettings::Kind::kExit && view.features[k] == Feature::kX) {
      const Network& network = world.road.network();
      const Network::Edge& edge = network.edge(network.edge("1", "2"));
      value = network.lane(edge.first + edge.count - 1).longitudinal(me.position);
    }
    out[k] = static_cast<float>(normalized(eye, value, view.features[k]));
  }
  for (std::size_t row = 1; row <= near_.size(); ++row) {
    const Features others(world, *near_[row - 1].body, view.observe_intentions);
    for (std::size_t k = 0; k < width; ++k) {
      const Feature feature = view.features[k];
      double value = others.of(feature);
      if (!view.absolute && is_relative(feature)) value -= mine.of(feature);
      out[row * width + k] = static_cast<float>(normalized(eye, value, feature));
    }
  }
  if (view.shuffled) shuffle_rows(out + width, view.vehicles_count - 1, width, rng);
}

double Views::normalized(const Eye& eye, double value, Feature feature) {
  if (!eye.look.view->normalize) return value;
  for (const FeatureRange& range : eye.ranges) {
    if (range.feature != feature) continue;
    value = map_linearly(value, range.low, range.high, -1.0, 1.0);
    if (eye.look.view->clip) value = clip(value, -1.0, 1.0);
  }
  return value;
}

// The nearest ones along the lane, or the first ones on the road.
void Views::find_near(const ViewSettings& view, const World& world, const Body& me) {
  near_.clear();
  const Lane& lane = world.road.lane_of(me);
  const double own = lane.longitudinal(me.position);
  const auto add = [&](const Body& body, bool see_behind) {
    const Point apart = body.position - me.position;
    if (std::abs(apart.x) >= kPerception || !(norm(apart) < kPerception) || &body == &me) return;
    if (!view.sorted && see_behind) return near_.push_back({0.0, &body});
    const double distance = lane.longitudinal(body.position) - own;
    if (!see_behind && !(-2.0 * me.length < distance)) return;
    near_.push_back({std::abs(distance), &body});
  };
  for (const Body& body : world.road.vehicles()) add(body, view.see_behind);
  if (view.include_obstacles) {
    for (const Body& body : world.road.objects()) add(body, false);
  }
  const std::size_t count = std::min(view.vehicles_count - 1, near_.size());
  if (view.sorted) std::ranges::stable_sort(near_, {}, &Near::distance);
  near_.resize(count);
}

// As Generator.shuffle of a matrix, which swaps rows.
void Views::shuffle_rows(float* rows, std::size_t count, std::size_t width, Rng& rng) {
  order_.resize(count);
  for (std::size_t i = 0; i < count; ++i) order_[i] = static_cast<std::int64_t>(i);
  rng.shuffle(std::span<std::int64_t>(order_));
  rows_.assign(rows, rows + count * width);
  for (std::size_t i = 0; i < count; ++i) {
    std::copy_n(&rows_[static_cast<std::size_t>(order_[i]) * width], width, rows + i * width);
  }
}

}  // namespace pp::highway

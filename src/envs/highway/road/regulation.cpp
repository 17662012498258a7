// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Who yields at an intersection: where two vehicles would meet within three seconds, the one whose
// lane has the lower priority stops.
#include <algorithm>
#include <array>

#include "road.h"

namespace pp::highway {
namespace {

constexpr double kStep = 0.25;
constexpr double kRoomAhead = 1.5;   // of a vehicle's length
constexpr double kRoomAcross = 0.9;  // of its width

}  // namespace

void Road::predict(const Body& body, std::span<Predicted, kPredictions> out) const {
  if (!body.is_controlled()) {
    Body copy = body;
    copy.acceleration = 0.0;
    for (Predicted& one : out) {
      clip_actions(copy);
      if (copy.kind == Kind::kBicycle) {
        move_bicycle(copy, kStep);
      } else {
        if (!copy.knows_slip()) copy.set_slip(arctangent(1.0 / 2.0 * tangent(copy.steering)));
        move(copy, kStep);
      }
      one = {copy.position, copy.heading};
    }
    return;
  }
  const double start = lane_of(body).longitudinal(body.position);
  const std::int32_t own_id = network_->place(body.lane).id;
  const RoutePart own{network_->place(body.lane).edge, own_id};
  const std::span<const RoutePart> route =
      body.route.empty() ? std::span(&own, 1) : body.route.parts();
  for (std::size_t i = 0; i < out.size(); ++i) {
    double along = start + body.speed * (kStep + static_cast<double>(i) * kStep);
    std::size_t part = 0;
    const auto lane = [&]() -> const Lane& {
      const RoutePart& here = route[part];
      return network_->lane(network_->edge(here.edge).first +
                            (here.id == kNoId ? own_id : here.id));
    };
    while (part + 1 < route.size() && along > lane().length) {
      along -= lane().length;
      ++part;
    }
    out[i] = {lane().position(along, 0.0), lane().heading_at(along)};
  }
}

// Whether a corner, a middle of a side or the centre of the first lies in the second, as the
// reference finds it: it turns points by the heading forwards, not back.
bool Road::corner_inside(const Body& a, const Predicted& at_a, const Body& b,
                         const Predicted& at_b) {
  const double l = kRoomAhead * a.length / 2.0;
  const double w = kRoomAcross * a.width / 2.0;
  const std::array<Point, 9> points{
      {{-l, -w}, {-l, w}, {l, w}, {l, -w}, {0, 0}, {-l, 0}, {l, 0}, {0, -w}, {0, w}}};
  const Turn of_a{cosine(at_a.heading), sine(at_a.heading)};
  const Turn of_b{cosine(at_b.heading), sine(at_b.heading)};
  const double length = kRoomAhead * b.length;
  const double width = kRoomAcross * b.width;
  return std::ranges::any_of(points, [&](Point point) {
    const Point place = of_a.of(forms.turn_nine, point) + at_a.position;
    const Point seen = of_b.of(forms.turn_by_dot, place - at_b.position);
    return -length / 2.0 <= seen.x && seen.x <= length / 2.0 && -width / 2.0 <= seen.y &&
           seen.y <= width / 2.0;
  });
}

bool Road::may_conflict(const Body& a, const Body& b, const Predicted* of_a,
                        const Predicted* of_b) const {
  for (std::size_t i = 0; i < kPredictions; ++i) {
    const Point apart = of_b[i].position - of_a[i].position;
    if (std::abs(apart.x) > a.length || norm(apart) > a.length) continue;
    if (corner_inside(a, of_a[i], b, of_b[i]) || corner_inside(b, of_b[i], a, of_a[i])) return true;
  }
  return false;
}

void Road::enforce_rules() {
  for (Body& body : vehicles_) {
    if (!body.yields) continue;
    body.target_speed = lane_of(body).traits.speed_limit;
    body.yields = false;
  }
  predicted_.resize(vehicles_.size() * kPredictions);
  for (std::size_t i = 0; i < vehicles_.size(); ++i) {
    predict(vehicles_[i],
            std::span<Predicted, kPredictions>(&predicted_[i * kPredictions], kPredictions));
  }
  const auto ahead = [](const Body& a, const Body& b) {
    return dot(a.direction(), b.position - a.position);
  };
  for (std::size_t i = 0; i + 1 < vehicles_.size(); ++i) {
    for (std::size_t k = i + 1; k < vehicles_.size(); ++k) {
      Body& a = vehicles_[i];
      Body& b = vehicles_[k];
      if (!may_conflict(a, b, &predicted_[i * kPredictions], &predicted_[k * kPredictions])) {
        continue;
      }
      const int of_a = lane_of(a).traits.priority;
      const int of_b = lane_of(b).traits.priority;
      Body& yielding = of_a > of_b ? b : of_a < of_b ? a : (ahead(a, b) > ahead(b, a) ? a : b);
      if (!yielding.drives_itself()) continue;
      yielding.target_speed = 0.0;
      yielding.yields = true;
    }
  }
}

}  // namespace pp::highway

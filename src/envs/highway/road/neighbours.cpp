// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finds neighbours.
#include "neighbours.h"

#include <algorithm>
#include <array>
#include <limits>

namespace pp::highway {
namespace {

constexpr double kMargin = 1.0;  // by which a body may be beside a lane
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void Neighbours::begin(const Network& network, const std::vector<Body>& vehicles,
                       const std::vector<Body>& objects, bool connected) {
  network_ = &network;
  vehicles_ = &vehicles;
  objects_ = &objects;
  connected_ = connected;
  if (lanes_.size() < static_cast<std::size_t>(network.lanes())) {
    lanes_.resize(static_cast<std::size_t>(network.lanes()));
  }
  solid_.clear();
  for (std::size_t i = 0; i < bodies(); ++i) {
    if (body(i).is_solid()) solid_.push_back({body(i).position, static_cast<std::int32_t>(i)});
  }
  ++frame_;
}

Neighbours::OnLane& Neighbours::on_lane(std::int32_t lane) {
  OnLane& found = lanes_[static_cast<std::size_t>(lane)];
  if (found.frame != frame_) {
    found.frame = frame_;
    work_out(found, network_->lane(lane));
  }
  return found;
}

void Neighbours::work_out(OnLane& found, const Lane& lane) {
  found.places.assign(bodies(), {kNone, kNone});
  found.spots.clear();
  const double widest = lane.traits.width / 2.0 + kMargin;
  const bool is_circular = lane.shape == Lane::Shape::kCircular;
  const double most = widest + std::abs(lane.amplitude) * (1.0 + 1e-6);
  for (const Solid& one : solid_) {
    // The place along a lane is needed only near it.
    if (is_circular && std::abs(lane.radius - norm(one.position - lane.center)) > widest) continue;
    if (!is_circular && std::abs(dot(one.position - lane.start, lane.across)) > most) continue;
    const LanePoint at = lane.local(one.position);
    if (!lane.is_on(at, kMargin)) continue;
    found.places[static_cast<std::size_t>(one.body)] = at;
    if (connected_) continue;
    // They mostly come in order, from the last or from the first on.
    const Spot spot{at.longitudinal, one.body};
    found.spots.push_back(spot);
    std::size_t k = found.spots.size() - 1;
    for (; k > 0 && found.spots[k - 1].longitudinal > spot.longitudinal; --k) {
      found.spots[k] = found.spots[k - 1];
    }
    found.spots[k] = spot;
  }
}

LanePoint Neighbours::local(std::size_t number, std::int32_t lane) {
  const LanePoint known = on_lane(lane).places[number];
  if (!std::isnan(known.longitudinal)) return known;
  return network_->lane(lane).local(body(number).position);
}

Neighbours::Pair Neighbours::around(std::size_t vehicle, std::int32_t lane) {
  const double s = local(vehicle, lane).longitudinal;
  if (connected_) return around_connected(vehicle, lane, s);
  return among(on_lane(lane).spots, vehicle, s);
}

// Of those at equal places, the last body is in front and the first one behind.
Neighbours::Pair Neighbours::among(const std::vector<Spot>& spots, std::size_t vehicle,
                                   double s) const {
  Pair pair;
  const auto me = static_cast<std::int32_t>(vehicle);
  const auto middle = std::ranges::lower_bound(spots, s, {}, &Spot::longitudinal);
  auto front = middle;
  while (front != spots.end() && front->body == me) ++front;
  if (front != spots.end()) {
    const double nearest = front->longitudinal;
    pair.front_distance = nearest - s;
    for (; front != spots.end() && front->longitudinal == nearest; ++front) {
      if (front->body != me) pair.front = front->body;
    }
  }
  if (middle != spots.begin()) {
    auto rear = middle - 1;
    while (rear != spots.begin() && (rear - 1)->longitudinal == rear->longitudinal) --rear;
    pair.rear = rear->body;
  }
  return pair;
}

// The lane itself, those after it and those before it: a body counts on the first that it is on.
Neighbours::Pair Neighbours::around_connected(std::size_t vehicle, std::int32_t lane, double s) {
  constexpr std::size_t kMostLanes = 16;
  struct Searched {
    const LanePoint* places;
    double offset;
  };
  std::array<Searched, kMostLanes> searched;
  std::size_t count = 0;
  const auto search = [&](std::int32_t number, double offset) {
    if (count < kMostLanes) searched[count++] = {on_lane(number).places.data(), offset};
  };
  const auto beside = [&](const Network::Edge& edge) {
    const std::int32_t id = network_->place(lane).id;
    return edge.first + (id < edge.count ? id : 0);
  };
  const Network::Edge& own = network_->edge_of(lane);
  search(lane, 0.0);
  for (const std::int32_t edge : network_->leaving(own.to)) {
    search(beside(network_->edge(edge)), network_->lane(lane).length);
  }
  for (const std::int32_t edge : network_->arriving(own.from)) {
    const std::int32_t before = beside(network_->edge(edge));
    search(before, -network_->lane(before).length);
  }
  Pair pair;
  double front = 0.0;
  double rear = 0.0;
  for (std::size_t i = 0; i < bodies(); ++i) {
    if (i == vehicle) continue;
    for (std::size_t k = 0; k < count; ++k) {
      if (std::isnan(searched[k].places[i].longitudinal)) continue;
      const double at = searched[k].places[i].longitudinal + searched[k].offset;
      if (s <= at && (pair.front == kNobody || at <= front)) {
        front = at;
        pair.front = static_cast<std::int32_t>(i);
      }
      if (at < s && (pair.rear == kNobody || at > rear)) {
        rear = at;
        pair.rear = static_cast<std::int32_t>(i);
      }
      break;
    }
  }
  return pair;
}

}  // namespace pp::highway

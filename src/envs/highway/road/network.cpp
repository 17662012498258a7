// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How networks are built and searched.
#include "network.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <stdexcept>

namespace pp::highway {

void Route::add(RoutePart part) {
  if (size_ == kMostParts) throw std::length_error("a route has too many parts");
  parts_[size_++] = part;
}

std::int32_t Network::node(std::string_view name) {
  const std::int32_t known = find_node(name);
  if (known != kNoId) return known;
  names_.emplace_back(name);
  return static_cast<std::int32_t>(names_.size()) - 1;
}

void Network::add(std::string_view from, std::string_view to, const Lane& lane) {
  const std::int32_t a = node(from);
  const std::int32_t b = node(to);
  if (std::ranges::find(sources_, a) == sources_.end()) sources_.push_back(a);
  const auto found = std::ranges::find_if(
      building_, [&](const Building& one) { return one.from == a && one.to == b; });
  if (found == building_.end()) {
    building_.push_back({a, b, {lane}});
  } else {
    found->lanes.push_back(lane);
  }
}

void Network::finish() {
  leaving_.resize(names_.size());
  arriving_.resize(names_.size());
  for (const std::int32_t source : sources_) {
    for (const Building& one : building_) {
      if (one.from != source) continue;
      const auto number = static_cast<std::int32_t>(edges_.size());
      edges_.push_back({one.from, one.to, lanes(), static_cast<std::int32_t>(one.lanes.size())});
      leaving_[static_cast<std::size_t>(one.from)].push_back(number);
      arriving_[static_cast<std::size_t>(one.to)].push_back(number);
      for (std::size_t id = 0; id < one.lanes.size(); ++id) {
        lanes_.push_back(one.lanes[id]);
        places_.push_back({number, static_cast<std::int32_t>(id)});
      }
    }
  }
  building_.clear();
  find_clearances();
}

// Of parallel straight lanes only. No lane is farther from a place than what `distance_with_heading`
// says, so a place that is nearer to a lane than half of the gap to the next lane is farther from
// that one.
void Network::find_clearances() {
  constexpr double kRounding = 1e-3;  // more than is lost by it
  clearances_.assign(lanes_.size(), 0.0);
  const bool are_parallel = std::ranges::all_of(lanes_, [&](const Lane& one) {
    const Point way = lanes_.front().direction;
    return one.shape == Lane::Shape::kStraight &&
           std::abs(one.direction.x * way.y - one.direction.y * way.x) < 1e-9;
  });
  if (!are_parallel) return;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    double gap = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
      if (k == i) continue;
      const LanePoint start = lanes_[i].local(lanes_[k].start);
      const auto [first, last] =
          std::minmax({start.longitudinal, lanes_[i].longitudinal(lanes_[k].end)});
      const double along = std::max({first - lanes_[i].length, 0.0 - last, 0.0});
      gap = std::min(gap, std::hypot(along, start.lateral));
    }
    clearances_[i] = gap / 2.0 - kRounding;
  }
}

std::int32_t Network::find_node(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? kNoId : static_cast<std::int32_t>(found - names_.begin());
}

std::int32_t Network::find_edge(std::string_view from, std::string_view to) const {
  const std::int32_t a = find_node(from);
  const std::int32_t b = find_node(to);
  const auto found =
      std::ranges::find_if(edges_, [&](const Edge& one) { return one.from == a && one.to == b; });
  return found == edges_.end() ? kNoId : static_cast<std::int32_t>(found - edges_.begin());
}

std::int32_t Network::edge(std::string_view from, std::string_view to) const {
  const std::int32_t found = find_edge(from, to);
  if (found == kNoId) {
    throw std::invalid_argument("this road has no edge from " + std::string(from) + " to " +
                                std::string(to));
  }
  return found;
}

std::int32_t Network::lane(std::string_view from, std::string_view to, std::int64_t id) const {
  const Edge& found = edge(edge(from, to));
  if (id < 0 || id >= found.count) {
    throw std::invalid_argument("the road from " + std::string(from) + " to " + std::string(to) +
                                " has " + std::to_string(found.count) + " lanes, got lane " +
                                std::to_string(id));
  }
  return found.first + static_cast<std::int32_t>(id);
}

// The same sum as the reference's, or something above `enough` if the sum is. Every part of the sum
// is at least 0, and sums of such parts round upwards with them, so one part may be enough.
double Network::distance_with_heading(const Lane& lane, Point position, double heading,
                                      double enough) const {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  LanePoint at;
  if (lane.shape == Lane::Shape::kCircular) {
    if (std::abs(lane.radius - norm(position - lane.center)) > enough) return kFar;
    at = lane.local(position);
  } else {
    const Point delta = position - lane.start;
    at.lateral = dot(delta, lane.across);
    const double slack = std::abs(lane.amplitude) * (1.0 + 1e-6);  // none of a straight lane
    if (std::abs(at.lateral) - slack > enough + 1e-6 * slack) return kFar;
    at.longitudinal = dot(delta, lane.direction);
    if (lane.shape == Lane::Shape::kSine) at = lane.local(position);
  }
  const double distance = lane.distance(at);
  if (distance > enough) return kFar;
  const double angle = std::abs(wrap_to_pi(heading - lane.heading_at(at.longitudinal)));
  return distance + 1.0 * angle;
}

std::int32_t Network::closest(Point position, double heading, std::int32_t guess) const {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::int32_t best = guess;
  double least = distance_with_heading(lane(guess), position, heading, kFar);
  if (std::isnan(least)) return 0;  // so are all others, and the first one is taken
  if (least < clearances_[static_cast<std::size_t>(guess)]) return guess;
  for (std::int32_t number = 0; number < lanes(); ++number) {
    if (number == guess) continue;
    const double distance = distance_with_heading(lane(number), position, heading, least);
    if (distance < least || (distance == least && number < best)) {
      least = distance;
      best = number;
    }
  }
  return best;
}

Network::Continued Network::continued(std::int32_t lane, std::int32_t edge_number, std::int32_t id,
                                      Point position) const {
  const Edge& next = edge(edge_number);
  const auto distance = [&](std::int32_t number) {
    const Lane& one = this->lane(next.first + number);
    return one.distance(one.local(position));
  };
  if (edge_of(lane).count == next.count) {
    if (id == kNoId) id = place(lane).id;
  } else {
    id = 0;
    double least = distance(0);
    for (std::int32_t number = 1; number < next.count; ++number) {
      const double other = distance(number);
      if (other < least) {
        least = other;
        id = number;
      }
    }
  }
  return {next.first + id, distance(id)};
}

std::int32_t Network::next(std::int32_t lane, Route& route, Point position) const {
  const std::int32_t end = edge_of(lane).to;
  const RoutePart* part = nullptr;
  if (!route.empty()) {
    if (route.front().edge == place(lane).edge) route.pop();
    if (!route.empty() && edge(route.front().edge).from == end) part = &route.front();
  }
  const Lane& current = this->lane(lane);
  const Point projected = current.position(current.longitudinal(position), 0.0);
  if (part != nullptr) return continued(lane, part->edge, part->id, projected).lane;
  if (leaving(end).empty()) return lane;
  Continued best{kNoId, 0.0};
  for (const std::int32_t number : leaving(end)) {
    const Continued one = continued(lane, number, kNoId, projected);
    if (best.lane == kNoId || one.distance < best.distance) best = one;
  }
  return best.lane;
}

std::vector<std::int32_t> Network::shortest_path(std::int32_t from, std::int32_t to) const {
  if (to == kNoId || leaving(from).empty()) return {};
  std::deque<std::vector<std::int32_t>> queue{{from}};
  while (!queue.empty()) {
    const std::vector<std::int32_t> path = std::move(queue.front());
    queue.pop_front();
    std::vector<std::int32_t> nodes;
    for (const std::int32_t number : leaving(path.back())) {
      const std::int32_t end = edge(number).to;
      if (std::ranges::find(path, end) == path.end()) nodes.push_back(end);
    }
    std::ranges::sort(nodes, {}, [&](std::int32_t one) { return node_name(one); });
    for (const std::int32_t end : nodes) {
      std::vector<std::int32_t> longer = path;
      longer.push_back(end);
      if (end == to) return longer;
      if (!leaving(end).empty()) queue.push_back(std::move(longer));
    }
  }
  return {};
}

void Network::plan(Route& route, std::int32_t lane, std::string_view destination) const {
  const std::vector<std::int32_t> path = shortest_path(edge_of(lane).to, find_node(destination));
  route.begin();
  route.add({place(lane).edge, place(lane).id});
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const auto found = std::ranges::find_if(
        leaving(path[i]), [&](std::int32_t number) { return edge(number).to == path[i + 1]; });
    route.add({*found, kNoId});
  }
}

bool Network::leads_to(std::int32_t number, std::int32_t other, std::span<const RoutePart> route,
                       int depth) const {
  if (other == number || edge(other).to == edge(number).from) return true;
  if (depth <= 0) return false;
  if (!route.empty() && route[0].edge == number) {
    return leads_to(number, other, route.subspan(1), depth);
  }
  const std::int32_t end = edge(number).to;
  if (!route.empty() && edge(route[0].edge).from == end) {
    return leads_to(route[0].edge, other, route.subspan(1), depth - 1);
  }
  return std::ranges::any_of(
      leaving(end), [&](std::int32_t next) { return leads_to(next, other, route, depth - 1); });
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Lanes between named nodes, and the ways through them. Lanes are numbered in the order in which the
// reference visits its nested dicts.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lane.h"

namespace pp::highway {

inline constexpr std::int32_t kNoId = -1;

class Network;

// A part of a route: an edge, and the lane of it that is wanted, or kNoId.
struct RoutePart {
  std::int32_t edge = 0;
  std::int32_t id = kNoId;
};

// What remains of a way through the network. A vehicle without one drives on as it likes; with an
// empty one too, but it has had one.
class Route {
 public:
  static constexpr std::size_t kMostParts = 16;

  bool exists() const { return exists_; }
  bool empty() const { return first_ == size_; }
  std::size_t size() const { return size_ - first_; }
  const RoutePart& front() const { return parts_[first_]; }
  const RoutePart& back() const { return parts_[size_ - 1]; }
  const RoutePart* data() const { return parts_.data() + first_; }
  std::span<const RoutePart> parts() const { return {data(), size()}; }

  void begin() {
    exists_ = true;
    first_ = size_ = 0;
  }
  void add(RoutePart part);
  void pop() { ++first_; }

  void serialize(StateIO& io, const Network& network);

 private:
  std::array<RoutePart, kMostParts> parts_{};
  std::uint8_t first_ = 0, size_ = 0;
  bool exists_ = false;
};

class Network {
 public:
  // The lanes of one edge are numbered from `first` on.
  struct Edge {
    std::int32_t from, to;
    std::int32_t first = 0, count = 0;
  };
  struct Place {
    std::int32_t edge, id;
  };

  // To build: nodes get numbers as they come, and `finish` numbers the lanes.
  void add(std::string_view from, std::string_view to, const Lane& lane);
  void finish();

  std::int32_t lanes() const { return static_cast<std::int32_t>(lanes_.size()); }
  std::int32_t edges() const { return static_cast<std::int32_t>(edges_.size()); }
  const Lane& lane(std::int32_t number) const { return lanes_[static_cast<std::size_t>(number)]; }
  const Place& place(std::int32_t lane) const { return places_[static_cast<std::size_t>(lane)]; }
  const Edge& edge(std::int32_t number) const { return edges_[static_cast<std::size_t>(number)]; }
  const Edge& edge_of(std::int32_t lane) const { return edge(place(lane).edge); }
  bool is_same_road(std::int32_t a, std::int32_t b) const { return place(a).edge == place(b).edge; }
  // The edges that leave a node, in order of insertion; none also where the node has no entry.
  std::span<const std::int32_t> leaving(std::int32_t node) const {
    return leaving_[static_cast<std::size_t>(node)];
  }
  // The edges that arrive at a node, in the order of their starts.
  std::span<const std::int32_t> arriving(std::int32_t node) const {
    return arriving_[static_cast<std::size_t>(node)];
  }
  // The nodes that edges leave, in order of insertion.
  std::span<const std::int32_t> sources() const { return sources_; }

  // Throw std::invalid_argument for what the network does not have.
  std::int32_t edge(std::string_view from, std::string_view to) const;
  std::int32_t lane(std::string_view from, std::string_view to, std::int64_t id) const;
  // kNoId without such an edge or node.
  std::int32_t find_edge(std::string_view from, std::string_view to) const;
  std::int32_t find_node(std::string_view name) const;
  const std::string& node_name(std::int32_t node) const {
    return names_[static_cast<std::size_t>(node)];
  }

  // The lane nearest to a place and heading. `guess` is the lane to try first.
  std::int32_t closest(Point position, double heading, std::int32_t guess = 0) const;
  // Where a lane leads to, along the route if there is one, from which it drops what is done.
  std::int32_t next(std::int32_t lane, Route& route, Point position) const;
  // The way from the end of a lane to a node.
  void plan(Route& route, std::int32_t lane, std::string_view destination) const;
  // Whether the second edge lies on the way of the first, within some edges.
  bool leads_to(std::int32_t edge, std::int32_t other, std::span<const RoutePart> route,
                int depth) const;

 private:
  struct Building {
    std::int32_t from, to;
    std::vector<Lane> lanes;
  };
  struct Continued {
    std::int32_t lane;
    double distance;
  };

  std::int32_t node(std::string_view name);
  void find_clearances();
  double distance_with_heading(const Lane& lane, Point position, double heading,
                               double enough) const;
  Continued continued(std::int32_t lane, std::int32_t edge, std::int32_t id, Point position) const;
  std::vector<std::int32_t> shortest_path(std::int32_t from, std::int32_t to) const;

  std::vector<Building> building_;
  std::vector<std::string> names_;
  std::vector<Lane> lanes_;
  std::vector<Place> places_;
  // The nearest lane is this one if it is nearer than so much; 0 where that is not known.
  std::vector<double> clearances_;
  std::vector<Edge> edges_;
  std::vector<std::vector<std::int32_t>> leaving_, arriving_;
  std::vector<std::int32_t> sources_;
};

}  // namespace pp::highway

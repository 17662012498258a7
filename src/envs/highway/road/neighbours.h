// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Who drives in front of whom, and behind. While all decide, nobody moves, so the places along a lane
// are worked out once in a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "body.h"

namespace pp::highway {

inline constexpr std::int32_t kNobody = -1;

class Neighbours {
 public:
  // Bodies are numbered: vehicles first, then objects.
  struct Pair {
    std::int32_t front = kNobody, rear = kNobody;
    // Along the lane; NaN if the front is nobody or may be on another lane.
    double front_distance = std::numeric_limits<double>::quiet_NaN();
  };

  // Forgets what was worked out of the frame before.
  void begin(const Network& network, const std::vector<Body>& vehicles,
             const std::vector<Body>& objects, bool connected);

  // The nearest ones around a vehicle on a lane, as if the vehicle were on it.
  Pair around(std::size_t vehicle, std::int32_t lane);

  // Where a body is on a lane, or would be.
  LanePoint local(std::size_t body, std::int32_t lane);

 private:
  struct Solid {
    Point position;
    std::int32_t body;
  };
  struct Spot {
    double longitudinal;
    std::int32_t body;
  };
  // The bodies on a lane in this frame, and where.
  struct OnLane {
    std::uint64_t frame = 0;
    std::vector<LanePoint> places;  // of all bodies; NaN of those that are not on it
    std::vector<Spot> spots;        // of those on it, from its start to its end
  };

  const Body& body(std::size_t number) const {
    return number < vehicles_->size() ? (*vehicles_)[number]
                                      : (*objects_)[number - vehicles_->size()];
  }
  std::size_t bodies() const { return vehicles_->size() + objects_->size(); }
  OnLane& on_lane(std::int32_t lane);
  void work_out(OnLane& found, const Lane& lane);
  Pair among(const std::vector<Spot>& spots, std::size_t vehicle, double s) const;
  Pair around_connected(std::size_t vehicle, std::int32_t lane, double s);

  const Network* network_ = nullptr;
  const std::vector<Body>* vehicles_ = nullptr;
  const std::vector<Body>* objects_ = nullptr;
  bool connected_ = false;
  std::vector<Solid> solid_;  // all bodies but landmarks, in this frame
  std::uint64_t frame_ = 1;
  std::vector<OnLane> lanes_;
};

}  // namespace pp::highway

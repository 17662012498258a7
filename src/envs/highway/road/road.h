// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A road with what is on it. A frame of the simulation is `act`, in which all decide by the same
// positions, and `step`, in which they move and collide.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "body.h"
#include "neighbours.h"
#include "network.h"

namespace pp::highway {

enum class Command : std::uint8_t { kNone, kLaneLeft, kIdle, kLaneRight, kFaster, kSlower };

class Road {
 public:
  // Prepares for a new episode.
  void clear(const Network& network);

  const Network& network() const { return *network_; }
  std::vector<Body>& vehicles() { return vehicles_; }
  const std::vector<Body>& vehicles() const { return vehicles_; }
  std::vector<Body>& objects() { return objects_; }
  const std::vector<Body>& objects() const { return objects_; }
  const Lane& lane_of(const Body& body) const { return network_->lane(body.lane); }

  // What the configuration decides.
  bool sees_connected_lanes = false;
  bool is_regulated = false;
  Manners manners;
  Linear linear;
  std::vector<double> target_speeds;  // of kMeta

  // A new body, which is not on the road yet.
  Body make(Kind kind, Point position, double heading, double speed) const;
  Body make_on_lane(Kind kind, std::int32_t lane, double longitudinal, double speed) const;
  void randomize(Body& body, Rng& rng) const;
  void plan(Body& body, std::string_view destination) const {
    network_->plan(body.route, body.lane, destination);
  }

  // The speed of the list that is nearest.
  std::int32_t speed_index(double speed) const;
  void command(Body& body, Command command);

  void act();
  // Lanes of vehicles that all do as they were told are found in the last of some frames.
  void step(double dt, bool is_last);

  // From one body to another along the lane of the first.
  double lane_distance(const Body& from, const Body& to) const {
    const Lane& lane = lane_of(from);
    return lane.longitudinal(to.position) - lane.longitudinal(from.position);
  }
  bool is_on_road(const Body& body) const { return lane_of(body).is_on(body.position); }
  // The derivative of a bicycle's x, y, heading, speed, lateral speed and yaw rate.
  static std::array<double, 6> derivative(const Body& body, const std::array<double, 6>& state);

  void serialize(StateIO& io);

 private:
  struct Predicted {
    Point position;
    double heading;
  };
  static constexpr std::size_t kPredictions = 11;

  // driving.cpp
  bool someone_decides() const { return std::ranges::any_of(vehicles_, &Body::is_controlled); }
  void follow_road(Body& body);
  bool is_aligned(const Body& body, LanePoint at) const;
  void steer_all();
  double speed_control(const Body& body) const;
  double linear_steering(const Body& body, const Lane& target, LanePoint at) const;
  // behaviour.cpp; numbers of bodies are those of Neighbours.
  void change_lanes(std::size_t number);
  bool is_lane_better(std::size_t number, std::int32_t lane);
  bool imposes_braking(std::size_t number, std::int32_t rear);
  void give_up_lane(std::size_t number);
  void accelerate(std::size_t number);
  void find_free_accelerations();
  double share_of_target(const Body& ego) const;
  double acceleration(std::size_t self, std::int32_t ego, std::int32_t front);
  double lost_acceleration(std::int32_t ego, std::int32_t front, double distance) const;
  double own_acceleration(std::size_t number, const Neighbours::Pair& here);
  double linear_acceleration(const Body& self, std::int32_t ego, std::int32_t front);
  double desired_gap(std::int32_t ego, std::int32_t front) const;
  double distance_now(std::int32_t from, std::int32_t to);
  Point velocity_now(std::int32_t number) const;
  const Body& body(std::int32_t number) const;
  // movement.cpp
  static void clip_actions(Body& body);
  void move_all(double dt);
  static void move(Body& body, double dt);
  static void move_bicycle(Body& body, double dt);
  void find_lanes();
  // collisions.cpp
  void collide(double dt);
  static void collide(Body& body, Body& other, double dt);
  // regulation.cpp
  void enforce_rules();
  void predict(const Body& body, std::span<Predicted, kPredictions> out) const;
  bool may_conflict(const Body& a, const Body& b, const Predicted* of_a,
                    const Predicted* of_b) const;
  static bool corner_inside(const Body& a, const Predicted& at_a, const Body& b,
                            const Predicted& at_b);

  const Network* network_ = nullptr;
  std::vector<Body> vehicles_, objects_;
  std::int64_t regulated_steps_ = 0;
  Neighbours neighbours_;
  // Of the frame: what accelerations are without a vehicle in front, directions of vehicles, and
  // numbers of the vehicles that steer with what they work out step by step.
  std::vector<double> free_accelerations_, shares_, exponents_;
  double gap_divisor_ = 1.0;
  std::vector<Point> directions_;
  std::vector<std::uint32_t> steering_;
  std::vector<double> angles_, headings_;
  std::vector<Predicted> predicted_;
};

}  // namespace pp::highway

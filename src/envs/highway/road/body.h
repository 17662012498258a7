// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Whatever is on a road: vehicles of all kinds, obstacles and landmarks.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "network.h"

namespace pp::highway {

enum class Kind : std::uint8_t {
  kPlain,    // moved by steering and acceleration
  kBicycle,  // the same with tyres that slip
  kMeta,     // keeps its lane and a speed of a list, as it is told
  kIdm,      // drives by itself: the intelligent driver model
  kLinear,   // the same with linear controllers
  kObstacle,
  kLandmark,
};

// What a self-driving vehicle aims at.
struct Manners {
  double distance_wanted = 10.0;
  double comfort_acceleration = 3.0;
  double comfort_braking = -5.0;
};

// What linear vehicles have instead of these; all self-driving ones have a least gain.
struct Linear {
  static constexpr std::array<double, 3> kAccelerationParameters{0.3, 0.3, 2.0};
  static constexpr std::array<double, 2> kSteeringParameters{1.0 / 0.2, 1.0 / 0.2 * (1.0 / 0.6)};

  std::array<double, 3> acceleration_parameters = kAccelerationParameters;
  double least_gain = 0.2;
};

struct Body {
  static constexpr double kMaxSpeed = 40.0;

  Kind kind = Kind::kPlain;
  Point position;
  double heading = 0.0;
  double speed = 0.0;
  std::int32_t lane = 0;
  double length = kVehicleLength;
  double width = 2.0;
  double diagonal = 0.0;
  bool crashed = false;
  bool hit = false;
  bool checks_collisions = true;
  bool has_impact = false;
  Point impact;

  double steering = 0.0;
  double acceleration = 0.0;
  double min_speed = -kMaxSpeed;
  double max_speed = kMaxSpeed;

  // Of kMeta, kIdm and kLinear.
  std::int32_t target_lane = 0;
  double target_speed = 0.0;
  Route route;
  std::int32_t speed_index = 0;  // of kMeta
  bool changes_lanes = true;     // the others
  bool yields = false;
  double timer = 0.0;
  double delta = 4.0;
  double least_gain = 0.2;
  std::array<double, 3> acceleration_parameters{};  // of kLinear
  std::array<double, 2> steering_parameters{};

  // Of kBicycle.
  double lateral_speed = 0.0;
  double yaw_rate = 0.0;
  bool has_moved = false;

  std::int32_t goal = -1;  // of parking vehicles: a landmark among the objects

  bool is_vehicle() const { return kind < Kind::kObstacle; }
  bool is_controlled() const {
    return kind == Kind::kMeta || kind == Kind::kIdm || kind == Kind::kLinear;
  }
  bool drives_itself() const { return kind == Kind::kIdm || kind == Kind::kLinear; }
  bool is_solid() const { return kind != Kind::kLandmark; }

  Point direction() const {
    if (heading != heading_of_direction_) {
      direction_ = unit_vector(heading);
      heading_of_direction_ = heading;
    }
    return direction_;
  }
  Point velocity() const { return speed * direction(); }
  // The angle between the heading and the course, by the steering, and its sine.
  bool knows_slip() const { return steering == steering_of_slip_; }
  void set_slip(double angle) {
    slip_ = angle;
    slip_sine_ = angle != 0.0 ? sine(angle) : angle;
    steering_of_slip_ = steering;
  }
  double slip() const { return slip_; }
  double slip_sine() const { return slip_sine_; }
  void resize(double new_length, double new_width) {
    length = new_length;
    width = new_width;
    diagonal = std::sqrt(length * length + width * width);
  }

  void serialize(StateIO& io, const Network& network);

 private:
  // What was worked out last; many drive straight on for long, or steer alike for some frames.
  mutable Point direction_;
  mutable double heading_of_direction_ = std::numeric_limits<double>::quiet_NaN();
  double slip_ = 0.0;
  double slip_sine_ = 0.0;
  double steering_of_slip_ = std::numeric_limits<double>::quiet_NaN();
};

// The corners of a rectangle, from the left rear one on.
std::array<Point, 4> corners_of(const Body& body);

}  // namespace pp::highway

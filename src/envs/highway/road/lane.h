// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A lane: straight, sinusoidal or circular, with the coordinates along it and across it.
#pragma once

#include <parallel_pool/numerics.h>

#include <cmath>
#include <cstdint>
#include <optional>

#include "highway/arithmetic/functions.h"
#include "highway/arithmetic/products.h"

namespace pp::highway {

inline constexpr double kLaneWidth = 4.0;
inline constexpr double kVehicleLength = 5.0;

inline double wrap_to_pi(double angle) {
  return math::positive_remainder(angle + kPi, 2.0 * kPi) - kPi;
}
inline double radians(double degrees) { return degrees * (kPi / 180.0); }

inline Point unit_vector(double angle) { return {cosine(angle), sine(angle)}; }

// max(a, b) and min(a, b) of Python: the second only if it is strictly greater or less.
inline double greater_of(double a, double b) { return b > a ? b : a; }
inline double lesser_of(double a, double b) { return b < a ? b : a; }

// How the edge of a lane is drawn.
enum class Line : std::uint8_t { kNone, kStriped, kContinuous, kContinuousLine };

struct LanePoint {
  double longitudinal, lateral;
};

struct Lane {
  enum class Shape : std::uint8_t { kStraight, kSine, kCircular };

  // What is common to all shapes.
  struct Traits {
    double width = kLaneWidth;
    Line left = Line::kStriped;
    Line right = Line::kStriped;
    bool forbidden = false;
    double speed_limit = 20.0;
    int priority = 0;
  };

  static Lane straight(Point start, Point end, const Traits& traits);
  static Lane sinusoidal(Point start, Point end, double amplitude, double pulsation, double phase,
                         const Traits& traits);
  static Lane circular(Point center, double radius, double start_phase, double end_phase,
                       bool clockwise, const Traits& traits);

  Point position(double longitudinal, double lateral) const;
  double heading_at(double longitudinal) const;
  LanePoint local(Point position) const;
  double longitudinal(Point position) const { return local(position).longitudinal; }

  bool is_on(LanePoint at, double margin = 0.0) const {
    return std::abs(at.lateral) <= traits.width / 2.0 + margin &&
           -kVehicleLength <= at.longitudinal && at.longitudinal < length + kVehicleLength;
  }
  bool is_on(Point position) const { return is_on(local(position)); }
  bool is_reachable_from(Point position) const {
    if (traits.forbidden) return false;
    const LanePoint at = local(position);
    return std::abs(at.lateral) <= 2.0 * traits.width && 0.0 <= at.longitudinal &&
           at.longitudinal < length + kVehicleLength;
  }
  bool is_after_end(double longitudinal) const {
    return longitudinal > length - kVehicleLength / 2.0;
  }
  // How far a place is from the lane, without its heading.
  double distance(LanePoint at) const {
    return std::abs(at.lateral) + greater_of(at.longitudinal - length, 0.0) +
           greater_of(0.0 - at.longitudinal, 0.0);
  }

  Shape shape = Shape::kStraight;
  Traits traits;
  double length = 0.0;
  // Of straight and sinusoidal lanes.
  Point start, end, direction, across;
  double heading = 0.0;
  double amplitude = 0.0, pulsation = 0.0, phase = 0.0;
  // Of circular lanes; the sign is that of clockwise ones.
  Point center;
  double radius = 0.0, start_phase = 0.0, sign = 1.0;
};

inline LanePoint Lane::local(Point position) const {
  if (shape == Shape::kCircular) {
    const Point delta = position - center;
    const double angle = arctangent2(delta.y, delta.x);
    const double phi = start_phase + wrap_to_pi(angle - start_phase);
    const double distance = norm(delta);
    return {sign * (phi - start_phase) * radius, sign * (radius - distance)};
  }
  const Point delta = position - start;
  LanePoint at{dot(delta, direction), dot(delta, across)};
  if (shape == Shape::kSine) {
    at.lateral = at.lateral - amplitude * sine(pulsation * at.longitudinal + phase);
  }
  return at;
}

inline Point Lane::position(double longitudinal, double lateral) const {
  if (shape == Shape::kCircular) {
    const double phi = sign * longitudinal / radius + start_phase;
    return center + (radius - lateral * sign) * unit_vector(phi);
  }
  if (shape == Shape::kSine) lateral = lateral + amplitude * sine(pulsation * longitudinal + phase);
  return start + longitudinal * direction + lateral * across;
}

inline double Lane::heading_at(double longitudinal) const {
  if (shape == Shape::kCircular) {
    const double phi = sign * longitudinal / radius + start_phase;
    return phi + kPi / 2.0 * sign;
  }
  if (shape == Shape::kSine) {
    return heading + arctangent(amplitude * pulsation * cosine(pulsation * longitudinal + phase));
  }
  return heading;
}

}  // namespace pp::highway

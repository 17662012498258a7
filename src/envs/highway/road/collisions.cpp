// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Which bodies touch, or will within a frame, by separating axes.
#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "road.h"

namespace pp::highway {
namespace {

using Corners = std::array<Point, 4>;

struct Interval {
  double least, most;
};

Interval projection(const Corners& corners, Point axis) {
  const double first = dot(corners[0], axis);
  Interval interval{first, first};
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const double at = dot(corners[i], axis);
    if (at < interval.least) interval.least = at;
    if (at > interval.most) interval.most = at;
  }
  return interval;
}

double distance(Interval a, Interval b) {
  return a.least < b.least ? b.least - a.most : a.least - b.most;
}

Point middle(const Corners& corners) {
  return (((corners[0] + corners[1]) + corners[2]) + corners[3]) / 4.0;
}

struct Contact {
  bool touches = true;
  bool will_touch = true;
  Point translation;
};

Contact contact_of(const Corners& a, const Corners& b, Point displacement) {
  Contact contact;
  double least = std::numeric_limits<double>::infinity();
  Point axis;
  for (const Corners* const polygon : {&a, &b}) {
    for (std::size_t i = 0; i < 4; ++i) {
      const Point from = (*polygon)[i];
      const Point to = (*polygon)[(i + 1) % 4];
      Point normal{-to.y + from.y, to.x - from.x};
      normal = normal / norm(normal);
      Interval of_a = projection(a, normal);
      const Interval of_b = projection(b, normal);
      if (distance(of_a, of_b) > 0.0) contact.touches = false;
      const double moved = dot(normal, displacement);
      (moved < 0.0 ? of_a.least : of_a.most) += moved;
      const double apart = distance(of_a, of_b);
      if (apart > 0.0) contact.will_touch = false;
      // As in the reference, this leaves the sides of one polygon only.
      if (!contact.touches && !contact.will_touch) break;
      if (std::abs(apart) < least) {
        least = std::abs(apart);
        axis = dot(middle(a) - middle(b), normal) > 0.0 ? normal : -normal;
      }
    }
  }
  if (contact.will_touch) contact.translation = least * axis;
  return contact;
}

}  // namespace

Corners corners_of(const Body& body) {
  const double l = body.length / 2.0;
  const double w = body.width / 2.0;
  const Turn turn{body.direction().x, body.direction().y};
  Corners corners{{{-l, -w}, {-l, w}, {l, w}, {l, -w}}};
  for (Point& corner : corners) corner = turn.of(forms.turn_four, corner) + body.position;
  return corners;
}

// The two are near enough.
void Road::collide(Body& body, Body& other, double dt) {
  const Contact contact =
      contact_of(corners_of(body), corners_of(other), dt * body.velocity() - dt * other.velocity());
  const bool both_solid = body.is_solid() && other.is_solid();
  if (contact.will_touch && both_solid) {
    body.has_impact = true;
    if (other.kind == Kind::kObstacle) {
      body.impact = contact.translation;
    } else {
      body.impact = contact.translation / 2.0;
      other.impact = -contact.translation / 2.0;
      other.has_impact = true;
    }
  }
  if (!contact.touches) return;
  if (both_solid) body.crashed = other.crashed = true;
  if (!body.is_solid()) body.hit = true;
  if (!other.is_solid()) other.hit = true;
}

void Road::collide(double dt) {
  const auto check = [dt](Body& body, std::span<Body> others) {
    const Point at = body.position;
    for (Body& other : others) {
      const double reach = (body.diagonal + other.diagonal) / 2.0 + body.speed * dt;
      const Point apart = other.position - at;
      // No norm is less than one of its parts.
      if (std::abs(apart.x) > reach || norm(apart) > reach) continue;
      if (body.checks_collisions || other.checks_collisions) collide(body, other, dt);
    }
  };
  for (std::size_t i = 0; i < vehicles_.size(); ++i) {
    check(vehicles_[i], std::span(vehicles_).subspan(i + 1));
    check(vehicles_[i], objects_);
  }
}

}  // namespace pp::highway

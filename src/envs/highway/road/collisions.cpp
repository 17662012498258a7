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
      // The reference goes on with the sides of the other polygon, which changes nothing.
      if (!contact.touches && !contact.will_touch) return contact;
      if (std::abs(apart) < least) {
        least = std::abs(apart);
        axis = dot(middle(a) - middle(b), normal) > 0.0 ? normal : -normal;
      }
    }
  }
  if (contact.will_touch) contact.translation = least * axis;
  return contact;
}

// What no rounding of lengths reaches.
constexpr double kClear = 1e-3;

// Whether two bodies are clearly apart along the axes of the second, in whichever direction the first
// is and moves.
bool is_out_of_reach(const Body& body, const Body& other, double dt) {
  const Point apart = other.position - body.position;
  const Point along = other.direction();
  const double reach =
      body.diagonal / 2.0 + (std::abs(body.speed) + std::abs(other.speed)) * dt + kClear;
  return std::abs(apart.x * along.y - apart.y * along.x) > other.width / 2.0 + reach ||
         std::abs(apart.x * along.x + apart.y * along.y) > other.length / 2.0 + reach;
}

// Whether two bodies are clearly apart along the axes of the second, now and after a displacement of
// the first. They then do not touch, however the lengths are rounded.
bool are_clearly_apart(const Body& body, const Body& other, Point displacement) {
  const Point apart = other.position - body.position;
  const Point along = other.direction();
  const Point own = body.direction();
  const auto is_apart = [&](double ax, double ay, double half_extent) {
    const double parallel = std::abs(own.x * ax + own.y * ay);
    const double crossing = std::abs(own.x * ay - own.y * ax);
    const double reach = half_extent + (parallel * body.length + crossing * body.width) / 2.0;
    const double moved = std::abs(displacement.x * ax + displacement.y * ay);
    return std::abs(apart.x * ax + apart.y * ay) > reach + moved + kClear;
  };
  return is_apart(-along.y, along.x, other.width / 2.0) ||
         is_apart(along.x, along.y, other.length / 2.0);
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
  const Point displacement = dt * body.velocity() - dt * other.velocity();
  if (are_clearly_apart(body, other, displacement)) return;
  const Contact contact = contact_of(corners_of(body), corners_of(other), displacement);
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
      if (!body.checks_collisions && !other.checks_collisions) continue;
      const double reach = (body.diagonal + other.diagonal) / 2.0 + body.speed * dt;
      const Point apart = other.position - at;
      // No norm is less than one of its parts.
      if (std::abs(apart.x) > reach || norm(apart) > reach) continue;
      if (!other.is_vehicle() && is_out_of_reach(body, other, dt)) continue;
      collide(body, other, dt);
    }
  };
  // Those who do not check meet only those who do, of whom none may be left.
  std::size_t end = vehicles_.size();
  while (end > 0 && !vehicles_[end - 1].checks_collisions) --end;
  for (std::size_t i = 0; i < vehicles_.size(); ++i) {
    Body& body = vehicles_[i];
    const std::size_t last = body.checks_collisions ? vehicles_.size() : end;
    if (i + 1 < last) check(body, std::span(vehicles_).subspan(i + 1, last - i - 1));
    check(body, objects_);
  }
}

}  // namespace pp::highway

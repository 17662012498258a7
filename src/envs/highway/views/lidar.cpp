// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How far away the next body is in each direction, and how fast it comes or goes.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "views.h"

namespace pp::highway {
namespace {

using Corners = std::array<Point, 4>;

double distance(double least_a, double most_a, double least_b, double most_b) {
  return least_a < least_b ? least_b - most_a : least_a - most_b;
}

double along(Point a, Point b) { return product(forms.matmul, a.x, b.x, a.y, b.y); }

// From the start of a ray to a rectangle; infinite if it misses that.
double distance_to(const Corners& rectangle, Point start, Point end) {
  struct Interval {
    double first, second;
  };
  const auto interval = [&](Point side, Point other) {
    const Point unit = side / norm(side);
    const double reach = along(end - start, unit);
    Interval found{along(rectangle[0] - start, unit) / reach, along(other - start, unit) / reach};
    if (!(reach >= 0.0)) std::swap(found.first, found.second);
    return found;
  };
  const Interval one = interval(rectangle[1] - rectangle[0], rectangle[1]);
  const Interval two = interval(rectangle[3] - rectangle[0], rectangle[3]);
  if (distance(one.first, one.second, two.first, two.second) <= 0.0 &&
      distance(0.0, 1.0, one.first, one.second) <= 0.0 &&
      distance(0.0, 1.0, two.first, two.second) <= 0.0) {
    return greater_of(one.first, two.first) * norm(end - start);
  }
  return std::numeric_limits<double>::infinity();
}

// The cells around a vehicle.
class Scan {
 public:
  Scan(const ViewSettings& view, const Body& me, float* cells)
      : view_(view),
        me_(me),
        velocity_(me.velocity()),
        angle_(2.0 * kPi / static_cast<double>(view.cells)),
        cells_(cells) {}

  void see(const Body& body) {
    const double away = norm(body.position - me_.position);
    if (away > view_.maximum_range) return;
    const Point velocity = body.velocity() - velocity_;
    put(index_of(angle_to(body.position)), away - body.width / 2.0, velocity);
    const Corners corners = corners_of(body);
    double least = angle_to(corners[0]);
    double most = least;
    for (std::size_t i = 1; i < corners.size(); ++i) {
      const double angle = angle_to(corners[i]);
      if (angle < least) least = angle;
      if (angle > most) most = angle;
    }
    if (least < -kPi / 2.0 && kPi / 2.0 < most) {
      const double first = most;
      most = least + 2.0 * kPi;
      least = first;
    }
    const std::int64_t start = index_of(least);
    const std::int64_t end = index_of(most);
    const auto cells = static_cast<std::int64_t>(view_.cells);
    const auto scan = [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i <= last; ++i) {
        const Point ray = view_.maximum_range * unit_vector(static_cast<double>(i) * angle_);
        put(i, distance_to(corners, me_.position, me_.position + ray), velocity);
      }
    };
    if (start < end) return scan(start, end);
    scan(start, cells - 1);
    scan(0, end);
  }

 private:
  double angle_to(Point place) const {
    return arctangent2(place.y - me_.position.y, place.x - me_.position.x) + angle_ / 2.0;
  }
  std::int64_t index_of(double angle) const {
    const auto cells = static_cast<std::int64_t>(view_.cells);
    const std::int64_t index = static_cast<std::int64_t>(std::floor(angle / angle_)) % cells;
    return index < 0 ? index + cells : index;
  }
  void put(std::int64_t index, double distance, Point velocity) {
    float* const cell = cells_ + 2 * index;
    if (!(distance <= static_cast<double>(cell[0]))) return;
    cell[0] = static_cast<float>(distance);
    cell[1] = static_cast<float>(dot(velocity, unit_vector(static_cast<double>(index) * angle_)));
  }

  const ViewSettings& view_;
  const Body& me_;
  Point velocity_;
  double angle_;
  float* cells_;
};

}  // namespace

void Views::scan(const ViewSettings& view, const World& world, const Body& me, float* out) {
  std::fill(out, out + 2 * view.cells, static_cast<float>(view.maximum_range));
  Scan scan(view, me, out);
  for (const Body& body : world.road.vehicles()) {
    if (&body != &me) scan.see(body);
  }
  for (const Body& body : world.road.objects()) {
    if (body.is_solid()) scan.see(body);
  }
}

void Views::lidar(const ViewSettings& view, const World& world, const Body& me, float* out) {
  scan(view, world, me, out);
  if (!view.normalize) return;
  const auto range = static_cast<float>(view.maximum_range);
  for (std::size_t i = 0; i < 2 * view.cells; ++i) out[i] /= range;
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How lanes are made.
#include "lane.h"

namespace pp::highway {

Lane Lane::straight(Point start, Point end, const Traits& traits) {
  Lane lane;
  lane.traits = traits;
  lane.start = start;
  lane.end = end;
  const Point along = end - start;
  lane.heading = arctangent2(along.y, along.x);
  lane.length = norm(along);
  lane.direction = along / lane.length;
  lane.across = {-lane.direction.y, lane.direction.x};
  return lane;
}

Lane Lane::sinusoidal(Point start, Point end, double amplitude, double pulsation, double phase,
                      const Traits& traits) {
  Lane lane = straight(start, end, traits);
  lane.shape = Shape::kSine;
  lane.amplitude = amplitude;
  lane.pulsation = pulsation;
  lane.phase = phase;
  return lane;
}

Lane Lane::circular(Point center, double radius, double start_phase, double end_phase,
                    bool clockwise, const Traits& traits) {
  Lane lane;
  lane.shape = Shape::kCircular;
  lane.traits = traits;
  lane.center = center;
  lane.radius = radius;
  lane.start_phase = start_phase;
  lane.sign = clockwise ? 1.0 : -1.0;
  lane.length = radius * (end_phase - start_phase) * lane.sign;
  return lane;
}

}  // namespace pp::highway

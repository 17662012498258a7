// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Lanes of the racetracks, with the numbers of the reference.
#include "tracks.h"

namespace pp::highway {
namespace {

using enum Line;

constexpr double kWidth = 5.0;

// Adds lanes that are told in short.
struct Track {
  Network& network;
  double speed_limit;

  void straight(const char* from, const char* to, Point start, Point end, Line left,
                Line right) const {
    network.add(from, to, Lane::straight(start, end, traits(left, right)));
  }
  // Phases are in degrees.
  void left_turn(const char* from, const char* to, Point center, double radius, double start,
                 double end, Line left, Line right) const {
    network.add(
        from, to,
        Lane::circular(center, radius, radians(start), radians(end), false, traits(left, right)));
  }
  void right_turn(const char* from, const char* to, Point center, double radius, double start,
                  double end, Line left, Line right) const {
    network.add(
        from, to,
        Lane::circular(center, radius, radians(start), radians(end), true, traits(left, right)));
  }
  Lane::Traits traits(Line left, Line right) const {
    return {.width = kWidth, .left = left, .right = right, .speed_limit = speed_limit};
  }
};

Point on_circle(Point center, double radius, double degrees) {
  const double angle = radians(degrees);
  return {center.x + radius * cosine(angle), center.y + radius * sine(angle)};
}

}  // namespace

void build_racetrack(Network& network) {
  const Track track{network, 10.0};
  track.straight("a", "b", {42, 0}, {100, 0}, kContinuous, kStriped);
  track.straight("a", "b", {42, 5}, {100, 5}, kStriped, kContinuous);
  track.left_turn("b", "c", {100, -20}, 20, 90, -1, kContinuous, kNone);
  track.left_turn("b", "c", {100, -20}, 25, 90, -1, kStriped, kContinuous);
  track.straight("c", "d", {120, -20}, {120, -30}, kContinuous, kNone);
  track.straight("c", "d", {125, -20}, {125, -30}, kStriped, kContinuous);
  track.left_turn("d", "e", {105, -30}, 15, 0, -181, kContinuous, kNone);
  track.left_turn("d", "e", {105, -30}, 20, 0, -181, kStriped, kContinuous);
  track.right_turn("e", "f", {70, -30}, 20, 0, 136, kContinuous, kStriped);
  track.right_turn("e", "f", {70, -30}, 15, 0, 137, kNone, kContinuous);
  track.straight("f", "g", {55.7, -15.7}, {35.7, -35.7}, kContinuous, kNone);
  track.straight("f", "g", {59.3934, -19.2}, {39.3934, -39.2}, kStriped, kContinuous);
  track.left_turn("g", "h", {18.1, -18.1}, 25, 315, 170, kContinuous, kNone);
  track.left_turn("g", "h", {18.1, -18.1}, 30, 315, 165, kStriped, kContinuous);
  track.left_turn("h", "i", {18.1, -18.1}, 25, 170, 56, kContinuous, kNone);
  track.left_turn("h", "i", {18.1, -18.1}, 30, 170, 58, kStriped, kContinuous);
  track.right_turn("i", "a", {43.2, 23.4}, 23.5, 240, 270, kContinuous, kStriped);
  track.right_turn("i", "a", {43.2, 23.4}, 18.5, 238, 268, kNone, kContinuous);
}

void build_large_racetrack(Network& network, double speed_limit) {
  const Track track{network, speed_limit};
  track.straight("a", "b", {42, 0}, {200, 0}, kContinuous, kStriped);
  track.straight("a", "b", {42, 5}, {200, 5}, kStriped, kStriped);
  track.straight("a", "b", {42, 10}, {200, 10}, kNone, kContinuous);
  track.left_turn("b", "c", {200, -20}, 20, 90, -1, kContinuous, kNone);
  track.left_turn("b", "c", {200, -20}, 25, 90, -1, kStriped, kStriped);
  track.left_turn("b", "c", {200, -20}, 30, 90, -1, kNone, kContinuous);
  track.straight("c", "d", {220, -20}, {220, -61}, kContinuous, kNone);
  track.straight("c", "d", {225, -20}, {225, -61}, kStriped, kStriped);
  track.straight("c", "d", {230, -20}, {230, -61}, kNone, kContinuous);
  track.left_turn("d", "e", {205, -60}, 15, 0, -181, kContinuous, kNone);
  track.left_turn("d", "e", {205, -60}, 20, 0, -181, kStriped, kStriped);
  track.left_turn("d", "e", {205, -60}, 25, 0, -181, kNone, kContinuous);
  track.right_turn("e", "f", {170, -60}, 20, 0, 136, kContinuous, kNone);
  track.right_turn("e", "f", {170, -60}, 15, 0, 137, kStriped, kStriped);
  track.right_turn("e", "f", {170, -60}, 10, 0, 137, kNone, kContinuous);
  const Point extend{-30, -30};
  const Point start{155.7, -45.7};
  const Point end = Point{135.7, -65.7} + extend;
  const Point second_start{159.3934, -49.2};
  const Point second_end = Point{139.3934, -69.2} + extend;
  track.straight("f", "g", start, end, kContinuous, kNone);
  track.straight("f", "g", second_start, second_end, kStriped, kStriped);
  track.straight("f", "g", start + 2.0 * (second_start - start), end + 2.0 * (second_end - end),
                 kNone, kContinuous);
  const Point center = Point{118.1, -48.1} + extend;
  constexpr double kTurned = 205;
  track.left_turn("g", "h", center, 25, 317, kTurned - 3, kContinuous, kNone);
  track.left_turn("g", "h", center, 30, 317, kTurned, kStriped, kStriped);
  track.left_turn("g", "h", center, 35, 317, kTurned, kNone, kContinuous);
  const double angle = radians(30);
  const auto last = [&](double radius) {
    return Point{42 - radius * cosine(angle), -15 - radius * sine(angle)};
  };
  track.straight("h", "i", on_circle(center, 25, kTurned), last(15), kContinuous, kNone);
  track.straight("h", "i", on_circle(center, 30, kTurned), last(20), kStriped, kStriped);
  track.straight("h", "i", on_circle(center, 35, kTurned), last(25), kNone, kContinuous);
  track.left_turn("i", "a", {42, -15}, 15, 210, 88, kContinuous, kNone);
  track.left_turn("i", "a", {42, -15}, 20, 210, 90, kStriped, kStriped);
  track.left_turn("i", "a", {42, -15}, 25, 212, 88, kNone, kContinuous);
}

// The reference adds the first lane, those between, and the last one: two where it is told one.
void build_oval(Network& network, double length, std::int64_t lanes) {
  const Track track{network, 10.0};
  const auto each = [&](const auto& add, Line second_of_middle) {
    add(0.0, kContinuous, kNone);
    for (std::int64_t i = 1; i < lanes - 1; ++i) {
      add(static_cast<double>(i) * 5.0, kStriped, second_of_middle);
    }
    add(static_cast<double>(lanes - 1) * 5.0, kStriped, kContinuous);
  };
  const auto straight = [&](const char* from, const char* to, Point start, Point end,
                            Point across) {
    each(
        [&](double away, Line left, Line right) {
          track.straight(from, to, start + away * across, end + away * across, left,
                         from[0] == 'a' && away == 0.0 && left == kContinuous ? kStriped : right);
        },
        kNone);
  };
  const auto turn = [&](const char* from, const char* to, Point center, double radius, double start,
                        double end) {
    each(
        [&](double away, Line left, Line right) {
          track.left_turn(from, to, center, radius + away, start, end, left, right);
        },
        from[0] == 'h' ? kContinuous : kNone);
  };
  straight("a", "b", {0, 0}, {length + 1, 0}, {0, 1});
  turn("b", "c", {length, -20}, 20, 90, 0);
  straight("c", "d", {length + 20, -20}, {length + 20, -50}, {1, 0});
  turn("d", "e", {length + 5, -50}, 15, 0, -90);
  straight("e", "f", {length + 5, -65}, {-5, -65}, {0, -1});
  turn("f", "g", {-5, -50}, 15, -90, -180);
  straight("g", "h", {-20, -50}, {-20, -20}, {-1, 0});
  turn("h", "a", {0, -20}, 20, 180, 90);
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The car of CarRacing: a hull and four wheels that slide, with the arithmetic of Gymnasium's
// car_dynamics. What acts on a wheel is computed in double.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/world.h"

namespace pp::box2d {

struct Wheel {
  Id body = kNoId;
  Id joint = kNoId;
  double gas = 0.0;
  double brake = 0.0;
  double steer = 0.0;
  double phase = 0.0;  // the angle by which it has rolled
  double omega = 0.0;
  int tiles = 0;  // that it touches
  // Its current skid mark, if any, which may be older than those that are kept.
  bool begins_skid = false;
  bool skid_on_grass = false;
  int skid_points = 0;
  std::int64_t skid = -1;

  template <class Io>
  void serialize(Io& io) {
    io(body, joint, gas, brake, steer, phase, omega, tiles, begins_skid, skid_on_grass, skid_points,
       skid);
  }
};

// A mark that a sliding wheel leaves. Only pictures show it.
struct SkidMark {
  static constexpr int kMaxPoints = 30;

  bool on_grass = false;
  int count = 0;
  std::array<Vec2, kMaxPoints> points{};

  template <class Io>
  void serialize(Io& io) {
    io(on_grass);
    io.within(count, 0, kMaxPoints, "points of a skid mark");
    io(points);
  }
};

class Car {
 public:
  static constexpr double kSize = 0.02;
  static constexpr double kWheelRadius = 27;
  static constexpr double kWheelWidth = 14;
  static constexpr std::size_t kFixtures = 8;  // four of the hull, and one of each wheel

  void create(World& world, double angle, double x, double y);
  void destroy(World& world);
  bool exists() const { return hull != kNoId; }

  void set_gas(double gas);
  void set_brake(double brake);
  void set_steer(double steer);
  // Lets the wheels act for a time step.
  void act(World& world, double time_step);

  // The i-th of the skid marks that are kept, the oldest first.
  std::size_t skid_count() const { return std::min<std::size_t>(made_skids_, kMaxSkids); }
  const SkidMark& skid(std::size_t i) const {
    return skids_[(made_skids_ - skid_count() + i) % kMaxSkids];
  }

  Id hull = kNoId;
  std::array<Wheel, 4> wheels{};  // front left and right, rear left and right

  template <class Io>
  void serialize(Io& io) {
    io(hull, wheels, skids_, made_skids_);
  }

  static constexpr std::size_t kMaxSkids = 30;

 private:
  void act(World& world, Wheel& wheel, double time_step);
  void leave_mark(Wheel& wheel, Vec2 at, bool slides);

  std::array<SkidMark, kMaxSkids> skids_{};  // a ring
  std::uint64_t made_skids_ = 0;
};

}  // namespace pp::box2d

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "car.h"

#include <algorithm>
#include <cmath>

#include "doubles.h"

namespace pp::box2d {

namespace {

constexpr double kSize = Car::kSize;
constexpr double kEnginePower = 100000000 * kSize * kSize;
constexpr double kInertia = 4000 * kSize * kSize;  // of a wheel
constexpr double kFrictionLimit = 1000000 * kSize * kSize;
constexpr double kGrassFriction = kFrictionLimit * 0.6;
constexpr double kForceFactor = 205000 * kSize * kSize;
constexpr double kRollingRadius = 1.0 * Car::kWheelRadius * kSize;
constexpr double kBrakeForce = 15;  // radians per second

using Points = std::vector<std::array<double, 2>>;

const std::array<Points, 4>& hull_parts() {
  static const std::array<Points, 4> parts{
      {{{-60, 130}, {60, 130}, {60, 110}, {-60, 110}},
       {{-15, 120}, {15, 120}, {20, 20}, {-20, 20}},
       {{25, 20}, {50, -10}, {50, -40}, {20, -90}, {-20, -90}, {-50, -40}, {-50, -10}, {-25, 20}},
       {{-50, -120}, {50, -120}, {50, -90}, {-50, -90}}}};
  return parts;
}
constexpr std::array<std::array<double, 2>, 4> kWheelPlaces{
    {{-55, 80}, {55, 80}, {-55, -82}, {55, -82}}};

Shape scaled(const Points& points) {
  std::vector<Vec2> corners;
  for (const auto& [x, y] : points) corners.push_back(rounded(x * kSize, y * kSize));
  return Shape::polygon(corners);
}

}  // namespace

void Car::create(World& world, double angle, double x, double y) {
  static const std::array<Shape, 4> hull_shapes{scaled(hull_parts()[0]), scaled(hull_parts()[1]),
                                                scaled(hull_parts()[2]), scaled(hull_parts()[3])};
  static const Shape wheel_shape = scaled({{-kWheelWidth, kWheelRadius},
                                           {kWheelWidth, kWheelRadius},
                                           {kWheelWidth, -kWheelRadius},
                                           {-kWheelWidth, -kWheelRadius}});
  made_skids_ = 0;
  const auto turned = static_cast<float>(angle);
  hull = world.create_body({.position = rounded(x, y), .angle = turned});
  for (const Shape& shape : hull_shapes) {
    world.add_fixture(hull, {.shape = shape, .density = 1.0f});
  }
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    const double dx = kWheelPlaces[i][0] * kSize;
    const double dy = kWheelPlaces[i][1] * kSize;
    Wheel& wheel = wheels[i] = {};
    wheel.body = world.create_body({.position = rounded(x + dx, y + dy), .angle = turned});
    world.add_fixture(wheel.body,
                      {.shape = wheel_shape, .density = 0.1f, .category = 0x0020, .mask = 0x0001});
    wheel.joint =
        world.create_joint({.body_a = hull,
                            .body_b = wheel.body,
                            .local_anchor_a = rounded(dx, dy),
                            .lower_angle = -0.4f,
                            .upper_angle = 0.4f,
                            .max_motor_torque = static_cast<float>(180 * 900 * kSize * kSize)});
  }
}

void Car::destroy(World& world) {
  world.destroy_body(hull);
  for (const Wheel& wheel : wheels) world.destroy_body(wheel.body);
  hull = kNoId;
}

// The rear wheels drive. Gas grows gradually and stops at once.
void Car::set_gas(double gas) {
  gas = std::clamp(gas, 0.0, 1.0);
  for (std::size_t i = 2; i < 4; ++i) wheels[i].gas += std::min(gas - wheels[i].gas, 0.1);
}

void Car::set_brake(double brake) {
  for (Wheel& wheel : wheels) wheel.brake = brake;
}

void Car::set_steer(double steer) { wheels[0].steer = wheels[1].steer = steer; }

void Car::act(World& world, double time_step) {
  for (Wheel& wheel : wheels) act(world, wheel, time_step);
}

void Car::act(World& world, Wheel& wheel, double time_step) {
  const double left = wheel.steer - double{world.joint_angle(wheel.joint)};
  const double turn = sign(left) * std::min(50.0 * std::abs(left), 3.0);
  world.set_motor_speed(wheel.joint, static_cast<float>(turn));

  Body& body = world.body(wheel.body);
  const Vec2 forward = rotate(body.transform.rotation, {0.0f, 1.0f});
  const Vec2 side = rotate(body.transform.rotation, {1.0f, 0.0f});
  const Vec2 v = body.velocity;
  const double forward_speed = double{forward.x} * v.x + double{forward.y} * v.y;
  const double side_speed = double{side.x} * v.x + double{side.y} * v.y;

  double& omega = wheel.omega;
  omega += time_step * kEnginePower * wheel.gas / kInertia / (std::abs(omega) + 5.0);
  if (wheel.brake >= 0.9) {
    omega = 0;
  } else if (wheel.brake > 0) {
    omega += -sign(omega) * std::min(kBrakeForce * wheel.brake, std::abs(omega));
  }
  wheel.phase += omega * time_step;

  double push = -forward_speed + omega * kRollingRadius;
  double slide = -side_speed;
  push *= kForceFactor;
  slide *= kForceFactor;
  const double force = std::sqrt(push * push + slide * slide);
  const double limit = wheel.tiles > 0 ? kFrictionLimit : kGrassFriction;
  leave_mark(wheel, body.transform.position, force > 2.0 * limit);
  if (force > limit) {
    push /= force;
    slide /= force;
    push *= limit;
    slide *= limit;
  }
  omega -= time_step * push * kRollingRadius / kInertia;
  body.apply_force(rounded(slide * side.x + push * forward.x, slide * side.y + push * forward.y));
}

// The first point of a mark stands twice.
void Car::leave_mark(Wheel& wheel, Vec2 at, bool slides) {
  const bool on_grass = wheel.tiles == 0;
  if (!slides) {
    wheel.begins_skid = false;
    wheel.skid = -1;
  } else if (wheel.skid >= 0 && wheel.skid_on_grass == on_grass &&
             wheel.skid_points < SkidMark::kMaxPoints) {
    ++wheel.skid_points;
    const auto number = static_cast<std::uint64_t>(wheel.skid);
    if (number + kMaxSkids < made_skids_) return;
    SkidMark& mark = skids_[number % kMaxSkids];
    if (mark.count == SkidMark::kMaxPoints) return;
    mark.points[static_cast<std::size_t>(mark.count++)] = at;
  } else if (!wheel.begins_skid) {
    wheel.begins_skid = true;
  } else {
    wheel.begins_skid = false;
    wheel.skid = static_cast<std::int64_t>(made_skids_++);
    wheel.skid_on_grass = on_grass;
    wheel.skid_points = 2;
    SkidMark& mark = skids_[static_cast<std::uint64_t>(wheel.skid) % kMaxSkids];
    mark = {on_grass, 2, {at, at}};
  }
}

}  // namespace pp::box2d

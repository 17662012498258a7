// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How bodies are made and how vehicles move.
#include <algorithm>

#include "numbers.h"
#include "road.h"

namespace pp::highway {
namespace {

// A bicycle's numbers, in SI units for a mass of 1.
constexpr double kHalfLength = kVehicleLength / 2.0;
constexpr double kFriction = 15.0;
constexpr double kInertia = 1.0 / 12.0 * 1.0 * (kVehicleLength * kVehicleLength + 2.0 * 2.0);
constexpr double kMostYawRate = 2.0 * kPi;

using State = std::array<double, 6>;

State moved(const State& state, const State& slope, double dt) {
  State out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = state[i] + slope[i] * dt;
  return out;
}

}  // namespace

Body Road::make(Kind kind, Point position, double heading, double speed) const {
  Body body;
  body.kind = kind;
  body.position = position;
  body.heading = heading;
  body.speed = speed;
  body.lane = network_->closest(position, heading);
  const bool is_vehicle = body.is_vehicle();
  body.resize(is_vehicle ? kVehicleLength : 2.0, 2.0);
  if (!body.is_controlled()) return body;
  body.target_lane = body.lane;
  body.target_speed = speed;
  if (kind == Kind::kMeta) {
    body.speed_index = speed_index(speed);
    body.target_speed = target_speeds[static_cast<std::size_t>(body.speed_index)];
    return body;
  }
  body.timer = math::remainder((position.x + position.y) * kPi, 1.0);
  if (kind == Kind::kLinear) {
    body.least_gain = linear.least_gain;
    body.acceleration_parameters = linear.acceleration_parameters;
    body.steering_parameters = Linear::kSteeringParameters;
  }
  return body;
}

Body Road::make_on_lane(Kind kind, std::int32_t number, double longitudinal, double speed) const {
  const Lane& lane = network_->lane(number);
  return make(kind, lane.position(longitudinal, 0.0), lane.heading_at(longitudinal), speed);
}

void Road::randomize(Body& body, Rng& rng) const {
  const auto spread = [&](auto& parameters, const auto& low, const auto& high) {
    std::array<double, std::tuple_size_v<std::remove_cvref_t<decltype(parameters)>>> draws;
    for (double& draw : draws) draw = rng.uniform();
    for (std::size_t i = 0; i < draws.size(); ++i) {
      parameters[i] = low[i] + draws[i] * (high[i] - low[i]);
    }
  };
  if (body.kind == Kind::kLinear) {
    // The ranges are those of the plainest of the linear vehicles, whichever this one is.
    std::array<double, 3> low;
    std::array<double, 3> high;
    for (std::size_t i = 0; i < low.size(); ++i) {
      low[i] = 0.5 * Linear::kAccelerationParameters[i];
      high[i] = 1.5 * Linear::kAccelerationParameters[i];
    }
    spread(body.acceleration_parameters, low, high);
    constexpr auto kMiddle = Linear::kSteeringParameters;
    spread(body.steering_parameters, std::array{kMiddle[0] - 0.07, kMiddle[1] - 1.5},
           std::array{kMiddle[0] + 0.07, kMiddle[1] + 1.5});
  }
  body.delta = rng.uniform(3.5, 4.5);
}

void Road::clip_actions(Body& body) {
  if (body.crashed) {
    body.steering = 0.0;
    body.acceleration = -1.0 * body.speed;
  }
  if (body.speed > body.max_speed) {
    body.acceleration = lesser_of(body.acceleration, 1.0 * (body.max_speed - body.speed));
  } else if (body.speed < body.min_speed) {
    body.acceleration = greater_of(body.acceleration, 1.0 * (body.min_speed - body.speed));
  }
  if (body.kind != Kind::kBicycle) return;
  body.steering = clip(body.steering, -kPi / 2.0, kPi / 2.0);
  body.yaw_rate = clip(body.yaw_rate, -kMostYawRate, kMostYawRate);
}

void Road::move(Body& body, double dt) {
  const double beta = body.slip();
  const Point course = beta == 0.0 ? body.direction() : unit_vector(body.heading + beta);
  const Point velocity = body.speed * course;
  body.position.x += velocity.x * dt;
  body.position.y += velocity.y * dt;
  if (body.has_impact) {
    body.position = body.position + body.impact;
    body.crashed = true;
    body.has_impact = false;
  }
  body.heading += body.speed * body.slip_sine() / (kVehicleLength / 2.0) * dt;
  body.speed += body.acceleration * dt;
}

State Road::derivative(const Body& body, const State& state) {
  const auto [x, y, heading, speed, lateral_speed, yaw_rate] = state;
  const double front = arctangent2(lateral_speed + kHalfLength * yaw_rate, speed);
  const double rear = arctangent2(lateral_speed - kHalfLength * yaw_rate, speed);
  double front_force = 2.0 * kFriction * (body.steering - front);
  double rear_force = 2.0 * kFriction * (0.0 - rear);
  if (std::abs(speed) < 1.0) {
    front_force = -1.0 * lateral_speed - kInertia / kHalfLength * yaw_rate;
    rear_force = -1.0 * lateral_speed + kInertia / kHalfLength * yaw_rate;
  }
  const double lateral = 1.0 / 1.0 * (front_force + rear_force) - yaw_rate * speed;
  const double yaw = 1.0 / kInertia * (kHalfLength * front_force - kHalfLength * rear_force);
  const Turn turn{cosine(heading), sine(heading)};
  const Point velocity = turn.of(forms.turn, {speed, lateral_speed});
  return {velocity.x, velocity.y, yaw_rate, body.acceleration, lateral, yaw};
}

// One step of the fourth-order Runge-Kutta method. Impacts do not move bicycles.
void Road::move_bicycle(Body& body, double dt) {
  const State state{body.position.x, body.position.y,    body.heading,
                    body.speed,      body.lateral_speed, body.yaw_rate};
  const State first = derivative(body, state);
  const State second = derivative(body, moved(state, first, dt / 2.0));
  const State third = derivative(body, moved(state, second, dt / 2.0));
  const State fourth = derivative(body, moved(state, third, dt));
  State next;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const double sum = first[i] + 2.0 * second[i] + 2.0 * third[i] + fourth[i];
    next[i] = state[i] + dt / 6.0 * sum;
  }
  body.position = {next[0], next[1]};
  body.heading = next[2];
  body.speed = next[3];
  body.lateral_speed = next[4];
  body.yaw_rate = next[5];
  body.has_moved = true;
}

void Road::move_all(double dt) {
  angles_.clear();
  for (Body& body : vehicles_) {
    if (body.drives_itself()) body.timer += dt;
    clip_actions(body);
    if (body.steering == 0.0) {
      body.set_slip(body.steering);
    } else if (!body.knows_slip()) {
      angles_.push_back(body.steering);
    }
  }
  apply(Function::kTan, angles_.data(), angles_.size());
  for (double& angle : angles_) angle = 1.0 / 2.0 * angle;
  apply(Function::kArctan, angles_.data(), angles_.size());
  const double* angle = angles_.data();
  for (Body& body : vehicles_) {
    if (!body.knows_slip()) body.set_slip(*angle++);
    if (body.kind == Kind::kBicycle) {
      move_bicycle(body, dt);
    } else {
      move(body, dt);
    }
  }
}

void Road::find_lanes() {
  for (Body& body : vehicles_) {
    body.lane = network_->closest(body.position, body.heading, body.lane);
  }
}

void Road::step(double dt, bool is_last) {
  if (is_regulated) {
    ++regulated_steps_;
    constexpr double kFrequency = 2.0;
    if (regulated_steps_ % static_cast<std::int64_t>(1.0 / dt / kFrequency) == 0) enforce_rules();
  }
  move_all(dt);
  if (is_last || is_regulated || someone_decides()) find_lanes();
  collide(dt);
}

void Road::clear(const Network& network) {
  network_ = &network;
  vehicles_.clear();
  objects_.clear();
  regulated_steps_ = 0;
}

}  // namespace pp::highway

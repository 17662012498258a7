// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How vehicles that keep a lane and a speed steer, and what they do when they are told.
#include <algorithm>

#include "numbers.h"
#include "road.h"

namespace pp::highway {
namespace {

constexpr double kMaxSteering = kPi / 3.0;
constexpr double kTauHeading = 0.2;
constexpr double kTauPursuit = 0.5 * kTauHeading;
constexpr double kGainOfSpeed = 1.0 / 0.6;
constexpr double kGainOfHeading = 1.0 / kTauHeading;
constexpr double kGainOfLateral = 1.0 / 0.6;
constexpr double kLinearTauPursuit = kTauPursuit;

}  // namespace

std::int32_t Road::speed_index(double speed) const {
  const auto last = static_cast<double>(target_speeds.size() - 1);
  const double x = (speed - target_speeds.front()) / (target_speeds.back() - target_speeds.front());
  return static_cast<std::int32_t>(clip(std::nearbyint(x * last), 0.0, last));
}

void Road::follow_road(Body& body) {
  const Lane& target = network_->lane(body.target_lane);
  if (target.is_after_end(target.longitudinal(body.position))) {
    body.target_lane = network_->next(body.target_lane, body.route, body.position);
  }
}

// What a command steers is lost: `act` decides it anew before anything moves.
void Road::command(Body& body, Command command) {
  if (command == Command::kFaster || command == Command::kSlower) {
    const std::int32_t step = command == Command::kFaster ? 1 : -1;
    body.speed_index = std::clamp(speed_index(body.speed) + step, 0,
                                  static_cast<std::int32_t>(target_speeds.size()) - 1);
    body.target_speed = target_speeds[static_cast<std::size_t>(body.speed_index)];
  }
  follow_road(body);
  if (command != Command::kLaneLeft && command != Command::kLaneRight) return;
  const Network::Edge& edge = network_->edge_of(body.target_lane);
  const std::int32_t step = command == Command::kLaneRight ? 1 : -1;
  const std::int32_t id =
      std::clamp(network_->place(body.target_lane).id + step, 0, edge.count - 1);
  if (network_->lane(edge.first + id).is_reachable_from(body.position)) {
    body.target_lane = edge.first + id;
  }
}

double Road::linear_steering(const Body& body, const Lane& target, LanePoint at) const {
  const double next = at.longitudinal + body.speed * kLinearTauPursuit;
  const double speed = not_zero(body.speed);
  const double heading =
      wrap_to_pi(target.heading_at(next) - body.heading) * kVehicleLength / speed;
  const double lateral = -at.lateral * kVehicleLength / math::square(speed);
  return dot({body.steering_parameters[0], body.steering_parameters[1]}, {heading, lateral});
}

// Whether a vehicle drives along the middle of its lane, where there is nothing to steer.
bool Road::is_aligned(const Body& body, LanePoint at) const {
  return at.lateral == 0.0 && body.speed >= 0.0 &&
         network_->lane(body.target_lane).heading_at(at.longitudinal + body.speed * kTauPursuit) ==
             body.heading;
}

// All at once, function by function, because NumPy's functions take many numbers at the price of
// one.
void Road::steer_all() {
  const std::size_t count = steering_.size();
  angles_.resize(count);
  headings_.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    Body& body = vehicles_[steering_[k]];
    const Lane& target = network_->lane(body.target_lane);
    const LanePoint at = neighbours_.local(steering_[k], body.target_lane);
    headings_[k] = target.heading_at(at.longitudinal + body.speed * kTauPursuit);
    angles_[k] = clip(-kGainOfLateral * at.lateral / not_zero(body.speed), -1.0, 1.0);
  }
  apply(Function::kArcsin, angles_.data(), count);
  for (std::size_t k = 0; k < count; ++k) {
    const Body& body = vehicles_[steering_[k]];
    const double heading = headings_[k] + clip(angles_[k], -kPi / 4.0, kPi / 4.0);
    const double rate = kGainOfHeading * wrap_to_pi(heading - body.heading);
    angles_[k] = clip(kVehicleLength / 2.0 / not_zero(body.speed) * rate, -1.0, 1.0);
  }
  apply(Function::kArcsin, angles_.data(), count);
  apply(Function::kTan, angles_.data(), count);
  for (std::size_t k = 0; k < count; ++k) angles_[k] = 2.0 * angles_[k];
  apply(Function::kArctan, angles_.data(), count);
  for (std::size_t k = 0; k < count; ++k) {
    vehicles_[steering_[k]].steering = clip(angles_[k], -kMaxSteering, kMaxSteering);
  }
}

double Road::speed_control(const Body& body) const {
  return kGainOfSpeed * (body.target_speed - body.speed);
}

void Road::act() {
  if (!someone_decides()) return;  // they do as they were told
  neighbours_.begin(*network_, vehicles_, objects_, sees_connected_lanes);
  find_free_accelerations();
  steering_.clear();
  // First the lanes, which those behind in the list look at; then what depends on nobody's choice.
  for (std::size_t i = 0; i < vehicles_.size(); ++i) {
    Body& body = vehicles_[i];
    if (!body.is_controlled() || (body.drives_itself() && body.crashed)) continue;
    const double at = neighbours_.local(i, body.target_lane).longitudinal;
    if (network_->lane(body.target_lane).is_after_end(at)) {
      body.target_lane = network_->next(body.target_lane, body.route, body.position);
    }
    if (body.drives_itself() && body.changes_lanes) change_lanes(i);
    if (body.kind == Kind::kLinear) continue;
    if (is_aligned(body, neighbours_.local(i, body.target_lane))) {
      body.steering = 0.0;
    } else {
      steering_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  steer_all();
  for (std::size_t i = 0; i < vehicles_.size(); ++i) {
    Body& body = vehicles_[i];
    if (body.kind == Kind::kMeta) {
      body.acceleration = speed_control(body);
    } else if (body.drives_itself() && !body.crashed) {
      if (body.kind == Kind::kLinear) {
        const double angle = linear_steering(body, network_->lane(body.target_lane),
                                             neighbours_.local(i, body.target_lane));
        body.steering = clip(angle, -kMaxSteering, kMaxSteering);
      }
      accelerate(i);
    }
  }
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Draws, poses, rewards and ends in the order of dm_control's tasks.
#include "task.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pp::locomotion {
namespace {

constexpr double kFloorSize = 8.0;       // half of the floor's side, in meters
constexpr double kReach = 1.0;           // how far from the target the reward begins
constexpr double kTorqueThreshold = 60;  // newton meters
constexpr double kTouchThreshold = 1e-3;

}  // namespace

Task::Task(std::shared_ptr<const TaskFacts> facts, const TaskRules& rules, std::uint32_t env_id)
    : facts_(std::move(facts)), rules_(&rules), physics_(facts_->physics, env_id) {
  if (rules.corridor) corridor_.emplace(*rules.corridor);
}

void Task::reset() {
  const auto on_floor = [&] { return random_.uniform(-kFloorSize / 2, kFloorSize / 2); };
  if (corridor_) {
    corridor_->draw(random_);
    physics_.compile(corridor_->text(facts_->arena));
  } else {
    for (double& coordinate : target_) coordinate = on_floor();
  }
  physics_.reset();
  double* const pose = physics_[Array::kQpos] + facts_->root_qpos;
  std::ranges::copy(facts_->pose, pose);
  if (corridor_) {
    pose[0] += rules_->corridor->spawn;
  } else {
    for (std::size_t i = 0; i < 2; ++i) pose[i] += on_floor();
  }
  physics_.after_reset();
}

Transition Task::step(std::span<const double> controls) {
  std::ranges::copy(controls, physics_[Array::kCtrl]);
  physics_.step(rules_->sub_steps);
  return {.reward = reward(), .terminated = has_failed()};
}

bool Task::has_failed() const {
  if (corridor_) {
    for (std::size_t i = 0; i < 4; ++i) {
      const double height = physics_[Array::kXpos][3 * facts_->appendages[i] + 2];
      if (height < rules_->corridor->lowest) return true;
    }
    if (rules_->corridor->may_fall) return false;
  }
  const auto& body = facts_->is_body;
  const auto& ground = facts_->is_ground;
  return physics_.has_contact([&](std::size_t a, std::size_t b) {
    return (body[a] && ground[b]) || (ground[a] && body[b]);
  });
}

double Task::reward() const {
  if (corridor_) {
    // tolerance(speed, (wanted, wanted), margin=wanted, sigmoid="linear", value_at_margin=0)
    const double wanted = rules_->corridor->speed;
    const double speed = physics_.subtree_velocity(facts_->root)[0];
    if (speed == wanted) return 1.0;
    const double away = (speed < wanted ? wanted - speed : speed - wanted) / wanted;
    return std::abs(away) < 1 ? 1 - away : 0.0;
  }
  const std::array<double, 2> way{target_[0] - root()[0], target_[1] - root()[1]};
  return numpy::norm(way) < kReach ? 1.0 : 0.0;
}

// An entry's numbers, in `room` if they are not as they lie in the data.
std::span<const double> Task::read(const EntryFacts& entry, std::span<double> room) const {
  const double* const array = physics_[entry.array];
  const std::span<double> out = room.first(entry.places.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = array[entry.places[i]];
  switch (entry.reading) {
    case Reading::kPlain:
      return out;
    case Reading::kTorque:
      for (double& torque : out) torque = numpy::tanh(2 * torque / kTorqueThreshold);
      return out;
    case Reading::kTouch:
      for (double& force : out) force = force > kTouchThreshold ? 1.0 : 0.0;
      return out;
    case Reading::kAppendages: {
      std::array<double, 15> ways;
      for (std::size_t i = 0; i < ways.size(); ++i) ways[i] = out[i] - root()[i % 3];
      numpy::times_frame(ways.data(), 5, frame(), out.data());
      return out;
    }
    case Reading::kTarget: {
      const std::array<double, 3> way{target_[0] - root()[0], target_[1] - root()[1],
                                      0. - root()[2]};
      std::ranges::copy(numpy::times_frame(way, frame()), room.begin());
      return room.first(3);
    }
  }
  return out;
}

void Task::serialize(StateIO& io) {
  if (corridor_ && corridor_->serialize(io) && corridor_->is_drawn()) {
    physics_.compile(corridor_->text(facts_->arena));
  }
  io.finite("target", target_);
  io(random_);
  physics_.serialize(io);
}

}  // namespace pp::locomotion

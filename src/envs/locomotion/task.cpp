// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Draws, poses, rewards and ends in the order of dm_control's tasks.
#include "task.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "shared/numpy/zoom.h"

namespace pp::locomotion {
namespace {

constexpr double kFloorSize = 8.0;  // half of the floor's side, in meters
constexpr double kReach = 1.0;      // how far from the target the reward begins
constexpr double kBowlSize = 6.0;   // half of the bowl's side, in meters
constexpr double kBumpScale = 0.2;
constexpr double kSmoothness = 0.5;
constexpr int kMostTries = 1000;
constexpr double kTorqueThreshold = 60;  // newton meters
constexpr double kTouchThreshold = 1e-3;

}  // namespace

Task::Task(std::shared_ptr<const TaskFacts> facts, const TaskRules& rules, std::uint32_t env_id)
    : facts_(std::move(facts)), rules_(&rules), physics_(facts_->physics, env_id) {
  if (rules.corridor) corridor_.emplace(*rules.corridor);
  if (facts_->touch) touch_.emplace(*facts_->touch);
}

void Task::reset() {
  switch (rules_->aim) {
    case Aim::kRun:
      start_run();
      break;
    case Aim::kTarget:
      start_at_target();
      break;
    case Aim::kEscape:
      start_in_bowl();
      break;
    case Aim::kTouch:
      start_touching();
      break;
  }
  physics_.after_reset();
}

void Task::compile_corridor() {
  if (!facts_->part) return physics_.compile(corridor_->text(facts_->arena));
  physics_.compile_part(corridor_->text(facts_->part->arena), facts_->part->part);
}

// The extent of a model, which frames depend on, is only that of a whole one.
void Task::read_shown(std::byte* out) const {
  if (!facts_->part || !corridor_->is_drawn()) return physics_.read_shown(out);
  physics_.read_shown(corridor_->text(facts_->arena), out);
}

void Task::start_run() {
  corridor_->draw(random_);
  compile_corridor();
  physics_.reset();
  double* const pose = physics_[Array::kQpos] + facts_->root_qpos;
  std::ranges::copy(facts_->pose, pose);
  pose[0] += rules_->corridor->spawn;
}

void Task::start_at_target() {
  const auto on_floor = [&] { return random_.uniform(-kFloorSize / 2, kFloorSize / 2); };
  for (double& coordinate : target_) coordinate = on_floor();
  show_target();
  physics_.reset();
  double* const pose = physics_[Array::kQpos] + facts_->root_qpos;
  std::ranges::copy(facts_->pose, pose);
  for (std::size_t i = 0; i < 2; ++i) pose[i] += on_floor();
}

// No rule reads where the model has its target, but a camera's planes depend on it.
void Task::show_target() {
  if (!facts_->camera) return;
  std::string text = facts_->arena.before;
  append(text, target_);
  text.pop_back();  // a space
  physics_.compile(text + facts_->arena.after);
}

// Higher and higher, until the walker touches nothing; but the ground is flat until then.
void Task::start_in_bowl() {
  const std::span<float> heights = physics_.heights();
  std::ranges::fill(heights, 0.0F);
  std::array<double, 4> orientation;
  for (double& x : orientation) x = random_.randn();
  const double norm = numpy::norm(orientation);
  for (double& x : orientation) x /= norm;
  double z = 0.0;
  for (int tries = 1;; ++tries) {
    physics_.reset();
    double* const pose = physics_[Array::kQpos] + facts_->root_qpos;
    pose[0] = pose[1] = 0;
    pose[2] = z;
    std::ranges::copy(orientation, pose + 3);
    try {
      physics_.after_reset();
    } catch (const mujoco::PhysicsError&) {  // too many contacts
    }
    if (physics_.contacts() == 0) break;
    z += 0.01;
    if (tries >= kMostTries) {
      throw std::runtime_error("maxiter reached: possibly contacts in null pose of body.");
    }
  }
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(facts_->bowl.size())));
  const auto bumps_side = static_cast<std::size_t>(2 * kBowlSize / kBumpScale);
  std::vector<double> bumps(bumps_side * bumps_side);
  for (double& bump : bumps) bump = random_.uniform(kSmoothness, 1);
  const std::vector<double> smooth = numpy::zoom_square(bumps, bumps_side, side);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    heights[i] = static_cast<float>(facts_->bowl[i] * smooth[i]);
  }
}

// In any direction.
void Task::start_touching() {
  touch_->compile(facts_->arena, physics_);
  physics_.reset();
  double* const pose = physics_[Array::kQpos] + facts_->root_qpos;
  std::ranges::copy(facts_->pose, pose);
  const double half = 2 * std::numbers::pi * random_.rand() / 2;
  const std::array<double, 4> turn{numpy::cos(half), 0, 0, numpy::sin(half)};
  const double norm = numpy::norm(turn);
  // The pose's own orientation is none.
  for (std::size_t i = 0; i < 4; ++i) pose[3 + i] = turn[i] / norm;
  touch_->place(random_, physics_);  // above the hands, so nothing touches it yet
}

Transition Task::step(std::span<const double> controls) {
  std::ranges::copy(controls, physics_[Array::kCtrl]);
  if (touch_) {
    const bool is_placed = touch_->place_if_due(random_, physics_);
    physics_.step_looking(rules_->sub_steps,
                          is_placed ? mujoco::After::kForward : mujoco::After::kNothing,
                          [&] { return touch_->look(physics_); });
    return {.reward = reward()};
  }
  const bool is_escape = rules_->aim == Aim::kEscape;
  physics_.step(rules_->sub_steps, is_escape ? mujoco::After::kNothing : mujoco::After::kForward);
  return {.reward = reward(), .terminated = has_failed()};
}

bool Task::has_failed() const {
  if (rules_->aim == Aim::kEscape) return false;
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

// rewards.tolerance(x, (lower, inf), margin=margin, sigmoid="linear", value_at_margin=0)
static double at_least(double x, double lower, double margin) {
  if (x >= lower) return 1.0;
  const double away = (lower - x) / margin;
  return std::abs(away) < 1 ? 1 - away : 0.0;
}

double Task::escape_reward() const {
  const double lower = facts_->upright_height;
  double upright = 1.0;
  for (const std::size_t body : facts_->upright) {
    const double z = physics_[Array::kXmat][9 * body + 8];
    upright = std::min(upright, at_least(z, lower, 1 + lower));
  }
  const double* const head = physics_[Array::kSiteXpos] + 3 * facts_->head;
  return upright * at_least(numpy::norm({head, 3}), kBowlSize, kBowlSize);
}

double Task::reward() {
  if (touch_) return touch_->reward(physics_);
  if (rules_->aim == Aim::kEscape) return escape_reward();
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
    case Reading::kOrigin: {
      std::ranges::copy(numpy::times_frame({root()[0], root()[1], root()[2]}, frame()),
                        room.begin());
      for (double& x : room.first(3)) x = -x;
      return room.first(3);
    }
    case Reading::kStage:
    case Reading::kCamera:
      break;
  }
  return out;
}

void Task::serialize(StateIO& io) {
  if (corridor_ && corridor_->serialize(io) && corridor_->is_drawn()) {
    compile_corridor();
  }
  io.finite("target", target_);
  const auto is_on_floor = [](double x) { return std::abs(x) <= kFloorSize / 2; };
  io.require(std::ranges::all_of(target_, is_on_floor), "the state holds no possible target");
  if (io.reading() && rules_->aim == Aim::kTarget) show_target();
  if (touch_) touch_->serialize(io, facts_->arena, physics_);
  const std::span<float> heights = physics_.heights();
  io.finite_block(heights.data(), heights.size(), "the bowl");
  io(random_);
  physics_.serialize(io);
}

}  // namespace pp::locomotion

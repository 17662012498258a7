// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Decides in the order of dm_control's tasks/reach.py and props/target_sphere.py.
#include "touch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "corridor.h"
#include "shared/numpy/functions.h"

namespace pp::locomotion {
namespace {

using mujoco::Array;

constexpr double kArea = 1.5;     // half of the side of the square in which the sphere may be
constexpr double kHeight = .14;   // of its middle
constexpr double kDebounce = .2;  // seconds in which it counts no second touch
constexpr double kInterval = 0.8, kTolerance = 0.1;  // seconds between touches
constexpr double kTimeout = 1.2;                     // seconds after a mistake
constexpr double kPrize = 25.;

}  // namespace

void Touch::take_model(const ArenaFacts& arena, mujoco::ComposedPhysics& physics) {
  std::string text = arena.before;
  append(text, compiled_);
  text.pop_back();  // a space
  physics.compile(text + arena.after);
}

void Touch::compile(const ArenaFacts& arena, mujoco::ComposedPhysics& physics) {
  compiled_ = position_;
  take_model(arena, physics);
}

void Touch::move(mujoco::ComposedPhysics& physics) const {
  double* const position = physics.model_array<double>(facts_->positions) + 3 * facts_->geom;
  std::ranges::copy(position_, position);
  position[2] = kHeight;
  // Else the geom would stay in the middle of its body, which does not move.
  physics.model_array<std::uint8_t>(facts_->same_frames)[facts_->geom] = 0;
}

void Touch::show(mujoco::ComposedPhysics& physics) const {
  int* const roles = physics.model_array<int>(facts_->textures_of_materials);
  std::fill_n(roles + facts_->material * facts_->texture_roles, facts_->texture_roles,
              facts_->textures[touches_]);
}

void Touch::place(RandomState& random, mujoco::ComposedPhysics& physics) {
  for (double& coordinate : position_) coordinate = kArea * random.uniform(-1, 1);
  move(physics);
  touches_ = 0;
  show(physics);
  stage_ = observed_ = Stage::kUntouched;
  is_timeout_ = is_due_ = false;
}

bool Touch::place_if_due(RandomState& random, mujoco::ComposedPhysics& physics) {
  if (!is_due_) return false;
  place(random, physics);
  return true;
}

bool Touch::look(mujoco::ComposedPhysics& physics) {
  if (touches_ == 2) return false;
  const auto& is_hand = facts_->is_hand;
  const bool is_touched = physics.has_contact([&](std::size_t a, std::size_t b) {
    return (is_hand[a] && b == facts_->geom) || (is_hand[b] && a == facts_->geom);
  });
  if (!is_touched) return false;
  const double now = physics.time();
  const std::uint8_t before = touches_;
  if (touches_ == 0) {
    touches_ = 1;
    touched_ = now;
  }
  if (now > touched_ + kDebounce) touches_ = 2;
  if (touches_ == before) return false;
  show(physics);
  return true;
}

// The closeness of the nearer hand to the sphere: 1 at its middle.
double Touch::closeness(const mujoco::ComposedPhysics& physics) const {
  const double* const target = physics[Array::kGeomXpos] + 3 * facts_->geom;
  double nearest = 0;
  for (const std::size_t body : facts_->hands) {
    const double* const hand = physics[Array::kXpos] + 3 * body;
    double away = 0;
    for (std::size_t i = 0; i < 3; ++i) away += std::abs(hand[i] - target[i]);
    nearest = std::max(nearest, numpy::exp(-3. * away));
  }
  return nearest;
}

double Touch::reward(const mujoco::ComposedPhysics& physics) {
  double reward = .01 * closeness(physics) * kPrize;
  const double now = physics.time();
  observed_ = stage_;
  switch (stage_) {
    case Stage::kUntouched:
      if (touches_ == 0) break;
      first_ = now;
      stage_ = Stage::kOnce;
      reward += kPrize;
      break;
    case Stage::kOnce: {
      const double since = now - first_;
      if (touches_ == 2) {
        last_ = now;
        stage_ = Stage::kTwice;
        if (since < kInterval - kTolerance) {
          is_timeout_ = true;
          stage_ = Stage::kTooSoon;
        } else if (since <= kInterval + kTolerance) {
          reward += kPrize;
        }
      }
      if (since > kInterval + kTolerance) {
        is_timeout_ = true;
        stage_ = Stage::kTooLate;
        last_ = now;
      }
      break;
    }
    case Stage::kTwice:
    case Stage::kTooSoon:
    case Stage::kTooLate:
      if (is_timeout_) {
        is_timeout_ = now <= last_ + kTimeout;
      } else if (now > last_) {
        is_due_ = true;
      }
      break;
  }
  return reward;
}

void Touch::serialize(StateIO& io, const ArenaFacts& arena, mujoco::ComposedPhysics& physics) {
  const Place before = compiled_;
  io.finite("target", position_, compiled_);
  const auto is_possible = [](double x) { return std::abs(x) <= kArea; };
  io.require(
      std::ranges::all_of(position_, is_possible) && std::ranges::all_of(compiled_, is_possible),
      "the state holds no possible target");
  for (Stage* const stage : {&stage_, &observed_}) {
    auto number = static_cast<std::uint8_t>(*stage);
    io.within(number, 0, kStages - 1, "stage");
    *stage = static_cast<Stage>(number);
  }
  io.within(touches_, 0, 2, "touches");
  io.finite("touches", touched_, first_, last_);
  io(is_timeout_, is_due_);
  if (!io.reading()) return;
  if (compiled_ != before) take_model(arena, physics);
  move(physics);
  show(physics);
}

}  // namespace pp::locomotion

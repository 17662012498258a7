// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The rules of dm_control's TwoTouch: a sphere that the walker's hands should touch, and touch again
// after an interval. Its color shows how often it was touched.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "facts.h"
#include "shared/mujoco/composed_physics.h"

namespace pp::locomotion {

class Touch {
 public:
  // How far the walker has come, in the reference's order.
  enum class Stage : std::uint8_t { kUntouched, kOnce, kTwice, kTooSoon, kTooLate };
  static constexpr std::size_t kStages = 5;

  explicit Touch(const TouchFacts& facts) : facts_(&facts) {}

  // Takes the model of a new episode, in which the sphere is where the last one left it.
  void compile(const ArenaFacts& arena, mujoco::ComposedPhysics& physics);
  // Moves the sphere to a new place, where nobody has touched it.
  void place(RandomState& random, mujoco::ComposedPhysics& physics);
  // Moves it if that is due before a time step; returns whether it did.
  bool place_if_due(RandomState& random, mujoco::ComposedPhysics& physics);
  // Checks whether a hand touches it; returns whether that changed its color.
  bool look(mujoco::ComposedPhysics& physics);
  // The reward of a time step, which may lead to another stage.
  double reward(const mujoco::ComposedPhysics& physics);
  // The stage before the last reward.
  Stage observed() const { return observed_; }
  // Comes before the physics.
  void serialize(StateIO& io, const ArenaFacts& arena, mujoco::ComposedPhysics& physics);

 private:
  using Place = std::array<double, 2>;  // on the floor, in meters

  void take_model(const ArenaFacts& arena, mujoco::ComposedPhysics& physics);
  void move(mujoco::ComposedPhysics& physics) const;
  void show(mujoco::ComposedPhysics& physics) const;
  double closeness(const mujoco::ComposedPhysics& physics) const;

  const TouchFacts* facts_;
  Place position_{1, 1};
  Place compiled_{1, 1};  // in the model's text: bounding volumes stay there
  Stage stage_ = Stage::kUntouched, observed_ = Stage::kUntouched;
  std::uint8_t touches_ = 0;     // that the sphere shows
  double touched_ = 0;           // when it was touched first
  double first_ = 0, last_ = 0;  // when the stage became kOnce, and a later one
  bool is_timeout_ = false;      // after a mistake
  bool is_due_ = false;          // to move
};

}  // namespace pp::locomotion

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The rules of dm_control's locomotion tasks, for one environment.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "corridor.h"
#include "facts.h"
#include "shared/mujoco/composed_physics.h"
#include "shared/numpy/functions.h"
#include "touch.h"

namespace pp::locomotion {

using mujoco::Array;

// A task: run through a corridor, go to a target on a floor, climb out of a bowl, or touch a sphere
// twice.
enum class Aim : std::uint8_t { kRun, kTarget, kEscape, kTouch };
struct TaskRules {
  const char* name;        // of dm_control's function that makes it
  std::int64_t sub_steps;  // of the physics in a time step
  double timestep;         // of the physics, in seconds
  double time_limit;       // of an episode, in seconds
  Aim aim;
  std::optional<CorridorRules> corridor;  // if it is to run
};

class Task {
 public:
  Task(std::shared_ptr<const TaskFacts> facts, const TaskRules& rules, std::uint32_t env_id);

  void seed(std::uint32_t seed) { random_.seed(seed); }
  void reset();
  Transition step(std::span<const double> controls);
  // Calls `put(numbers)` for each entry of the observation but the stage's and the camera's.
  template <class Put>
  void observe(Put put) const;
  void serialize(StateIO& io);
  // Writes what frames show of the model: ComposedFacts::shown_bytes().
  void read_shown(std::byte* out) const;
  mujoco::ComposedPhysics& physics() { return physics_; }
  const mujoco::ComposedPhysics& physics() const { return physics_; }
  std::span<const double> target() const { return target_; }
  const std::optional<Touch>& touch() const { return touch_; }

 private:
  void compile_corridor();
  void show_target();
  void start_run();
  void start_at_target();
  void start_in_bowl();
  void start_touching();
  bool has_failed() const;
  double escape_reward() const;
  double reward();
  const double* root() const { return physics_[Array::kXpos] + 3 * facts_->root; }
  const double* frame() const { return physics_[Array::kXmat] + 9 * facts_->root; }
  std::span<const double> read(const EntryFacts& entry, std::span<double> room) const;

  std::shared_ptr<const TaskFacts> facts_;
  const TaskRules* rules_;
  mujoco::ComposedPhysics physics_;
  RandomState random_;
  std::optional<Corridor> corridor_;
  std::optional<Touch> touch_;
  std::array<double, 2> target_{};
};

template <class Put>
void Task::observe(Put put) const {
  std::array<double, 64> room;
  for (const EntryFacts& entry : facts_->entries) {
    if (entry.reading == Reading::kStage || entry.reading == Reading::kCamera) continue;
    put(read(entry, room));
  }
}

}  // namespace pp::locomotion

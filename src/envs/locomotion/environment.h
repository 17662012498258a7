// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// dm_control's locomotion tasks as environments: options and spaces.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "shared/mujoco/pixels.h"
#include "task.h"

namespace pp::locomotion {

class Locomotion {
 public:
  struct Config {
    const TaskRules* rules = nullptr;
    std::optional<double> time_limit;
    bool egocentric_camera = false;

    void validate() const;
    static constexpr auto options() {
      return option_list(
          option("time_limit", &Config::time_limit,
                 "Seconds until an episode is truncated; inf for never. None is the task's own."),
          option("egocentric_camera", &Config::egocentric_camera,
                 "Observe frames from the walker's head too."));
    }
    TaskRequest request() const { return {rules->name, egocentric_camera}; }
  };
  struct Shared {
    explicit Shared(const Config& config) : facts(load_task(config.request())) {
      if (!facts->camera) return;
      studio = std::make_shared<mujoco::Studio>(facts->camera->model, facts->camera->pictures);
    }
    std::shared_ptr<const TaskFacts> facts;
    std::shared_ptr<mujoco::Studio> studio;  // draws what cameras see
  };
  struct Action {
    Row<double, kDynamic> controls;
  };
  // As many of these as the task has entries, and others that only some tasks have.
  struct Observation {
    static constexpr bool kMayLeaveOutRows = true;
    static constexpr std::size_t kMost = 16;
    Row<double, kDynamic> first;
    Row<double, kDynamic> rest[kMost - 1];
    Row<std::int64_t, 1> stage;  // of touching
    Row<std::uint8_t, kDynamic> camera;
  };
  struct RenderState {
    Row<double, kDynamic> positions;
    Row<double, 2> target;
    Row<std::uint8_t, kDynamic> model;  // see ComposedFacts::shown
  };

  static Spec<Locomotion> spec(const Config& config);
  static std::optional<std::int64_t> max_episode_steps(const Config& config);

  Locomotion(const Config& config, const Shared& shared, EnvId id)
      : task_(shared.facts, *config.rules, id.number) {
    if (shared.studio != nullptr) camera_.emplace(shared.studio, mujoco::PixelLayout{});
  }

  void seed(const SeedSequence& sequence) { task_.seed(sequence.low_word()); }
  void reset(Rng&) {
    task_.reset();
    look();
  }
  Transition step(const Action& action) {
    const Transition transition = task_.step({action.controls.values(), action.controls.size()});
    look();
    return transition;
  }
  void observe(Observation& out) const {
    std::size_t next = 0;
    task_.observe([&](std::span<const double> numbers) {
      auto& row = next == 0 ? out.first : out.rest[next - 1];
      std::ranges::copy(numbers, row.begin());
      ++next;
    });
    if (task_.touch()) out.stage[0] = static_cast<std::int64_t>(task_.touch()->observed());
    if (camera_) camera_->write(out.camera.values());
  }
  void render_state(RenderState& out) const {
    const mujoco::ComposedPhysics& physics = task_.physics();
    std::copy_n(physics[Array::kQpos], out.positions.size(), out.positions.begin());
    std::ranges::copy(task_.target(), out.target.begin());
    task_.read_shown(reinterpret_cast<std::byte*>(out.model.values()));
  }
  void serialize(StateIO& io) {
    task_.serialize(io);
    if (camera_) camera_->serialize(io);
  }

 private:
  void look() {
    if (camera_) camera_->add(task_.physics().model().raw(), task_.physics().data());
  }

  Task task_;
  std::optional<mujoco::Pixels> camera_;
};

}  // namespace pp::locomotion

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes an environment of a task: its options, spaces, and the course of a control step.
#pragma once

#include <parallel_pool/core/author/error.h>
#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dm_control/physics/tolerance.h"
#include "task.h"

namespace pp::dm_control {

// The arguments that some tasks have.
struct TaskArguments {
  bool fully_observable = true;
  bool sparse = false;
};

// A task of the suite, as dm_control loads it.
struct Entry {
  const char* domain;
  const char* task;
  double control_timestep;  // seconds; 0: one step of the physics
  double time_limit;        // seconds
  std::unique_ptr<Task> (*make)(Physics&, const TaskArguments&);
  std::span<const ModelArray> written = {};  // the arrays of the model that episodes write
};

namespace meaning {
inline constexpr std::string_view kTimeLimit =
    "Seconds until an episode is cut off; inf for never. None is the task's own limit.";
inline constexpr std::string_view kControlTimestep =
    "Seconds between actions, a multiple of the physics' timestep. None is the task's own.";
inline constexpr std::string_view kSubSteps =
    "Steps of the physics in a time step, in place of control_timestep.";
inline constexpr std::string_view kFlat =
    "Whether an observation is one vector of all its entries instead of a dict.";
inline constexpr std::string_view kLegacyStep =
    "Whether a time step ends where all that depends on positions and velocities is up to date.";
inline constexpr std::string_view kVisualizeReward = "Whether colors in pictures show the reward.";
inline constexpr std::string_view kFullyObservable =
    "Whether observations tell of the hand, the objects and the target.";
inline constexpr std::string_view kPoles = "Poles in the chain on the cart.";
inline constexpr std::string_view kSparse = "Whether only a pole within bounds is rewarded.";
}  // namespace meaning

struct Options {
  const Entry* entry = nullptr;
  std::optional<double> time_limit, control_timestep;
  std::optional<std::int64_t> n_sub_steps;
  bool flat_observation = false;
  bool legacy_step = true;
  bool visualize_reward = false;

  TaskArguments arguments() const { return {}; }
  ModelRequest model_request() const { return {.domain = entry->domain, .task = entry->task}; }
  void validate() const;
  static constexpr auto options() {
    return std::tuple{
        option("time_limit", &Options::time_limit, meaning::kTimeLimit),
        option("control_timestep", &Options::control_timestep, meaning::kControlTimestep),
        option("n_sub_steps", &Options::n_sub_steps, meaning::kSubSteps),
        option("flat_observation", &Options::flat_observation, meaning::kFlat),
        option("legacy_step", &Options::legacy_step, meaning::kLegacyStep),
        option("visualize_reward", &Options::visualize_reward, meaning::kVisualizeReward)};
  }
};
struct ManipulationOptions : Options {
  bool fully_observable = true;

  TaskArguments arguments() const { return {.fully_observable = fully_observable}; }
  static constexpr auto options() {
    return std::tuple_cat(
        Options::options(),
        std::tuple{option("fully_observable", &ManipulationOptions::fully_observable,
                          meaning::kFullyObservable)});
  }
};
struct PolesOptions : Options {
  std::int64_t num_poles = 3;
  bool sparse = false;

  TaskArguments arguments() const { return {.sparse = sparse}; }
  ModelRequest model_request() const {
    return {.domain = entry->domain, .task = entry->task, .num_poles = num_poles};
  }
  void validate() const {
    Options::validate();
    if (num_poles >= 1) return;
    throw std::invalid_argument("num_poles must be at least 1, got " + std::to_string(num_poles));
  }
  static constexpr auto options() {
    return std::tuple_cat(Options::options(),
                          std::tuple{option("num_poles", &PolesOptions::num_poles, meaning::kPoles),
                                     option("sparse", &PolesOptions::sparse, meaning::kSparse)});
  }
};

// Steps of the physics in a time step, as control.Environment counts them.
std::int64_t sub_steps(const Options& options, double timestep);
// Time steps in an episode; none: no limit.
std::optional<std::int64_t> step_limit(const Options& options, double timestep);

// The observation that a task has under an unwritten model.
std::vector<Part> parts_of(const Options& options, const TaskArguments& arguments,
                           const std::shared_ptr<const SuiteModel>& model);

template <class TaskOptions>
class Environment {
 public:
  using Config = TaskOptions;

  // The model, and what follows from it.
  struct Shared {
    explicit Shared(const Config& config)
        : model(load_suite_model(config.model_request())),
          parts(parts_of(config, config.arguments(), model)) {}
    std::shared_ptr<const SuiteModel> model;
    std::vector<Part> parts;
  };
  struct Action {
    Row<double, kDynamic> controls;
  };
  // As many of these as the task has entries; the rest is left out.
  struct Observation {
    static constexpr bool kMayLeaveOutRows = true;
    Row<double, kDynamic> entry0, entry1, entry2, entry3, entry4, entry5, entry6, entry7, entry8,
        entry9, entry10;
  };
  // A row's name for the picture that it is in, which is drawn from all of its data and from what
  // its episode wrote into the model; and the reward that colors show, NaN if they show none.
  struct RenderState {
    Row<std::int64_t> simulation;
    Row<double> shown_reward;
  };

  static Spec<Environment> spec(const Config& config) {
    const Shared shared(config);
    const SuiteFacts& suite = shared.model->suite();
    sub_steps(config, shared.model->facts().timestep);
    return {
        .observation = observation_space(config, shared.parts),
        .action = box(&Action::controls, Bound(suite.control_low), Bound(suite.control_high),
                      {suite.control_low.size()}),
        .render_state = dict<RenderState>({{"simulation", value(&RenderState::simulation)},
                                           {"shown_reward", value(&RenderState::shown_reward)}})};
  }
  static std::optional<std::int64_t> max_episode_steps(const Config& config) {
    return step_limit(config, load_suite_model(config.model_request())->facts().timestep);
  }

  Environment(const Config& config, const Shared& shared, EnvId id)
      : physics_(std::make_unique<Physics>(shared.model, config.entry->written)),
        task_(config.entry->make(*physics_, config.arguments())),
        sub_steps_(sub_steps(config, shared.model->facts().timestep)) {
    physics_->set_env_id(id.number);
    physics_->set_legacy_step(config.legacy_step);
    flat_ = config.flat_observation;
    shows_reward_ = config.visualize_reward;
    for (const Part& part : shared.parts) sizes_.push_back(part.size());
  }

  void seed(const SeedSequence& sequence) {
    random_.seed(sequence.low_word());
    task_->load(random_);
  }
  void reset(Rng&) {
    physics_->reset();
    task_->start_episode(random_);
    show_reward();
    physics_->after_reset();
  }
  Transition step(const Action& action) {
    std::copy(action.controls.begin(), action.controls.end(), (*physics_)[Array::kCtrl]);
    physics_->step(sub_steps_);
    show_reward();
    return {.reward = task_->reward(), .terminated = task_->terminated()};
  }
  void observe(Observation& out) const {
    std::array<double*, kMostParts> rows{};
    if (flat_) {
      rows[0] = out.entry0.values();
      for (std::size_t i = 1; i < sizes_.size(); ++i) rows[i] = rows[i - 1] + sizes_[i - 1];
    } else {
      for (std::size_t i = 0; i < sizes_.size(); ++i) rows[i] = (out.*kEntries[i]).values();
    }
    Observer observer(rows);
    task_->observe(observer);
  }
  void render_state(RenderState& out) const {
    out.simulation = physics_->copy_to_picture();
    out.shown_reward = shown_reward_;
  }

  void serialize(StateIO& io) {
    io(random_, shown_reward_);
    physics_->serialize(io);
    task_->serialize(io);
  }

 private:
  void show_reward() {
    if (shows_reward_) shown_reward_ = std::clamp(task_->reward(), 0.0, 1.0);
  }

  using Entry_ = Row<double, kDynamic> Observation::*;
  static constexpr std::array<Entry_, 11> kEntries{
      &Observation::entry0, &Observation::entry1, &Observation::entry2, &Observation::entry3,
      &Observation::entry4, &Observation::entry5, &Observation::entry6, &Observation::entry7,
      &Observation::entry8, &Observation::entry9, &Observation::entry10};
  static constexpr std::size_t kMostParts = kEntries.size();

  static Space<Observation> observation_space(const Config& config,
                                              const std::vector<Part>& parts) {
    if (config.flat_observation) {
      std::size_t size = 0;
      for (const Part& part : parts) size += part.size();
      return box(kEntries[0], -kInfinity, kInfinity, {size});
    }
    std::vector<NamedSpace<Observation>> entries;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      entries.push_back({parts[i].name, box(kEntries[i], -kInfinity, kInfinity, parts[i].shape)});
    }
    return dict<Observation>(entries);
  }

  std::unique_ptr<Physics> physics_;
  std::unique_ptr<Task> task_;
  std::int64_t sub_steps_;
  bool flat_ = false;
  bool shows_reward_ = false;
  double shown_reward_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::size_t> sizes_;  // of the observation's entries
  RandomState random_;
};

}  // namespace pp::dm_control

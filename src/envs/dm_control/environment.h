// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes an environment of a task: its options, spaces, and the course of a control step.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dm_control/physics/tolerance.h"
#include "shared/limits.h"
#include "shared/mujoco/pixels.h"
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
    "Seconds until an episode is truncated; inf for never. None is the task's own limit.";
inline constexpr std::string_view kControlTimestep =
    "Seconds between actions, a multiple of the physics' timestep. None is the task's own.";
inline constexpr std::string_view kSubSteps =
    "Physics steps in a time step, instead of control_timestep.";
inline constexpr std::string_view kFlat =
    "Return observations as one vector of all their entries instead of a dict.";
inline constexpr std::string_view kLegacyStep =
    "Bring everything that depends on positions and velocities up to date at the end of a step.";
inline constexpr std::string_view kVisualizeReward =
    "Show the reward by the colors of rendered frames.";
inline constexpr std::string_view kFrameStack =
    "Number of stacked frames, the newest last. Above 1, it adds a leading axis.";
inline constexpr std::string_view kPixelsOnly =
    "Leave out the other entries of an observation of frames.";
inline constexpr std::string_view kCamera =
    "Number or name of the camera that renders; -1 is the free one.";
inline constexpr std::string_view kFullyObservable =
    "Observe the hand, the objects and the target.";
inline constexpr std::string_view kPoles = "Number of poles in the chain on the cart.";
inline constexpr std::string_view kSparse = "Give the sparse reward instead of the smooth one.";
}  // namespace meaning

struct Options {
  const Entry* entry = nullptr;
  std::optional<double> time_limit, control_timestep;
  std::optional<std::int64_t> n_sub_steps;
  bool flat_observation = false;
  bool legacy_step = true;
  bool visualize_reward = false;
  bool from_pixels = false;
  bool pixels_only = true;
  bool channels_first = false;
  std::int64_t frame_stack = 1;
  std::int64_t width = 320, height = 240;
  std::variant<std::int64_t, std::string> camera_id = std::int64_t{-1};

  bool has_numbers() const { return !from_pixels || !pixels_only; }
  PictureRequest picture_request() const { return {width, height, camera_id}; }
  mujoco::PixelLayout layout() const {
    return {static_cast<std::size_t>(frame_stack), channels_first};
  }
  TaskArguments arguments() const { return {}; }
  ModelRequest model_request() const { return {.domain = entry->domain, .task = entry->task}; }
  void validate() const;
  static constexpr auto options() {
    return option_list(
        option("time_limit", &Options::time_limit, meaning::kTimeLimit),
        option("control_timestep", &Options::control_timestep, meaning::kControlTimestep),
        option("n_sub_steps", &Options::n_sub_steps, meaning::kSubSteps),
        option("flat_observation", &Options::flat_observation, meaning::kFlat),
        option("legacy_step", &Options::legacy_step, meaning::kLegacyStep),
        option("visualize_reward", &Options::visualize_reward, meaning::kVisualizeReward),
        option("from_pixels", &Options::from_pixels, mujoco::meaning::kFromPixels),
        option("pixels_only", &Options::pixels_only, meaning::kPixelsOnly),
        option("channels_first", &Options::channels_first, mujoco::meaning::kChannelsFirst),
        option("frame_stack", &Options::frame_stack, meaning::kFrameStack),
        option("width", &Options::width, mujoco::meaning::kWidth),
        option("height", &Options::height, mujoco::meaning::kHeight),
        option("camera_id", &Options::camera_id, meaning::kCamera));
  }
};
struct ManipulationOptions : Options {
  bool fully_observable = true;

  TaskArguments arguments() const { return {.fully_observable = fully_observable}; }
  static constexpr auto options() {
    return option_list(Options::options(),
                       option("fully_observable", &ManipulationOptions::fully_observable,
                              meaning::kFullyObservable));
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
    return option_list(Options::options(),
                       option("num_poles", &PolesOptions::num_poles, meaning::kPoles),
                       option("sparse", &PolesOptions::sparse, meaning::kSparse));
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
  struct Described {
    explicit Described(const Config& config)
        : model(load_suite_model(config.model_request())),
          parts(parts_of(config, config.arguments(), model)) {
      if (!config.from_pixels) return;
      pictures = describe_suite_pictures(config.model_request(), config.picture_request());
    }
    std::shared_ptr<const SuiteModel> model;
    std::vector<Part> parts;
    std::optional<mujoco::PictureFacts> pictures;
  };
  // The same with what draws frames, if they are observed.
  struct Shared : Described {
    explicit Shared(const Config& config) : Described(config) {
      if (this->pictures) {
        studio = std::make_shared<mujoco::Studio>(this->model->model(), *this->pictures);
      }
    }
    std::shared_ptr<mujoco::Studio> studio;
  };
  struct Action {
    Row<double, kDynamic> controls;
  };
  // As many of these as the task has entries; the rest is left out.
  struct Observation {
    static constexpr bool kMayLeaveOutRows = true;
    Row<double, kDynamic> entry0, entry1, entry2, entry3, entry4, entry5, entry6, entry7, entry8,
        entry9, entry10;
    Row<std::uint8_t, kDynamic> frames;
  };
  // A row's name for the picture that it is in, which is drawn from all of its data and from what
  // its episode wrote into the model; and the reward that colors show, NaN if they show none.
  struct RenderState {
    Row<std::int64_t> simulation;
    Row<double> shown_reward;
  };

  static Spec<Environment> spec(const Config& config) {
    const Described described(config);
    const SuiteFacts& suite = described.model->suite();
    sub_steps(config, described.model->facts().timestep);
    return {
        .observation = observation_space(config, described),
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
    if (config.has_numbers()) {
      for (const Part& part : shared.parts) sizes_.push_back(part.size());
    }
    if (shared.studio != nullptr) pixels_.emplace(shared.studio, config.layout());
  }

  void seed(const SeedSequence& sequence) {
    random_.seed(sequence.low_word());
    task_->load(random_);
  }
  void reset(Rng&) {
    physics_->reset();
    task_->start_episode(random_);
    if (shows_reward_) show(task_->first_reward());
    physics_->after_reset();
    if (pixels_) pixels_->start(physics_->raw_model(), physics_->data());
  }
  Transition step(const Action& action) {
    std::copy(action.controls.begin(), action.controls.end(), (*physics_)[Array::kCtrl]);
    physics_->step(sub_steps_);
    const double reward = task_->reward();
    if (shows_reward_) show(reward);
    if (pixels_) pixels_->add(physics_->raw_model(), physics_->data());
    return {.reward = reward, .terminated = task_->terminated()};
  }
  void observe(Observation& out) const {
    if (pixels_) pixels_->write(out.frames.values());
    if (sizes_.empty()) return;
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
    if (pixels_) pixels_->serialize(io);
    task_->serialize(io);
  }

 private:
  void show(double reward) { shown_reward_ = std::clamp(reward, 0.0, 1.0); }

  using Entry_ = Row<double, kDynamic> Observation::*;
  static constexpr std::array<Entry_, 11> kEntries{
      &Observation::entry0, &Observation::entry1, &Observation::entry2, &Observation::entry3,
      &Observation::entry4, &Observation::entry5, &Observation::entry6, &Observation::entry7,
      &Observation::entry8, &Observation::entry9, &Observation::entry10};
  static constexpr std::size_t kMostParts = kEntries.size();

  static Space<Observation> observation_space(const Config& config, const Described& described) {
    const std::vector<Part>& parts = described.parts;
    Space<Observation> frames;
    if (config.from_pixels) {
      frames = box(&Observation::frames, 0, 255,
                   config.layout().shape(described.pictures->width, described.pictures->height));
    }
    if (config.flat_observation) {
      if (config.from_pixels) return frames;
      std::size_t size = 0;
      for (const Part& part : parts) size += part.size();
      return box(kEntries[0], -kInfinity, kInfinity, {size});
    }
    std::vector<NamedSpace<Observation>> entries;
    for (std::size_t i = 0; config.has_numbers() && i < parts.size(); ++i) {
      entries.push_back({parts[i].name, box(kEntries[i], -kInfinity, kInfinity, parts[i].shape)});
    }
    if (config.from_pixels) entries.push_back({"pixels", frames});
    return dict<Observation>(entries);
  }

  std::unique_ptr<Physics> physics_;
  std::unique_ptr<Task> task_;
  std::int64_t sub_steps_;
  bool flat_ = false;
  bool shows_reward_ = false;
  double shown_reward_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::size_t> sizes_;  // of the observation's entries but for frames
  std::optional<mujoco::Pixels> pixels_;
  RandomState random_;
};

}  // namespace pp::dm_control

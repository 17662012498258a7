// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes an environment from a robot's rules. It holds what all robots share, such as spaces,
// stacked observations, frames as observations and rendering.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "options.h"
#include "shared/mujoco/pixels.h"
#include "simulation.h"

namespace pp::mujoco {

// Rules derive from Robot and have a Config, `check(facts)` that a model suits them,
// `observation_size(config, facts)`, `reset(rng)`, `step(action)`, `observe(out)`, `serialize(io)`;
// with an Info also `info_space(model)` and `info(out)`.
template <class Rules>
class Environment {
 public:
  struct Config : Rules::Config {
    const char* reference = "";  // the id of Gymnasium's own environment
    std::int64_t frame_stack = 1;
    bool from_pixels = false;
    bool channels_first = false;
    std::int64_t width = 480, height = 480;
    std::optional<std::int64_t> camera_id;
    std::optional<std::string> camera_name;

    GymnasiumCamera camera() const { return {reference, width, height, camera_id, camera_name}; }
    PixelLayout layout() const { return {static_cast<std::size_t>(frame_stack), channels_first}; }
    static constexpr auto options() {
      return option_list(Rules::Config::options(),
                         option("frame_stack", &Config::frame_stack, meaning::kFrameStack),
                         option("from_pixels", &Config::from_pixels, meaning::kFromPixels),
                         option("channels_first", &Config::channels_first, meaning::kChannelsFirst),
                         option("width", &Config::width, meaning::kWidth),
                         option("height", &Config::height, meaning::kHeight),
                         option("camera_id", &Config::camera_id, meaning::kCameraId),
                         option("camera_name", &Config::camera_name, meaning::kCameraName));
    }
  };
  // The model, which all environments of a pool share, and what draws it, if they observe frames.
  struct Shared {
    explicit Shared(const Config& config)
        : model(load_gymnasium_model(config.xml_file, config.camera())) {
      if (!config.from_pixels) return;
      studio = std::make_shared<Studio>(
          model, describe_gymnasium_pictures(config.xml_file, config.camera()));
    }
    std::shared_ptr<const Model> model;
    std::shared_ptr<Studio> studio;
  };
  struct Action {
    Controls controls;
  };
  struct Observation {  // one of the two
    static constexpr bool kMayLeaveOutRows = true;
    Row<double, kDynamic> values;
    Row<std::uint8_t, kDynamic> frames;
  };
  using Info = InfoOf<Rules>;
  // Identifies the simulation of a row for rendering: the viewer gets a copy of all its data, from
  // which it draws the frame.
  struct RenderState {
    Row<std::int64_t> simulation;
  };

  static Spec<Environment> spec(const Config& config) {
    const std::shared_ptr<const Model> model =
        load_gymnasium_model(config.xml_file, config.camera());
    const ModelFacts& facts = model->facts();
    Rules::check(facts);
    check_count("frame_stack", config.frame_stack, kMostStacked);
    Spec<Environment> spec{
        .observation = observation_space(config, facts),
        .action =
            box(&Action::controls, Bound(facts.control_low), Bound(facts.control_high), {facts.nu}),
        .render_state = dict<RenderState>({{"simulation", value(&RenderState::simulation)}})};
    if constexpr (requires { Rules::info_space(*model); }) spec.info = Rules::info_space(*model);
    return spec;
  }

  Environment(const Config& config, const Shared& shared, EnvId id)
      : rules_(config, shared.model), stack_(static_cast<std::size_t>(config.frame_stack)) {
    rules_.simulation().set_env_id(id);
    if (shared.studio != nullptr) {
      pixels_.emplace(shared.studio, config.layout());
      stack_ = 1;
    }
    if (stack_ > 1) {
      frames_.resize(stack_ * Rules::observation_size(config, shared.model->facts()));
    }
  }

  void reset(Rng& rng) {
    rules_.reset(rng);
    if (pixels_) pixels_->start(rules_.simulation().raw_model(), rules_.simulation().data());
    if (stack_ == 1) return;
    const std::size_t size = frames_.size() / stack_;
    rules_.observe({frames_.data(), size});
    for (std::size_t i = 1; i < stack_; ++i) {
      std::copy_n(frames_.begin(), size, frames_.begin() + static_cast<std::ptrdiff_t>(i * size));
    }
  }
  Transition step(const Action& action) {
    const Transition transition = rules_.step(action.controls);
    if (pixels_) pixels_->add(rules_.simulation().raw_model(), rules_.simulation().data());
    if (stack_ > 1) {
      const std::size_t size = frames_.size() / stack_;
      std::copy(frames_.begin() + static_cast<std::ptrdiff_t>(size), frames_.end(),
                frames_.begin());
      rules_.observe({frames_.data() + (frames_.size() - size), size});
    }
    return transition;
  }

  void observe(Observation& out) const {
    if (pixels_) {
      pixels_->write(out.frames.values());
    } else if (stack_ == 1) {
      rules_.observe({out.values.begin(), out.values.size()});
    } else {
      std::copy(frames_.begin(), frames_.end(), out.values.begin());
    }
  }
  void info(Info& out) const {
    if constexpr (HasInfo<Rules>) rules_.info(out);
  }
  void render_state(RenderState& out) const {
    out.simulation = rules_.simulation().copy_to_picture();
  }

  void serialize(StateIO& io) {
    rules_.serialize(io);
    if (pixels_) pixels_->serialize(io);
    io.block(frames_.data(), frames_.size(), "earlier observations");
  }

 private:
  static Space<Observation> observation_space(const Config& config, const ModelFacts& facts) {
    if (config.from_pixels) {
      const PictureFacts pictures = describe_gymnasium_pictures(config.xml_file, config.camera());
      return box(&Observation::frames, 0, 255,
                 config.layout().shape(pictures.width, pictures.height));
    }
    std::vector<std::size_t> shape{Rules::observation_size(config, facts)};
    if (config.frame_stack > 1) {
      shape.insert(shape.begin(), static_cast<std::size_t>(config.frame_stack));
    }
    return box(&Observation::values, -kInfinity, kInfinity, std::move(shape));
  }

  Rules rules_;
  std::size_t stack_;
  std::vector<double> frames_;  // oldest first; empty without a stack
  std::optional<Pixels> pixels_;
};

}  // namespace pp::mujoco

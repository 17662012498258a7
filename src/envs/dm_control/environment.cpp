// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What does not depend on a task's own options.
#include "environment.h"

#include <stdexcept>

namespace pp::dm_control {

void Options::validate() const {
  if (visualize_reward && std::string_view(entry->domain) == "dog") {
    throw std::invalid_argument("visualize_reward: the dog has no colors for its reward");
  }
  if (visualize_reward && from_pixels) {
    throw std::invalid_argument(
        "visualize_reward colors what render() shows, but not observed frames: leave out "
        "visualize_reward or from_pixels");
  }
  check_count("frame_stack", frame_stack, kMostStacked);
  if (frame_stack > 1 && !from_pixels) {
    throw std::invalid_argument("frame_stack stacks frames: it needs from_pixels=True");
  }
  if (from_pixels && flat_observation && !pixels_only) {
    throw std::invalid_argument(
        "flat_observation cannot hold both frames and numbers: leave out flat_observation or "
        "pixels_only=False");
  }
  if (control_timestep && n_sub_steps) {
    throw std::invalid_argument("both n_sub_steps and control_timestep were given");
  }
  if (n_sub_steps) check_count("n_sub_steps", *n_sub_steps, kMostSkipped);
  if (time_limit && !(*time_limit > 0)) {
    throw std::invalid_argument("time_limit must be positive, got " + std::to_string(*time_limit));
  }
}

std::int64_t sub_steps(const Options& options, double timestep) {
  if (options.n_sub_steps) return *options.n_sub_steps;
  const double control = options.control_timestep.value_or(options.entry->control_timestep);
  if (!options.control_timestep && control == 0) return 1;
  const double steps = control / timestep;
  if (!(control >= timestep) || !std::isfinite(steps)) {
    throw std::invalid_argument("control_timestep must be at least the physics' timestep of " +
                                std::to_string(timestep) + " s, got " + std::to_string(control));
  }
  if (std::abs(steps - std::nearbyint(steps)) > 1e-8) {
    throw std::invalid_argument("control_timestep must be a multiple of the physics' timestep of " +
                                std::to_string(timestep) + " s, got " + std::to_string(control));
  }
  if (steps > static_cast<double>(kMostSkipped)) {
    throw std::invalid_argument("control_timestep must be at most " + std::to_string(kMostSkipped) +
                                " steps of the physics of " + std::to_string(timestep) +
                                " s each, got " + std::to_string(control));
  }
  return static_cast<std::int64_t>(std::nearbyint(steps));
}

std::optional<std::int64_t> step_limit(const Options& options, double timestep) {
  const double seconds = options.time_limit.value_or(options.entry->time_limit);
  const double steps = seconds / (timestep * static_cast<double>(sub_steps(options, timestep)));
  if (!(steps < 9e18)) return std::nullopt;
  return static_cast<std::int64_t>(std::ceil(steps));
}

std::vector<Part> parts_of(const Options& options, const TaskArguments& arguments,
                           const std::shared_ptr<const SuiteModel>& model) {
  Physics physics(model, {});
  std::vector<Part> parts;
  Observer observer(parts);
  options.entry->make(physics, arguments)->observe(observer);
  return parts;
}

}  // namespace pp::dm_control

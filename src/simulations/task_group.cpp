// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Prepares the batches of a task, runs it in workers, and saves states; task_group_complete.cpp
// completes the batches.
#include "task_group.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <tuple>
#include <utility>

#include "interrupted_methods.h"

namespace pp::mujoco {

TaskSettings::~TaskSettings() {
  const nb::gil_scoped_acquire acquired;
  config_.reset();
}

void TaskSettings::construct_rules(void* group, EnvId id) const {
  static_cast<TaskGroup*>(group)->configure(id.number, config_);
}

TaskGroup::TaskGroup(GroupFields fields, const EpisodeRules& rules, std::uint32_t size,
                     nb::object driver, nb::dict config)
    : EpisodeGroup(std::move(fields),
                   RulesFacts{.bounded_steps = false,
                              .together = 1,
                              .has_info = false,
                              .has_agents = false,
                              .own_generators = false},
                   rules, size, std::make_shared<const TaskSettings>(std::move(config))),
      driver_(std::move(driver)),
      simulations_(nb::cast<Batch*>(driver_.attr("simulations"))),
      step_program_(nb::cast<const Program*>(driver_.attr("step_program"))),
      reset_program_(nb::cast<const Program*>(driver_.attr("reset_program"))),
      episodes_(size),
      broken_(size),
      given_(size) {
  set_episodes(episodes_.data(), sizeof(TaskEpisode));
  const auto rows_of = [&](const char* name) {
    std::vector<KeptRows> found;
    for (const auto& [rows, row_bytes] :
         nb::cast<std::vector<std::pair<std::uintptr_t, std::size_t>>>(driver_.attr(name))) {
      found.push_back({reinterpret_cast<std::byte*>(rows), row_bytes});
    }
    return found;
  };
  kept_ = rows_of("kept");
  if (const nb::object rules = driver_.attr("rules"); !rules.is_none()) {
    std::tie(act_, judge_) = nb::cast<std::pair<const Rules*, const Rules*>>(rules);
    acted_ = rows_of("acted");
    results_ = rows_of("results");
  }
  std::uint32_t env = 0;
  for (const nb::handle one : nb::cast<nb::list>(driver_.attr("generators"))) {
    const auto pair = nb::cast<std::pair<nb::object, std::uintptr_t>>(one);
    generators_.share(env++, pair.first, pair.second);
  }
  draws_ = nb::cast<bool>(driver_.attr("task").attr("draws"));
  for (const Field& field : this->fields().observation) {
    observed_.emplace_back(field.row_bytes * size);
  }
}

TaskGroup::~TaskGroup() {
  const nb::gil_scoped_acquire acquired;
  generators_.release_all();
  given_.clear();
  driver_.reset();
}

// --- Before the workers --------------------------------------------------------------------------

nb::object TaskGroup::ids_array(std::span<const std::uint32_t> ids) {
  npy_intp size = static_cast<npy_intp>(ids.size());
  nb::object array = checked(PyArray_SimpleNew(1, &size, NPY_INT64));
  std::ranges::copy(ids, static_cast<std::int64_t*>(PyArray_DATA(as_array(array))));
  return array;
}

void TaskGroup::prepare(std::span<const std::uint32_t> envs, const std::byte* const* actions) {
  std::vector<std::uint32_t> steps, resets, places;
  for (std::size_t k = 0; k < envs.size(); ++k) {
    if (actions == nullptr || state(envs[k]).ended()) {
      resets.push_back(envs[k]);
    } else {
      steps.push_back(envs[k]);
      places.push_back(static_cast<std::uint32_t>(k));
    }
  }
  if (!resets.empty()) begin(resets);
  if (steps.empty()) return;
  if (act_ != nullptr) {
    try {
      simulations_->check_callbacks();
    } catch (const std::exception& error) {
      for (const std::uint32_t env : steps) broken_[env] = error.what();
    }
    return;
  }
  nb::list given;
  for (std::size_t leaf = 0; leaf < fields().action.size(); ++leaf) {
    const Field& field = fields().action[leaf];
    given.append(array(field.leaf.dtype, field.leaf.shape, envs.size(),
                       const_cast<std::byte*>(actions[leaf])));
  }
  try {
    const bool all = envs.size() == size() && resets.empty() && std::ranges::is_sorted(envs);
    driver_.attr("act")(all ? nb::none() : ids_array(steps), given,
                        resets.empty() ? nb::none() : ids_array(places));
  } catch (const nb::python_error& error) {
    const std::string why = reason_of(error);
    for (const std::uint32_t env : steps) broken_[env] = why;
  }
}

// The task resets environments. Their generators are those that it draws from meanwhile.
void TaskGroup::begin(std::span<const std::uint32_t> envs) {
  nb::dict seeds;
  for (const std::uint32_t env : envs) {
    if (episodes_[env].seed_if_needed(rng(env), episode_seed(env))) {
      seeds[nb::int_(env)] = nb::cast(episode_seed(env).words);
    }
    generators_.give(*this, env);
    broken_[env].clear();
  }
  nb::dict given;
  for (const std::uint32_t env : envs) {
    if (given_[env].is_valid()) given[nb::int_(env)] = std::exchange(given_[env], {});
  }
  try {
    for (const std::uint32_t env : envs) apply_new_settings(env);
    driver_.attr("begin")(ids_array(envs), given, seeds);
  } catch (const nb::python_error& error) {
    const std::string why = reason_of(error);
    for (const std::uint32_t env : envs) broken_[env] = why;
  }
  for (const std::uint32_t env : envs) generators_.take(*this, env);
}

// --- Options ------------------------------------------------------------------------------------

void TaskGroup::check_settings(const AnySettings& settings) const {
  as_a_whole(
      [&] { driver_.attr("check_options")(static_cast<const TaskSettings&>(settings).config()); });
}

void TaskGroup::configure(std::uint32_t env, const nb::dict& config) {
  as_a_whole([&] { driver_.attr("configure")(env, config); });
}

// --- In the workers ------------------------------------------------------------------------------

void TaskGroup::throw_if_broken(std::uint32_t env) {
  if (broken_[env].empty()) return;
  throw std::runtime_error(std::exchange(broken_[env], {}));
}

void TaskGroup::simulate(std::uint32_t env, const Program& program) {
  warn_soon(simulations_->simulations().run(env, program.instructions), env);
}

void TaskGroup::reset_episode(std::uint32_t env) {
  throw_if_broken(env);
  simulate(env, *reset_program_);
  episodes_[env].begin(limit());
}

// The outcome follows in `complete`.
Transition TaskGroup::step_episode(std::uint32_t env, const std::byte* const* actions) {
  throw_if_broken(env);
  if (act_ == nullptr) {
    simulate(env, *step_program_);
    return {};
  }
  for (std::size_t leaf = 0; leaf < acted_.size(); ++leaf) {
    const auto& [rows, row_bytes] = acted_[leaf];
    std::memcpy(rows + env * row_bytes, actions[leaf] + env * row_bytes, row_bytes);
  }
  const RawData* const data = simulations_->simulations().data(env).raw();
  const auto forward = [&] { simulate(env, forward_program_); };
  act_->run(env, data, forward);
  simulate(env, *step_program_);
  judge_->run(env, data, forward);
  return {};
}

void TaskGroup::observe_episode(std::uint32_t env, std::byte* const* columns,
                                std::uint32_t row) const {
  for (std::size_t leaf = 0; leaf < observed_.size(); ++leaf) {
    const std::size_t bytes = fields().observation[leaf].row_bytes;
    std::memcpy(columns[leaf] + row * bytes, observed_[leaf].data() + env * bytes, bytes);
  }
}

// --- States and pictures -------------------------------------------------------------------------

void TaskGroup::serialize_episode(std::uint32_t env, StateIO& io) {
  episodes_[env].serialize(io, limit());
  Simulations& simulations = simulations_->simulations();
  if (!io.reading()) simulations.scatter(env);
  simulations.data(env).serialize(io, {});
  if (io.reading()) simulations.gather(env);
  for (const KeptRows& kept : kept_) {
    auto* const row = reinterpret_cast<std::uint8_t*>(kept.rows + env * kept.row_bytes);
    io.block(row, kept.row_bytes, "the task");
  }
  for (std::size_t leaf = 0; leaf < observed_.size(); ++leaf) {
    const std::size_t bytes = fields().observation[leaf].row_bytes;
    auto* const row = reinterpret_cast<std::uint8_t*>(observed_[leaf].data() + env * bytes);
    io.block(row, bytes, "the observation");
  }
}

void TaskGroup::render_state(std::uint32_t env, std::byte* const* columns) const {
  Simulations& simulations = simulations_->simulations();
  simulations.scatter(env);  // what methods have written since it ran
  const std::int64_t number = simulations.data(env).copy_to_picture();
  std::memcpy(columns[0], &number, sizeof(number));
}

}  // namespace pp::mujoco

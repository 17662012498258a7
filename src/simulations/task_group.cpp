// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls the task's methods, and counts the episodes whose outcomes they decide.
#include "task_group.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <tuple>
#include <utility>

#include "interrupted_methods.h"

namespace pp::mujoco {
namespace {

nb::object ids_array(std::span<const std::uint32_t> ids) {
  npy_intp size = static_cast<npy_intp>(ids.size());
  nb::object array = checked(PyArray_SimpleNew(1, &size, NPY_INT64));
  std::ranges::copy(ids, static_cast<std::int64_t*>(PyArray_DATA(as_array(array))));
  return array;
}

}  // namespace

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

// --- After the workers ---------------------------------------------------------------------------

nb::object TaskGroup::array(DType dtype, std::vector<std::size_t> shape, std::size_t rows,
                            void* memory) const {
  std::vector<npy_intp> extents{static_cast<npy_intp>(rows)};
  for (const std::size_t extent : shape) extents.push_back(static_cast<npy_intp>(extent));
  return checked(PyArray_SimpleNewFromData(static_cast<int>(extents.size()), extents.data(),
                                           numpy_type(dtype), memory));
}

// The observation's and the infos' columns.
nb::object TaskGroup::columns_of(const pp::Batch& batch, std::uint32_t rows) const {
  const auto list_of = [&](const Fields& fields, std::size_t first) {
    nb::list list;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      list.append(
          array(fields[i].leaf.dtype, fields[i].leaf.shape, rows, batch.columns()[first + i]));
    }
    return list;
  };
  return nb::make_tuple(list_of(fields().observation, layout().observation),
                        list_of(fields().info, layout().info));
}

std::uint32_t TaskGroup::complete(const pp::Batch& batch, std::uint32_t rows,
                                  std::uint32_t /*failures*/) noexcept {
  const auto* const ids = batch.column<std::int32_t>(layout().env_id);
  auto* const kinds = batch.column<RowKind>(layout().kind);
  bool all = rows == size();
  for (std::uint32_t row = 0; all && row < rows; ++row) {
    all = kinds[row] == RowKind::kStep && ids[row] == static_cast<std::int32_t>(row);
  }
  const auto each = [&](auto&& call) {
    for (std::uint32_t row = 0; draws_ && row < rows; ++row) {
      const bool has_run = kinds[row] == RowKind::kStep || kinds[row] == RowKind::kReset;
      if (has_run) call(static_cast<std::uint32_t>(ids[row]));
    }
  };
  if (judge_ != nullptr) copy_results(batch, rows);
  each([&](std::uint32_t env) { generators_.give(*this, env); });
  try {
    if (judge_ == nullptr || std::count(kinds, kinds + rows, RowKind::kReset) != 0) {
      driver_.attr("complete")(all,
                               array(DType::kInt32, {}, rows, batch.columns()[layout().env_id]),
                               array(DType::kUInt8, {}, rows, kinds),
                               array(DType::kFloat64, {}, rows, batch.columns()[layout().reward]),
                               array(DType::kBool, {}, rows, batch.columns()[layout().terminated]),
                               columns_of(batch, rows));
      each([&](std::uint32_t env) { generators_.take(*this, env); });
    }
  } catch (const nb::python_error& error) {
    return fail_all(batch, rows, reason_of(error));
  } catch (const std::exception& error) {
    return fail_all(batch, rows, error.what());
  }
  end_rows(batch, rows);
  return static_cast<std::uint32_t>(std::count(kinds, kinds + rows, RowKind::kFailed));
}

// What rules have written for steps goes into the batch.
void TaskGroup::copy_results(const pp::Batch& batch, std::uint32_t rows) const {
  const auto* const ids = batch.column<std::int32_t>(layout().env_id);
  const auto* const kinds = batch.column<RowKind>(layout().kind);
  std::vector<std::byte*> columns;
  for (std::size_t i = 0; i < fields().observation.size(); ++i) {
    columns.push_back(batch.columns()[layout().observation + i]);
  }
  columns.push_back(batch.columns()[layout().reward]);
  columns.push_back(batch.columns()[layout().terminated]);
  for (std::size_t i = 0; i < fields().info.size(); ++i) {
    columns.push_back(batch.columns()[layout().info + i]);
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (kinds[row] != RowKind::kStep) continue;
    const auto env = static_cast<std::size_t>(ids[row]);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto& [from, row_bytes] = results_[i];
      std::memcpy(columns[i] + row * row_bytes, from + env * row_bytes, row_bytes);
    }
  }
}

void TaskGroup::end_rows(const pp::Batch& batch, std::uint32_t rows) {
  const auto* const ids = batch.column<std::int32_t>(layout().env_id);
  const auto* const kinds = batch.column<RowKind>(layout().kind);
  const bool* const terminated = batch.column<bool>(layout().terminated);
  bool* const truncated = batch.column<bool>(layout().truncated);
  auto* const elapsed = batch.column<std::int32_t>(layout().elapsed_step);
  RowWriter writer = writer_of(batch);
  std::vector<std::uint32_t> ended;
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (kinds[row] != RowKind::kStep && kinds[row] != RowKind::kReset) continue;
    const auto env = static_cast<std::uint32_t>(ids[row]);
    if (kinds[row] == RowKind::kStep) {
      truncated[row] = episodes_[env].count(terminated[row]);
      elapsed[row] = episodes_[env].elapsed_step(limit());
      if (terminated[row] || truncated[row]) ended.push_back(row);
    }
    writer.write_masks(writer.current(), row, kinds[row], false);
    keep_observation(batch, row, env);
  }
  if (rules().autoreset == AutoresetMode::kSameStep && !ended.empty()) begin_again(batch, ended);
}

// SameStep: the row's last observation and infos become the final ones, and the row shows the next
// episode.
void TaskGroup::begin_again(const pp::Batch& batch, const std::vector<std::uint32_t>& rows) {
  const auto* const ids = batch.column<std::int32_t>(layout().env_id);
  auto* const kinds = batch.column<RowKind>(layout().kind);
  RowWriter writer = writer_of(batch);
  const auto copy = [](const Fields& fields, std::byte* const* from, std::byte* const* to,
                       std::uint32_t row) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::size_t bytes = fields[i].row_bytes;
      std::memcpy(to[i] + row * bytes, from[i] + row * bytes, bytes);
    }
  };
  std::vector<std::uint32_t> envs;
  for (const std::uint32_t row : rows) {
    copy(fields().observation, writer.current().observation, writer.final().observation, row);
    copy(fields().info, writer.current().info, writer.final().info, row);
    for (std::size_t i = 0; i < fields().info.size(); ++i) {
      writer.final().mask[i][row] = writer.current().mask[i][row];
    }
    envs.push_back(static_cast<std::uint32_t>(ids[row]));
  }
  begin(envs);
  std::vector<std::uint32_t> good_rows, good_envs;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    try {
      reset_episode(envs[k]);
      good_rows.push_back(rows[k]);
      good_envs.push_back(envs[k]);
    } catch (const std::exception& error) {
      set_failure(envs[k], error.what());
      kinds[rows[k]] = RowKind::kFailed;
    }
  }
  if (good_rows.empty()) return;
  const std::uint32_t last = good_rows.back() + 1;
  if (draws_) generators_.give(*this, good_envs);
  try {
    driver_.attr("begun")(ids_array(good_rows), ids_array(good_envs), columns_of(batch, last));
    if (draws_) generators_.take(*this, good_envs);
  } catch (const nb::python_error& error) {
    const std::string why = reason_of(error);
    for (std::size_t k = 0; k < good_rows.size(); ++k) {
      set_failure(good_envs[k], why);
      kinds[good_rows[k]] = RowKind::kFailed;
    }
    return;
  }
  for (std::size_t k = 0; k < good_rows.size(); ++k) {
    writer.write_masks(writer.current(), good_rows[k], RowKind::kReset, false);
    keep_observation(batch, good_rows[k], good_envs[k]);
  }
}

void TaskGroup::keep_observation(const pp::Batch& batch, std::uint32_t row, std::uint32_t env) {
  for (std::size_t leaf = 0; leaf < observed_.size(); ++leaf) {
    const std::size_t bytes = fields().observation[leaf].row_bytes;
    std::memcpy(observed_[leaf].data() + env * bytes,
                batch.columns()[layout().observation + leaf] + row * bytes, bytes);
  }
}

std::uint32_t TaskGroup::fail_all(const pp::Batch& batch, std::uint32_t rows,
                                  const std::string& why) {
  const auto* const ids = batch.column<std::int32_t>(layout().env_id);
  auto* const kinds = batch.column<RowKind>(layout().kind);
  std::uint32_t failures = 0;
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (kinds[row] == RowKind::kUntouched) continue;
    ++failures;
    batch.column<bool>(layout().terminated)[row] = false;
    batch.column<bool>(layout().truncated)[row] = false;
    if (kinds[row] == RowKind::kFailed) continue;
    kinds[row] = RowKind::kFailed;
    set_failure(static_cast<std::uint32_t>(ids[row]), why);
  }
  return failures;
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

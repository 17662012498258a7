// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Completes the batches of a task: what workers have run is observed and judged, episodes are counted,
// and in SameStep those that ended begin anew.
#include <algorithm>
#include <cstring>
#include <exception>

#include "interrupted_methods.h"
#include "task_group.h"

namespace pp::mujoco {

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

}  // namespace pp::mujoco

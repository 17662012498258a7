// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writes the results of a worker's tasks into shared memory: rows, infos, failures.
#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "object_lists.h"
#include "worker_loop.h"

namespace pp {

nb::object python_value_error(const std::exception& error) {
  return nb::module_::import_("builtins").attr("ValueError")(error.what());
}

// --- Beside the rows ---------------------------------------------------------------------------

void WorkerLoop::write_side(std::uint32_t env, nb::handle info, nb::handle objects) {
  EnvBox& box = env_boxes_[env];
  if (write_typed(box, info, objects)) return;
  const nb::object rest = objects.is_valid() ? nb::borrow(objects) : nb::none();
  write_pickle(box, SideKind::kPickle, nb::make_tuple(info, rest));
}

bool WorkerLoop::write_typed(EnvBox& box, nb::handle info, nb::handle objects) {
  if (!PyDict_CheckExact(info.ptr())) return false;
  std::string written;
  if (objects.is_valid()) written = write_objects(nb::borrow<nb::list>(objects), dumps_);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = schemas_.size(); i-- > 0;) {
      const InfoSchema& schema = schemas_[i];
      std::byte* const out =
          side_.grow(box.out_offset, box.out_capacity, std::max<std::size_t>(schema.bytes(), 1));
      if (!schema.encode(info, out, tail_, dumps_)) continue;
      box.objects_offset = schema.bytes() + tail_.size();
      box.objects_bytes = written.size();
      tail_ += written;
      if (!tail_.empty()) append(box, schema.bytes());
      box.out_schema = static_cast<std::uint32_t>(first_schema_ + i);
      box.out_kind = static_cast<std::uint32_t>(SideKind::kTypedInfo);
      return true;
    }
    const std::size_t known = schemas_.size();
    if (round == 0) learn(info);
    if (schemas_.size() == known) return false;
  }
  return false;
}

// Puts the tail behind the fixed places of a typed info, into a larger block if it needs one.
void WorkerLoop::append(EnvBox& box, std::size_t fixed) {
  const std::byte* const before = segment_->base() + box.out_offset;
  std::byte* const out = side_.grow(box.out_offset, box.out_capacity, fixed + tail_.size());
  if (out != before) std::memcpy(out, before, fixed);
  std::memcpy(out + fixed, tail_.data(), tail_.size());
}

void WorkerLoop::learn(nb::handle info) {
  if (first_schema_ + schemas_.size() >= WorkerBox::kMaxSchemas) return;
  std::optional<InfoSchema> schema = InfoSchema::of(info);
  if (!schema) return;
  const auto example = nb::cast<nb::bytes>(dumps_(schema->example(info), 5));
  SchemaBox& box = box_.schemas[first_schema_ + schemas_.size()];
  std::uint64_t capacity = 0;
  std::byte* const to = side_.grow(box.offset, capacity, example.size());
  std::memcpy(to, example.c_str(), example.size());
  box.bytes = example.size();
  schemas_.push_back(std::move(*schema));
}

void WorkerLoop::write_pickle(EnvBox& box, SideKind kind, nb::handle value) {
  const auto pickle = nb::cast<nb::bytes>(dumps_(value, 5));
  std::byte* const out = side_.grow(box.out_offset, box.out_capacity, pickle.size());
  std::memcpy(out, pickle.c_str(), pickle.size());
  box.out_bytes = pickle.size();
  box.out_kind = static_cast<std::uint32_t>(kind);
}

void WorkerLoop::note_failure(const WorkerTask& task, Outcome& outcome, nb::handle error) noexcept {
  outcome = {task};
  outcome.kind = RowKind::kFailed;
  EnvBox& box = env_boxes_[task.env];
  episodes_[task.env - first_env_].ended = false;
  try {
    write_pickle(box, SideKind::kFailure, describe_failure_(error));
  } catch (...) {
    box.out_kind = static_cast<std::uint32_t>(SideKind::kNothing);
  }
}

// --- Rows --------------------------------------------------------------------------------------

void WorkerLoop::publish_outcomes() {
  if (done_ > 0) publish_claimed();
  count_rows();
}

// Needs no GIL.
void WorkerLoop::count_rows() {
  if (uncounted_ > 0) rows_.publish(0, uncounted_batch_, std::exchange(uncounted_, 0));
  queue_.note_done();
}

void WorkerLoop::publish_claimed() {
  const auto count = static_cast<std::uint32_t>(std::exchange(done_, 0));
  const std::uint64_t number = rows_.claim(count, worker_);
  for (std::uint32_t i = 0; i < count;) {
    const std::uint32_t slot = rows_.place_of(number + i).slot;
    const std::uint32_t batch = rows_.batch_number(slot);
    std::uint32_t written = 0;
    for (; i < count && rows_.place_of(number + i).slot == slot; ++i, ++written) {
      write_row(outcomes_[i], rows_.place_of(number + i));
      outcomes_[i].observation.reset();
    }
    rows_.publish(slot, batch, written);
  }
}

void WorkerLoop::write_row(const Outcome& outcome, SharedRows::Place place) {
  const BatchLayout& layout = plan_.layout;
  const auto put = [&](std::size_t column, const auto& value) {
    std::memcpy(rows_.column(place.slot, column) + place.row * sizeof value, &value, sizeof value);
  };
  RowKind kind = outcome.kind;
  if (kind != RowKind::kFailed && !write_observation(outcome, place)) kind = RowKind::kFailed;
  const bool failed = kind == RowKind::kFailed;
  if (!plan_.multi_player()) put(layout.reward, failed ? 0.0 : outcome.reward);
  put(layout.terminated, !failed && outcome.terminated);
  put(layout.truncated, !failed && outcome.truncated);
  put(layout.env_id, static_cast<std::int32_t>(outcome.task.env));
  put(layout.elapsed_step, outcome.elapsed);
  rows_.kind(place).store(static_cast<std::uint8_t>(kind), std::memory_order_release);
}

// Zeros where there is none. False, with the failure noted, if the observation does not fit.
bool WorkerLoop::write_observation(const Outcome& outcome, SharedRows::Place place) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::size_t bytes = plan_.observation[i].row_bytes * plan_.slots_of_env();
    places_[i] = rows_.column(place.slot, plan_.layout.observation + i) + place.row * bytes;
    if (!outcome.observation.is_valid()) std::memset(places_[i], 0, bytes);
  }
  if (plan_.multi_player()) set_players(place, 0);
  if (!outcome.observation.is_valid()) return true;
  Outcome failed;
  try {
    if (plan_.multi_player()) {
      write_players(outcome, place);
    } else {
      observations_.write(outcome.observation, places_.data());
    }
    return true;
  } catch (nb::python_error& error) {
    note_failure(outcome.task, failed, error.value());
  } catch (const std::exception& error) {
    note_failure(outcome.task, failed, python_value_error(error));
  }
  return false;
}

// --- Players -----------------------------------------------------------------------------------

void WorkerLoop::set_players(SharedRows::Place place, std::int32_t count) {
  std::memcpy(rows_.column(place.slot, plan_.layout.players) + place.row * sizeof count, &count,
              sizeof count);
}

// A row for each player, from (ids, rewards, terminated, truncated, observations), which all have a
// leading axis of players.
void WorkerLoop::write_players(const Outcome& outcome, SharedRows::Place place) {
  const BatchLayout& layout = plan_.layout;
  const nb::object ids = outcome.observation[0];
  const auto count = static_cast<std::size_t>(nb::len(ids));
  if (count > layout.max_players) throw std::length_error("there are more players than agents");
  const nb::object observations = outcome.observation[4];
  observations_.write(observations, places_.data(), count);
  const std::size_t columns[] = {layout.player_id, layout.reward, layout.player_terminated,
                                 layout.player_truncated};
  for (std::size_t i = 0; i < std::size(columns); ++i) {
    const std::size_t bytes = layout.columns[columns[i]].row_bytes();
    const nb::object values = outcome.observation[i];
    std::memcpy(rows_.column(place.slot, columns[i]) + place.row * layout.max_players * bytes,
                PyArray_DATA(as_array(values)), count * bytes);
  }
  auto* const owners =
      reinterpret_cast<std::int32_t*>(rows_.column(place.slot, layout.player_env_id));
  std::fill_n(owners + place.row * layout.max_players, count,
              static_cast<std::int32_t>(outcome.task.env));
  set_players(place, static_cast<std::int32_t>(count));
}

}  // namespace pp

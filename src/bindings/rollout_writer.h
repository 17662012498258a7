// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writes steps into a rollout's rows.
#pragma once

#include <parallel_pool/bindings/rollout_memory.h>

#include <cstring>
#include <string>
#include <vector>

namespace pp {

// One array of a space: its rows, which are arrays too, and where they lie.
class RolloutLeaf {
 public:
  RolloutLeaf(const nb::object& array, std::size_t count) : type_(PyArray_TYPE(as_array(array))) {
    for (std::size_t t = 0; t < count; ++t) rows_.push_back(nb::object(array[t]));
    data_ = static_cast<std::byte*>(PyArray_DATA(as_array(array)));
    bytes_ = static_cast<std::size_t>(PyArray_NBYTES(as_array(array))) / count;
  }

  // Casts where dtypes differ, and lets shapes differ by axes of one element.
  void write(std::size_t t, nb::handle values) const {
    PyArrayObject* const array = as_array(values);
    if (PyArray_Check(values.ptr()) && PyArray_TYPE(array) == type_ && PyArray_ISCARRAY_RO(array) &&
        static_cast<std::size_t>(PyArray_NBYTES(array)) == bytes_) {
      std::memmove(data_ + t * bytes_, PyArray_DATA(array), bytes_);
      return;
    }
    const nb::object& row = rows_[t];
    const nb::object same_shape = to_array(values).attr("reshape")(row.attr("shape"));
    if (PyArray_CopyInto(as_array(row), as_array(same_shape)) < 0) throw nb::python_error();
  }

  // Rows of `values` to these places, which count the rows of all environments.
  void scatter(nb::handle values, const std::vector<std::size_t>& places, std::size_t envs) const {
    const nb::object rows = cast_array(to_array(values), type_);
    const std::size_t bytes = bytes_ / envs;
    if (static_cast<std::size_t>(PyArray_NBYTES(as_array(rows))) != places.size() * bytes) {
      value_error("a row for each of " + std::to_string(places.size()) +
                  " environments was expected");
    }
    const auto* from = static_cast<const std::byte*>(PyArray_DATA(as_array(rows)));
    for (const std::size_t place : places) {
      std::memcpy(data_ + place * bytes, from, bytes);
      from += bytes;
    }
  }

 private:
  std::vector<nb::object> rows_;
  std::byte* data_;
  std::size_t bytes_;
  int type_;
};

// Writes the results of steps of all environments, in order.
class RolloutWriter {
 public:
  RolloutWriter(const std::vector<nb::object>& observations, const std::vector<nb::object>& actions,
                nb::object rewards, nb::object terminated, nb::object truncated, nb::object valid,
                nb::object starts, nb::object pending, bool next_step)
      : next_step_(next_step) {
    envs_ = static_cast<std::size_t>(PyArray_SIZE(as_array(pending)));
    steps_ = static_cast<std::size_t>(PyArray_DIM(as_array(rewards), 0));
    const std::size_t size = steps_ * envs_;
    rewards_ = data_of<float>(rewards, NPY_FLOAT32, size, "rewards");
    terminated_ = data_of<bool>(terminated, NPY_BOOL, size, "terminated");
    truncated_ = data_of<bool>(truncated, NPY_BOOL, size, "truncated");
    valid_ = data_of<bool>(valid, NPY_BOOL, size, "valid");
    starts_ = data_of<bool>(starts, NPY_BOOL, size + envs_, "starts");
    pending_ = data_of<bool>(pending, NPY_BOOL, envs_, "pending");
    for (const nb::object& leaf : observations) observations_.emplace_back(leaf, steps_ + 1);
    for (const nb::object& leaf : actions) actions_.emplace_back(leaf, steps_);
    kept_ = nb::make_tuple(rewards, terminated, truncated, valid, starts, pending);
  }

  // `actions` and the observations in `result`: the value of the only leaf, or a tuple of those of
  // all leaves.
  void write(std::size_t t, nb::handle actions, const nb::tuple& result) {
    if (t >= steps_) throw nb::index_error("the rollout is full");
    if (result.size() != 5) throw nb::value_error("the result of a step was expected");
    const auto part = [&](Py_ssize_t i) { return nb::handle(PyTuple_GET_ITEM(result.ptr(), i)); };
    const auto* const reward = data_of<const double>(part(1), NPY_FLOAT64, envs_, "rewards");
    const auto* const over = data_of<const bool>(part(2), NPY_BOOL, envs_, "terminations");
    const auto* const cut = data_of<const bool>(part(3), NPY_BOOL, envs_, "truncations");
    write_leaves(observations_, t + 1, part(0));
    write_leaves(actions_, t, actions);
    write_flags(t, reward, over, cut);
    note_episodes(part(4), envs_, t);
  }

  // Async mode: each environment of the rows writes at its own time. Its action comes first, and
  // what that led to, which moves its time on, later.
  void scatter_actions(nb::handle times, nb::handle ids, nb::handle actions) {
    find_places(times, ids);
    scatter_leaves(actions_, actions);
  }
  void scatter(nb::handle times, nb::handle ids, const nb::tuple& result) {
    if (result.size() != 5) throw nb::value_error("the result of a step was expected");
    std::int64_t* const time = find_places(times, ids);
    const std::size_t count = places_.size();
    const auto part = [&](Py_ssize_t i) { return nb::handle(PyTuple_GET_ITEM(result.ptr(), i)); };
    const auto* const reward = data_of<const double>(part(1), NPY_FLOAT64, count, "rewards");
    const auto* const over = data_of<const bool>(part(2), NPY_BOOL, count, "terminations");
    const auto* const cut = data_of<const bool>(part(3), NPY_BOOL, count, "truncations");
    note_episodes(part(4), count, {});
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = places_[i], env = at % envs_;
      rewards_[at] = static_cast<float>(reward[i]);
      terminated_[at] = over[i];
      truncated_[at] = cut[i];
      valid_[at] = !pending_[env];
      starts_[at + envs_] = pending_[env] | (!next_step_ & (over[i] | cut[i]));
      pending_[env] = next_step_ & (over[i] | cut[i]);
      ++time[env];
      places_[i] += envs_;  // what is shown next lies in the next row
    }
    scatter_leaves(observations_, part(0));
  }

  // Made when asked for: many short episodes would cost as much as their steps.
  nb::list episodes() const {
    nb::list all;
    for (const Episode& one : episodes_) {
      all.append(nb::make_tuple(one.t, one.env, one.sum, one.steps));
    }
    return all;
  }
  void add_episode(std::size_t t, std::size_t env, double sum, std::int64_t steps) {
    episodes_.push_back({t, env, sum, steps});
  }
  void clear_episodes() { episodes_.clear(); }

 private:
  struct Episode {
    std::size_t t, env;
    double sum;
    std::int64_t steps;
  };

  static void write_leaves(const std::vector<RolloutLeaf>& leaves, std::size_t t,
                           nb::handle values) {
    if (leaves.size() == 1 && !PyTuple_Check(values.ptr())) {
      leaves[0].write(t, values);
      return;
    }
    const auto all = nb::cast<nb::tuple>(values);
    if (all.size() != leaves.size()) throw nb::value_error("one array for each leaf was expected");
    for (std::size_t i = 0; i < leaves.size(); ++i) leaves[i].write(t, all[i]);
  }

  // Where the next step of each of these environments lies; returns the times.
  std::int64_t* find_places(nb::handle times, nb::handle ids) {
    auto* const time = data_of<std::int64_t>(times, NPY_INT64, envs_, "times");
    const npy_intp count = PyArray_Check(ids.ptr()) ? PyArray_SIZE(as_array(ids)) : 0;
    const auto size = static_cast<std::size_t>(count);
    const auto* const env = data_of<const std::int64_t>(ids, NPY_INT64, size, "ids");
    places_.clear();
    for (std::size_t i = 0; i < size; ++i) {
      const auto row = static_cast<std::size_t>(env[i]);
      if (row >= envs_) throw nb::index_error("there is no such environment");
      const auto t = static_cast<std::size_t>(time[row]);
      if (t >= steps_) throw nb::index_error("the rollout is full");
      places_.push_back(t * envs_ + row);
    }
    return time;
  }

  void scatter_leaves(const std::vector<RolloutLeaf>& leaves, nb::handle values) const {
    if (leaves.size() == 1 && !PyTuple_Check(values.ptr())) {
      leaves[0].scatter(values, places_, envs_);
      return;
    }
    const auto all = nb::cast<nb::tuple>(values);
    if (all.size() != leaves.size()) throw nb::value_error("one array for each leaf was expected");
    for (std::size_t i = 0; i < leaves.size(); ++i) leaves[i].scatter(all[i], places_, envs_);
  }

  void write_flags(std::size_t t, const double* reward, const bool* over, const bool* cut) {
    const std::size_t at = t * envs_;
    float* const __restrict rewards = rewards_ + at;
    bool* const __restrict valid = valid_ + at;
    bool* const __restrict starts = starts_ + at + envs_;
    bool* const __restrict pending = pending_;
    std::memcpy(terminated_ + at, over, envs_);
    std::memcpy(truncated_ + at, cut, envs_);
    for (std::size_t i = 0; i < envs_; ++i) rewards[i] = static_cast<float>(reward[i]);
    for (std::size_t i = 0; i < envs_; ++i) valid[i] = !pending[i];
    if (next_step_) {
      std::memcpy(starts, pending, envs_);
      for (std::size_t i = 0; i < envs_; ++i) pending[i] = over[i] | cut[i];
    } else {
      for (std::size_t i = 0; i < envs_; ++i) starts[i] = pending[i] | over[i] | cut[i];
      std::memset(pending, 0, envs_);
    }
  }

  // Of rows of all environments at time t, else of those in `places_`.
  void note_episodes(nb::handle infos, std::size_t count, std::optional<std::size_t> t) {
    if (PyDict_GET_SIZE(infos.ptr()) == 0) return;
    PyObject* const episode = PyDict_GetItemString(infos.ptr(), "episode");
    PyObject* const ended = PyDict_GetItemString(infos.ptr(), "_episode");
    if (episode == nullptr || ended == nullptr) return;
    const auto* const mask = data_of<const bool>(ended, NPY_BOOL, count, "_episode");
    const auto of_episode = nb::borrow<nb::dict>(episode);
    const nb::object returns = cast_array(of_episode["r"], NPY_FLOAT64);
    const nb::object lengths = cast_array(of_episode["l"], NPY_INT64);
    const auto* const sums = data_of<const double>(returns, NPY_FLOAT64, count, "returns");
    const auto* const steps = data_of<const std::int64_t>(lengths, NPY_INT64, count, "lengths");
    for (std::size_t i = 0; i < count; ++i) {
      if (!mask[i]) continue;
      const std::size_t at = t ? *t * envs_ + i : places_[i];
      episodes_.push_back({at / envs_, at % envs_, sums[i], steps[i]});
    }
  }

  std::size_t steps_ = 0, envs_ = 0;
  bool next_step_;
  std::vector<RolloutLeaf> observations_, actions_;
  std::vector<std::size_t> places_;  // of the rows that are scattered, as t * environments + env
  float* rewards_;
  bool *terminated_, *truncated_, *valid_, *starts_, *pending_;
  std::vector<Episode> episodes_;
  nb::object kept_;  // the arrays
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writes steps into a rollout's rows, computes advantages, and gathers rows of minibatches.
#include <parallel_pool/bindings/rollout.h>
#include <parallel_pool/core/rollout/advantages.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pp {
namespace {

// The memory of a C-contiguous array of a type, which has `size` elements.
template <class T>
T* data_of(nb::handle array, int type, std::size_t size, const char* name) {
  if (!PyArray_Check(array.ptr()) || PyArray_TYPE(as_array(array)) != type ||
      !PyArray_ISCARRAY_RO(as_array(array)) ||
      static_cast<std::size_t>(PyArray_SIZE(as_array(array))) != size) {
    value_error(std::string(name) + " must be a C-contiguous array of " + std::to_string(size) +
                " elements of the rollout's dtype");
  }
  return static_cast<T*>(PyArray_DATA(as_array(array)));
}

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

// Stacks of frames, each frame once: a row of time holds the newest frame of each environment, and
// an index says where the frames of each stack lie.
//
// What a stack shows is compared with what is stored, so nothing depends on when environments clear
// their stacks. A frame that is stored nowhere, such as those of a loaded state, goes to spare memory.
class FrameStacks {
 public:
  // `frames`: (rows + stack - 1, environments, ...) bytes.
  FrameStacks(nb::object frames, std::size_t rows, std::size_t stack)
      : rows_(rows), stack_(stack), kept_(std::move(frames)) {
    PyArrayObject* const array = as_array(kept_);
    if (!PyArray_ISCARRAY(array) || PyArray_NDIM(array) < 2 || stack < 1 || rows < 1 ||
        static_cast<std::size_t>(PyArray_DIM(array, 0)) != rows + stack - 1) {
      throw nb::value_error("frames must be a C-contiguous array of rows + stack - 1 rows");
    }
    envs_ = static_cast<std::size_t>(PyArray_DIM(array, 1));
    frame_ = static_cast<std::size_t>(PyArray_NBYTES(array)) / ((rows + stack - 1) * envs_);
    data_ = static_cast<std::byte*>(PyArray_DATA(array));
    slots_.assign(rows * envs_ * stack, kZeros);
    zeros_.assign(frame_, std::byte{0});
  }

  // Row `row` of these environments shows these stacks.
  void write(std::size_t row, nb::handle stacks, nb::handle ids) {
    const auto count = static_cast<std::size_t>(PyArray_SIZE(as_array(ids)));
    const auto* const envs = data_of<const std::int64_t>(ids, NPY_INT64, count, "ids");
    const std::byte* from = bytes_of(stacks, count * stack_ * frame_);
    if (row >= rows_) throw nb::index_error("the row lies outside the rollout");
    for (std::size_t i = 0; i < count; ++i, from += stack_ * frame_) {
      if (envs[i] < 0 || static_cast<std::size_t>(envs[i]) >= envs_) {
        throw nb::index_error("an environment lies outside the rollout");
      }
      write_one(row, static_cast<std::size_t>(envs[i]), from);
    }
  }

  // Starts with these stacks in row 0.
  void begin(nb::handle stacks) {
    const std::byte* from = bytes_of(stacks, envs_ * stack_ * frame_);
    spare_.clear();
    for (std::size_t env = 0; env < envs_; ++env) {
      for (std::size_t k = 0; k < stack_; ++k, from += frame_) {
        const std::size_t slot = k * envs_ + env;
        std::memcpy(data_ + slot * frame_, from, frame_);
        slots_of(0, env)[k] = static_cast<std::int64_t>(slot);
      }
    }
  }

  // The stacks of these rows, of which each is `row * environments + environment`.
  void gather(nb::handle rows, nb::handle out) const {
    const auto count = static_cast<std::size_t>(PyArray_SIZE(as_array(rows)));
    const auto* const index = data_of<const std::int64_t>(rows, NPY_INT64, count, "rows");
    auto* to = const_cast<std::byte*>(bytes_of(out, count * stack_ * frame_));
    if (!PyArray_ISWRITEABLE(as_array(out))) throw nb::value_error("out is read-only");
    const auto limit = static_cast<std::int64_t>(rows_ * envs_);
    if (std::ranges::any_of(std::span(index, count),
                            [&](std::int64_t row) { return row < 0 || row >= limit; })) {
      throw nb::index_error("a row lies outside the rollout");
    }
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t* const slots = slots_.data() + static_cast<std::size_t>(index[i]) * stack_;
      for (std::size_t k = 0; k < stack_; ++k, to += frame_) {
        std::memcpy(to, frame_at(slots[k]), frame_);
      }
    }
  }

 private:
  static constexpr std::int64_t kZeros = -1;

  static const std::byte* bytes_of(nb::handle array, std::size_t size) {
    if (!PyArray_Check(array.ptr()) || !PyArray_ISCARRAY_RO(as_array(array)) ||
        static_cast<std::size_t>(PyArray_NBYTES(as_array(array))) != size) {
      throw nb::value_error("a C-contiguous array of one stack for each row was expected");
    }
    return static_cast<const std::byte*>(PyArray_DATA(as_array(array)));
  }

  std::int64_t* slots_of(std::size_t row, std::size_t env) {
    return slots_.data() + (row * envs_ + env) * stack_;
  }

  const std::byte* frame_at(std::int64_t slot) const {
    if (slot == kZeros) return zeros_.data();
    const auto at = static_cast<std::size_t>(slot) * frame_;
    const std::size_t own = (rows_ + stack_ - 1) * envs_ * frame_;
    return at < own ? data_ + at : spare_.data() + (at - own);
  }

  void write_one(std::size_t row, std::size_t env, const std::byte* stack) {
    std::int64_t* const slots = slots_of(row, env);
    const std::int64_t* const before = row > 0 ? slots_of(row - 1, env) : nullptr;
    const std::byte* const newest = stack + (stack_ - 1) * frame_;
    const auto own = static_cast<std::int64_t>((row + stack_ - 1) * envs_ + env);
    std::memcpy(data_ + static_cast<std::size_t>(own) * frame_, newest, frame_);
    slots[stack_ - 1] = own;
    const auto shows = [&](const std::byte* frame, const std::byte* other) {
      return std::memcmp(frame, other, frame_) == 0;
    };
    for (std::size_t k = 0; k + 1 < stack_; ++k) {
      const std::byte* const frame = stack + k * frame_;
      if (before != nullptr && shows(frame, frame_at(before[k + 1]))) {
        slots[k] = before[k + 1];  // the stack goes on
      } else if (shows(frame, newest)) {
        slots[k] = own;
      } else if (shows(frame, zeros_.data())) {
        slots[k] = kZeros;
      } else {
        const std::size_t spares = spare_.size() / frame_;
        slots[k] = static_cast<std::int64_t>((rows_ + stack_ - 1) * envs_ + spares);
        spare_.insert(spare_.end(), frame, frame + frame_);
      }
    }
  }

  std::size_t rows_, stack_, envs_ = 0, frame_ = 0;
  nb::object kept_;
  std::byte* data_ = nullptr;
  std::vector<std::int64_t> slots_;
  std::vector<std::byte> zeros_, spare_;
};

// `arrays`: rewards, values, terminated, truncated, valid, final_rows, final_values.
Trajectories trajectories_of(const nb::tuple& arrays) {
  if (arrays.size() != 7) throw nb::value_error("seven arrays were expected");
  const nb::object rewards = arrays[0], values = arrays[1], terminated = arrays[2];
  const nb::object truncated = arrays[3], valid = arrays[4], final_rows = arrays[5];
  const nb::object final_values = arrays[6];
  Trajectories data;
  data.steps = static_cast<std::size_t>(PyArray_DIM(as_array(rewards), 0));
  data.envs = static_cast<std::size_t>(PyArray_DIM(as_array(rewards), 1));
  const std::size_t size = data.steps * data.envs;
  data.rewards = data_of<const float>(rewards, NPY_FLOAT32, size, "rewards");
  data.values = data_of<const float>(values, NPY_FLOAT32, size + data.envs, "values");
  data.terminated = data_of<const bool>(terminated, NPY_BOOL, size, "terminated");
  data.truncated = data_of<const bool>(truncated, NPY_BOOL, size, "truncated");
  data.valid = data_of<const bool>(valid, NPY_BOOL, size, "valid");
  if (!final_rows.is_none()) {
    const auto count = static_cast<std::size_t>(PyArray_SIZE(as_array(final_rows)));
    data.final_rows = {data_of<const std::int64_t>(final_rows, NPY_INT64, count, "final_rows"),
                       count};
    data.final_values = {data_of<const float>(final_values, NPY_FLOAT32, count, "final_values"),
                         count};
    if (!std::ranges::is_sorted(data.final_rows) ||
        (count > 0 && (data.final_rows.front() < 0 ||
                       data.final_rows.back() >= static_cast<std::int64_t>(size)))) {
      throw nb::index_error("final_rows must ascend within the rollout");
    }
  }
  return data;
}

void gather_rows(nb::handle source, nb::handle rows, nb::handle out) {
  const auto count = static_cast<std::size_t>(PyArray_SIZE(as_array(rows)));
  const auto* const index = data_of<const std::int64_t>(rows, NPY_INT64, count, "rows");
  if (!PyArray_ISCARRAY_RO(as_array(source)) || !PyArray_ISCARRAY(as_array(out)) ||
      PyArray_TYPE(as_array(source)) != PyArray_TYPE(as_array(out)) ||
      PyArray_NDIM(as_array(out)) < 1 ||
      static_cast<std::size_t>(PyArray_DIM(as_array(out), 0)) != count) {
    throw nb::value_error("out must have a row of the source's dtype for each of `rows`");
  }
  if (count == 0) return;
  const std::size_t bytes = static_cast<std::size_t>(PyArray_NBYTES(as_array(out))) / count;
  if (bytes == 0) return;
  const auto limit =
      static_cast<std::int64_t>(static_cast<std::size_t>(PyArray_NBYTES(as_array(source))) / bytes);
  if (std::ranges::any_of(std::span(index, count),
                          [&](std::int64_t row) { return row < 0 || row >= limit; })) {
    throw nb::index_error("a row lies outside the rollout");
  }
  const auto* const from = static_cast<const std::byte*>(PyArray_DATA(as_array(source)));
  auto* const to = static_cast<std::byte*>(PyArray_DATA(as_array(out)));
  const nb::gil_scoped_release released;
  const auto copy = [&](auto width) {  // of few bytes, where a call would take longest
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(to + i * width, from + static_cast<std::size_t>(index[i]) * width, width);
    }
  };
  if (bytes == 4) {
    copy(std::integral_constant<std::size_t, 4>());
  } else if (bytes == 8) {
    copy(std::integral_constant<std::size_t, 8>());
  } else if (bytes == 16) {
    copy(std::integral_constant<std::size_t, 16>());
  } else {
    copy(bytes);
  }
}

}  // namespace

void bind_rollout(nb::module_& m) {
  nb::class_<RolloutWriter>(m, "RolloutWriter", "Writes the steps of a pool into a rollout.")
      .def(nb::init<const std::vector<nb::object>&, const std::vector<nb::object>&, nb::object,
                    nb::object, nb::object, nb::object, nb::object, nb::object, bool>(),
           nb::arg("observations"), nb::arg("actions"), nb::arg("rewards"), nb::arg("terminated"),
           nb::arg("truncated"), nb::arg("valid"), nb::arg("starts"), nb::arg("pending"),
           nb::arg("next_step"),
           nb::sig("def __init__(self, observations: Sequence[object], actions: Sequence[object], "
                   "rewards: object, terminated: object, truncated: object, valid: object, "
                   "starts: object, pending: object, next_step: bool) -> None"))
      .def("episodes", &RolloutWriter::episodes,
           nb::sig("def episodes(self) -> list[tuple[int, int, float, int]]"),
           "The episodes that ended: time, environment, return and length.")
      .def("add_episode", &RolloutWriter::add_episode, nb::arg("t"), nb::arg("env"), nb::arg("sum"),
           nb::arg("steps"))
      .def("clear_episodes", &RolloutWriter::clear_episodes)
      .def(
          "write", &RolloutWriter::write, nb::arg("t"), nb::arg("actions"), nb::arg("result"),
          nb::sig("def write(self, t: int, actions: object, result: tuple[object, ...]) -> None"),
          "Writes what a step of all environments returned. Actions and observations are the value "
          "of the only leaf, or a tuple of those of all leaves.")
      .def("scatter_actions", &RolloutWriter::scatter_actions, nb::arg("times"), nb::arg("ids"),
           nb::arg("actions"),
           nb::sig("def scatter_actions(self, times: object, ids: object, actions: object) -> "
                   "None"),
           "Writes the actions of some environments, each at its time.")
      .def("scatter", &RolloutWriter::scatter, nb::arg("times"), nb::arg("ids"), nb::arg("result"),
           nb::sig("def scatter(self, times: object, ids: object, result: tuple[object, ...]) -> "
                   "None"),
           "Writes what came back for some environments, each at its time, which moves on.");
  nb::class_<FrameStacks>(m, "FrameStacks", "Stacks of frames that store each frame once.")
      .def(nb::init<nb::object, std::size_t, std::size_t>(), nb::arg("frames"), nb::arg("rows"),
           nb::arg("stack"),
           nb::sig("def __init__(self, frames: object, rows: int, stack: int) -> None"))
      .def("begin", &FrameStacks::begin, nb::arg("stacks"),
           nb::sig("def begin(self, stacks: object) -> None"),
           "Forgets all, and puts a stack of each environment into row 0.")
      .def("write", &FrameStacks::write, nb::arg("row"), nb::arg("stacks"), nb::arg("ids"),
           nb::sig("def write(self, row: int, stacks: object, ids: object) -> None"),
           "Puts the stacks of environments into a row.")
      .def("gather", &FrameStacks::gather, nb::arg("rows"), nb::arg("out"),
           nb::sig("def gather(self, rows: object, out: object) -> None"),
           "Copies stacks into `out`; of each, `row * environments + environment`.");
  m.def(
      "generalized_advantages",
      [](const nb::tuple& trajectories, double gamma, double gae_lambda, nb::handle advantages,
         nb::handle returns) {
        const Trajectories data = trajectories_of(trajectories);
        const std::size_t size = data.steps * data.envs;
        auto* const out = data_of<float>(advantages, NPY_FLOAT32, size, "advantages");
        auto* const sums = data_of<float>(returns, NPY_FLOAT32, size, "returns");
        const nb::gil_scoped_release released;
        generalized_advantages(data, static_cast<float>(gamma),
                               static_cast<float>(gamma * gae_lambda), out, sums);
      },
      nb::arg("trajectories"), nb::arg("gamma"), nb::arg("gae_lambda"), nb::arg("advantages"),
      nb::arg("returns"),
      nb::sig("def generalized_advantages(trajectories: tuple[object, ...], gamma: float, "
              "gae_lambda: float, advantages: object, returns: object) -> None"),
      "Writes generalised advantage estimates and returns. `trajectories`: rewards, values, "
      "terminated, truncated, valid; with SameStep final_rows and final_values, else two None.");
  m.def(
      "v_trace",
      [](const nb::tuple& trajectories, double gamma, double rho_clip, double c_clip,
         nb::handle logprobs, nb::handle target_logprobs, nb::handle advantages,
         nb::handle returns) {
        const Trajectories data = trajectories_of(trajectories);
        const std::size_t size = data.steps * data.envs;
        const VTraceOptions options{.gamma = static_cast<float>(gamma),
                                    .rho_clip = static_cast<float>(rho_clip),
                                    .c_clip = static_cast<float>(c_clip)};
        const auto* const old = data_of<const float>(logprobs, NPY_FLOAT32, size, "logprobs");
        const auto* const target =
            data_of<const float>(target_logprobs, NPY_FLOAT32, size, "target_logprobs");
        auto* const out = data_of<float>(advantages, NPY_FLOAT32, size, "advantages");
        auto* const sums = data_of<float>(returns, NPY_FLOAT32, size, "returns");
        const nb::gil_scoped_release released;
        v_trace(data, options, old, target, out, sums);
      },
      nb::arg("trajectories"), nb::arg("gamma"), nb::arg("rho_clip"), nb::arg("c_clip"),
      nb::arg("logprobs"), nb::arg("target_logprobs"), nb::arg("advantages"), nb::arg("returns"),
      nb::sig("def v_trace(trajectories: tuple[object, ...], gamma: float, rho_clip: float, "
              "c_clip: float, logprobs: object, target_logprobs: object, advantages: object, "
              "returns: object) -> None"),
      "Writes V-trace's advantages and corrected values.");
  m.def("gather_rows", &gather_rows, nb::arg("source"), nb::arg("rows"), nb::arg("out"),
        nb::sig("def gather_rows(source: object, rows: object, out: object) -> None"),
        "Copies rows of `source`, whose leading axes count as one, into `out`.");
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writes steps into a rollout's rows, computes advantages, and gathers rows of minibatches.
#include <parallel_pool/bindings/rollout.h>
#include <parallel_pool/core/rollout/advantages.h>

#include <algorithm>
#include <cstring>
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

void copy_into(nb::handle row, nb::handle values) {
  if (PyArray_CopyInto(as_array(row), as_array(values)) < 0) throw nb::python_error();
}

// Writes the results of steps of all environments, in order.
class RolloutWriter {
 public:
  // Of one leaf of a space: the arrays of each time.
  using Rows = std::vector<nb::object>;

  RolloutWriter(const std::vector<nb::object>& observations, const std::vector<nb::object>& actions,
                nb::object rewards, nb::object terminated, nb::object truncated, nb::object valid,
                nb::object starts, nb::object pending, bool next_step, nb::list episodes)
      : next_step_(next_step), episodes_(std::move(episodes)) {
    envs_ = static_cast<std::size_t>(PyArray_SIZE(as_array(pending)));
    steps_ = static_cast<std::size_t>(PyArray_DIM(as_array(rewards), 0));
    const std::size_t size = steps_ * envs_;
    rewards_ = data_of<float>(rewards, NPY_FLOAT32, size, "rewards");
    terminated_ = data_of<bool>(terminated, NPY_BOOL, size, "terminated");
    truncated_ = data_of<bool>(truncated, NPY_BOOL, size, "truncated");
    valid_ = data_of<bool>(valid, NPY_BOOL, size, "valid");
    starts_ = data_of<bool>(starts, NPY_BOOL, size + envs_, "starts");
    pending_ = data_of<bool>(pending, NPY_BOOL, envs_, "pending");
    for (const nb::object& leaf : observations) observations_.push_back(rows_of(leaf, steps_ + 1));
    for (const nb::object& leaf : actions) actions_.push_back(rows_of(leaf, steps_));
    kept_ = nb::make_tuple(rewards, terminated, truncated, valid, starts, pending);
  }

  // `observations` and `actions`: the array of the only leaf, or a tuple of those of all leaves.
  void write(std::size_t t, nb::handle observations, nb::handle actions, nb::handle rewards,
             nb::handle terminated, nb::handle truncated, nb::dict infos) {
    if (t >= steps_) throw nb::index_error("the rollout is full");
    const auto* const reward = data_of<const double>(rewards, NPY_FLOAT64, envs_, "rewards");
    const auto* const over = data_of<const bool>(terminated, NPY_BOOL, envs_, "terminations");
    const auto* const cut = data_of<const bool>(truncated, NPY_BOOL, envs_, "truncations");
    copy_leaves(observations_, t + 1, observations);
    copy_leaves(actions_, t, actions);
    const std::size_t at = t * envs_;
    std::memcpy(terminated_ + at, over, envs_);
    std::memcpy(truncated_ + at, cut, envs_);
    for (std::size_t i = 0; i < envs_; ++i) rewards_[at + i] = static_cast<float>(reward[i]);
    for (std::size_t i = 0; i < envs_; ++i) {
      const bool ended = over[i] | cut[i];
      valid_[at + i] = !pending_[i];
      starts_[at + envs_ + i] = pending_[i] | (!next_step_ & ended);
      pending_[i] = next_step_ & ended;
    }
    note_episodes(t, infos);
  }

 private:
  static Rows rows_of(const nb::object& array, std::size_t count) {
    Rows rows;
    for (std::size_t t = 0; t < count; ++t) rows.push_back(nb::object(array[t]));
    return rows;
  }

  static void copy_leaves(const std::vector<Rows>& leaves, std::size_t t, nb::handle values) {
    if (PyArray_Check(values.ptr()) && leaves.size() == 1) {
      copy_into(leaves[0][t], values);
      return;
    }
    const auto all = nb::cast<nb::tuple>(values);
    if (all.size() != leaves.size()) throw nb::value_error("one array for each leaf was expected");
    for (std::size_t i = 0; i < leaves.size(); ++i) copy_into(leaves[i][t], all[i]);
  }

  void note_episodes(std::size_t t, const nb::dict& infos) {
    PyObject* const episode = PyDict_GetItemString(infos.ptr(), "episode");
    PyObject* const ended = PyDict_GetItemString(infos.ptr(), "_episode");
    if (episode == nullptr || ended == nullptr) return;
    const auto* const mask = data_of<const bool>(ended, NPY_BOOL, envs_, "_episode");
    const auto of_episode = nb::borrow<nb::dict>(episode);
    const nb::object returns = of_episode["r"], lengths = of_episode["l"];
    for (std::size_t i = 0; i < envs_; ++i) {
      if (!mask[i]) continue;
      episodes_.append(nb::make_tuple(t, i, nb::float_(nb::object(returns[i])),
                                      nb::int_(nb::object(lengths[i]))));
    }
  }

  std::size_t steps_ = 0, envs_ = 0;
  bool next_step_;
  std::vector<Rows> observations_, actions_;
  float* rewards_;
  bool *terminated_, *truncated_, *valid_, *starts_, *pending_;
  nb::list episodes_;
  nb::object kept_;  // the arrays
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
                    nb::object, nb::object, nb::object, nb::object, nb::object, bool, nb::list>(),
           nb::arg("observations"), nb::arg("actions"), nb::arg("rewards"), nb::arg("terminated"),
           nb::arg("truncated"), nb::arg("valid"), nb::arg("starts"), nb::arg("pending"),
           nb::arg("next_step"), nb::arg("episodes"),
           nb::sig("def __init__(self, observations: Sequence[object], actions: Sequence[object], "
                   "rewards: object, terminated: object, truncated: object, valid: object, "
                   "starts: object, pending: object, next_step: bool, "
                   "episodes: list[tuple[int, int, float, int]]) -> None"))
      .def(
          "write", &RolloutWriter::write, nb::arg("t"), nb::arg("observations"), nb::arg("actions"),
          nb::arg("rewards"), nb::arg("terminated"), nb::arg("truncated"), nb::arg("infos"),
          nb::sig("def write(self, t: int, observations: object, actions: object, "
                  "rewards: object, terminated: object, truncated: object, "
                  "infos: dict[str, typing.Any]) -> None"),
          "Writes what a step of all environments returned. Observations and actions are the array "
          "of the only leaf, or a tuple of those of all leaves.");
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

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What Python calls of rollouts: their writers, stacks of frames, advantages, rows of minibatches;
// and of streams of stacks.
#include <parallel_pool/bindings/frame_stacks.h>
#include <parallel_pool/bindings/frame_stream.h>
#include <parallel_pool/bindings/rollout.h>
#include <parallel_pool/bindings/rollout_writer.h>
#include <parallel_pool/core/rollout/advantages.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pp {
namespace {

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
           "Copies stacks into `out`; of each, `row * environments + environment`.")
      .def("state", &FrameStacks::state, nb::sig("def state(self) -> tuple[bytes, bytes]"),
           "What there is beside the frames, for `restore`.")
      .def("restore", &FrameStacks::restore, nb::arg("slots"), nb::arg("spare"),
           "Takes what `state` returned of stacks with equal frames.");
  nb::class_<FrameStream>(m, "FrameStream",
                          "One end of a stream of stacks of frames that sends each frame once.")
      .def(nb::init<std::size_t, std::size_t, std::size_t>(), nb::arg("envs"), nb::arg("stack"),
           nb::arg("frame_bytes"))
      .def("forget", &FrameStream::forget, "Sends whole stacks next.")
      .def("plan", &FrameStream::plan, nb::arg("ids"), nb::arg("stacks"), nb::arg("codes"),
           nb::sig("def plan(self, ids: object, stacks: object, codes: object) -> int"),
           "Writes what each frame of the stacks is, and returns how many frames are sent.")
      .def("encode", &FrameStream::encode, nb::arg("ids"), nb::arg("stacks"), nb::arg("codes"),
           nb::arg("frames"),
           nb::sig("def encode(self, ids: object, stacks: object, codes: object, frames: object) "
                   "-> None"),
           "Copies the frames that are sent.")
      .def("decode", &FrameStream::decode, nb::arg("number"), nb::arg("first"), nb::arg("ids"),
           nb::arg("codes"), nb::arg("frames"), nb::arg("out"),
           nb::sig("def decode(self, number: int, first: bool, ids: object, codes: object, "
                   "frames: object, out: object) -> None"),
           "Writes the stacks of a batch into `out`; batches come in their order.");
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

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// parallel_pool.python_envs.native: pools of worker processes for environments in Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <parallel_pool/bindings/arguments.h>
#include <parallel_pool/bindings/begin_module.h>
#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/bindings/pool_calls.h>

#include <string>

#include "channel_binding.h"
#include "child.h"
#include "process_pool.h"
#include "process_pool_call.h"
#include "requests.h"
#include "space_parsing.h"
#include "watch.h"
#include "worker_loop.h"

namespace pp {
namespace {

void construct_pool(ProcessPool* self, nb::dict observation, nb::dict action, nb::object starter,
                    std::uint32_t num_envs, std::uint32_t batch_size, std::uint32_t num_workers,
                    std::uint32_t max_players, nb::handle autoreset_mode,
                    const std::string& result_format, bool episode_statistics,
                    std::optional<double> step_timeout, bool restart) {
  const ProcessPoolOptions options{
      .plan = {.num_envs = num_envs,
               .batch_rows = batch_size,
               .num_workers = num_workers,
               .max_players = max_players},
      .autoreset = parse_autoreset_mode(autoreset_mode),
      .results = {parse_result_format(result_format), episode_statistics},
      .step_timeout = step_timeout,
      .restart = restart};
  ::new (self)
      ProcessPool(parse_space(observation), parse_space(action), options, std::move(starter));
}

void construct_loop(WorkerLoop* self, int descriptor, nb::dict observation, nb::dict action,
                    std::uint32_t num_envs, std::uint32_t batch_size, std::uint32_t num_workers,
                    std::uint32_t max_players, std::uint64_t unit, std::uint32_t worker,
                    nb::handle autoreset_mode, nb::list envs) {
  const PlanOptions options{num_envs, batch_size, num_workers, max_players, unit};
  ::new (self)
      WorkerLoop(Segment::attach(descriptor), parse_space(observation), parse_space(action),
                 options, worker, parse_autoreset_mode(autoreset_mode), std::move(envs));
}

void bind_pool(nb::module_& m) {
  nb::class_<ProcessPool> pool(m, "ProcessPool", "The pool's side of worker processes.");
  bind_calls(pool);
  pool.def("__init__", &construct_pool, nb::arg("observation"), nb::arg("action"),
           nb::arg("starter"), nb::kw_only(), nb::arg("num_envs"), nb::arg("batch_size"),
           nb::arg("num_workers"), nb::arg("max_players"), nb::arg("autoreset_mode"),
           nb::arg("result_format"), nb::arg("episode_statistics"), nb::arg("step_timeout").none(),
           nb::arg("restart"),
           nb::sig("def __init__(self, observation: dict[str, typing.Any], "
                   "action: dict[str, typing.Any], starter: object, *, num_envs: int, "
                   "batch_size: int, num_workers: int, max_players: int, autoreset_mode: str, "
                   "result_format: str, "
                   "episode_statistics: bool, step_timeout: float | None, restart: bool) -> None"))
      .def_prop_ro("num_envs", [](const ProcessPool& pool) { return pool.options().num_envs; })
      .def_prop_ro("batch_size", [](const ProcessPool& pool) { return pool.options().batch_rows; })
      .def_prop_ro("num_workers",
                   [](const ProcessPool& pool) { return pool.options().num_workers; })
      .def_prop_ro("unit", [](const ProcessPool& pool) { return pool.options().unit; })
      .def_prop_ro("descriptor", &ProcessPool::descriptor)
      .def_prop_ro(
          "shared_memory", [](const ProcessPool& pool) { return shared_memory_of(pool.segment()); },
          nb::sig("def shared_memory(self) -> tuple[int, int, int] | None"), kSharedMemory)
      .def_prop_ro("forked", &ProcessPool::forked)
      .def("first_env", &ProcessPool::first_env, nb::arg("worker"))
      .def("attach_worker", &ProcessPool::attach_worker, nb::arg("worker"),
           nb::arg("process_descriptor"), nb::arg("channel"),
           nb::sig("def attach_worker(self, worker: int, process_descriptor: int, "
                   "channel: Channel) -> None"))
      .def("set_seeds", &ProcessPool::set_seeds, nb::arg("seeds"),
           nb::sig("def set_seeds(self, seeds: list[int | None]) -> None"));
}

void bind_request(nb::module_& m) {
  nb::class_<Request>(m, "Request", "A call of several parts, alone until it is released.")
      .def(nb::init<ProcessPool&, const std::string&>(), nb::arg("pool"), nb::arg("name"),
           nb::keep_alive<1, 2>())
      .def("release", &Request::release)
      .def("ask", &Request::ask, nb::arg("messages"),
           nb::sig("def ask(self, messages: list[tuple[int, bytes]]) -> list[bytes]"))
      .def("check_idle", &Request::check_idle, nb::arg("env_ids"))
      .def("check_clone", &Request::check_clone, nb::arg("from_ids").none(),
           nb::arg("to_ids").none(),
           nb::sig("def check_clone(self, from_ids: object, to_ids: object) -> None"))
      .def("note_clone", &Request::note_clone, nb::arg("from_ids"), nb::arg("to_ids"),
           nb::arg("failed"))
      .def("save", &Request::save, nb::arg("env_id"))
      .def("check_load", &Request::check_load, nb::arg("env_ids"))
      .def("note_load", &Request::note_load, nb::arg("env_ids"), nb::arg("states"));
}

NB_MODULE(native, m) {
  begin_module();
  bind_channel(m);
  bind_child(m);
  bind_pool(m);
  bind_request(m);
  nb::class_<WorkerLoop>(m, "WorkerLoop", "What runs in a worker process.")
      .def("__init__", &construct_loop, nb::arg("descriptor"), nb::arg("observation"),
           nb::arg("action"), nb::kw_only(), nb::arg("num_envs"), nb::arg("batch_size"),
           nb::arg("num_workers"), nb::arg("max_players"), nb::arg("unit"), nb::arg("worker"),
           nb::arg("autoreset_mode"), nb::arg("envs"),
           nb::sig(
               "def __init__(self, descriptor: int, observation: dict[str, typing.Any], "
               "action: dict[str, typing.Any], *, num_envs: int, batch_size: int, "
               "num_workers: int, max_players: int, unit: int, worker: int, autoreset_mode: str, "
               "envs: list[typing.Any]) -> None"))
      .def("episode", &WorkerLoop::episode, nb::arg("index"),
           nb::sig("def episode(self, index: int) -> tuple[typing.Any, typing.Any, bool, int]"))
      .def("set_episode", &WorkerLoop::set_episode, nb::arg("index"), nb::arg("env"),
           nb::arg("last_observation").none(), nb::arg("ended"), nb::arg("elapsed"),
           nb::sig("def set_episode(self, index: int, env: typing.Any, "
                   "last_observation: typing.Any, ended: bool, elapsed: int) -> None"))
      .def("keep_observation", &WorkerLoop::keep_observation, nb::arg("index"))
      .def("set_next_env", &WorkerLoop::set_next_env, nb::arg("index"), nb::arg("successor"))
      .def("begin", &WorkerLoop::begin, nb::arg("index"),
           "Notes that an environment's code runs from now on, for a request.")
      .def("rest", &WorkerLoop::rest, "Notes that none runs.")
      .def("run", &WorkerLoop::run,
           "Works off tasks. True when the worker shall read its socket, False when it shall end.");
  m.def("adopt_orphans", &adopt_orphans,
        "Makes this process the parent of all that its descendants leave behind.");
  m.def("end_with", &end_with, nb::arg("process_descriptor"),
        "Ends this process and its group when another process has ended.");
}

}  // namespace
}  // namespace pp

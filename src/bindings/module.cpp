// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The Python classes that every module of environments has: EnvType and Pool.
#include <nanobind/stl/unique_ptr.h>
#include <parallel_pool/bind.h>
#include <parallel_pool/bindings/arguments.h>
#include <parallel_pool/bindings/begin_module.h>
#include <parallel_pool/bindings/errors.h>
#include <parallel_pool/bindings/pool_calls.h>
#include <parallel_pool/bindings/py_pool.h>
#include <parallel_pool/core/pool/abi.h>

namespace pp {
namespace {

std::unique_ptr<PyPool> make_pool(
    const EnvType& type, nb::typed<nb::dict, nb::str, nb::object> config, std::uint32_t num_envs,
    std::uint32_t batch_size, std::uint32_t num_threads, nb::handle autoreset_mode,
    std::optional<std::int64_t> max_episode_steps, std::uint32_t chunk_size,
    std::optional<std::int32_t> thread_affinity_offset, nb::handle numa,
    const std::string& result_format, bool episode_statistics, nb::handle workers,
    bool shared_batches) {
  const WorkersApi* const shared = parse_workers(workers);
  const PoolOptions options = resolve(
      {.num_envs = num_envs,
       .batch_size = batch_size,
       .num_threads = shared != nullptr ? shared->count : num_threads,
       .chunk_size = chunk_size,
       .thread_affinity_offset = thread_affinity_offset.value_or(-1),
       .numa = shared != nullptr ? NumaChoice{NumaChoice::Kind::kOff, {}} : parse_numa(numa),
       .shared = shared_batches});
  const ResultOptions results{parse_result_format(result_format), episode_statistics};
  // As EnvPool and dm_env have it, the first step of an environment begins its first episode.
  const EpisodeRules rules{.autoreset = parse_autoreset_mode(autoreset_mode),
                           .max_episode_steps = max_episode_steps.value_or(0),
                           .first_step_resets = results.format != ResultFormat::kGymnasium};
  return std::make_unique<PyPool>(type, std::move(config), options, rules, results, shared);
}

nb::list option_tuples(const std::vector<OptionInfo>& infos) {
  nb::list list;
  for (const OptionInfo& info : infos) {
    list.append(nb::make_tuple(info.name, info.type, info.default_value, info.doc));
  }
  return list;
}

void bind_env_type(nb::module_& m) {
  nb::class_<EnvType>(m, "EnvType", "One environment id: its facts, and what makes pools of it.")
      .def_ro("id", &EnvType::id)
      .def_ro("max_episode_steps", &EnvType::max_episode_steps)
      .def_ro("reward_threshold", &EnvType::reward_threshold)
      .def_ro("reference", &EnvType::reference,
              "The Gymnasium id that this one equals bit for bit, or ''.")
      .def_prop_ro(
          "options", [](const EnvType& type) { return option_tuples(type.options()); },
          nb::sig("def options(self) -> list[tuple[str, str, object, str]]"),
          "(name, type, default, meaning) of each constructor option.")
      .def_prop_ro(
          "reset_options", [](const EnvType& type) { return option_tuples(type.reset_options()); },
          nb::sig("def reset_options(self) -> list[tuple[str, str, object, str]]"),
          "(name, type, default, meaning) of each reset option.")
      .def("episode_limit", &EnvType::episode_limit, nb::arg("config"),
           nb::sig("def episode_limit(self, config: dict[str, object]) -> int | None"),
           "The time limit under these options, in time steps; None is no limit.")
      .def("resolve", &EnvType::resolve, nb::arg("config"),
           nb::sig("def resolve(self, config: dict[str, object]) -> dict[str, object]"),
           "The values of all options, defaults filled in.")
      .def(
          "spec",
          [](const EnvType& type, nb::dict config) {
            const SpecNodes spec = type.spec(std::move(config));
            nb::dict out;
            out["observation"] = describe(spec.observation);
            out["action"] = describe(spec.action);
            out["info"] = describe(spec.info);
            out["render_state"] = describe(spec.render_state);
            out["max_players"] = spec.max_players;
            out["multi_player"] = spec.multi_player;
            out["zero_discount"] =
                spec.zero_discount.empty() ? nb::none() : nb::object(nb::cast(spec.zero_discount));
            out["agents"] = spec.agents;
            out["mover"] = spec.mover.empty() ? nb::none() : nb::object(nb::cast(spec.mover));
            return out;
          },
          nb::arg("config"),
          nb::sig("def spec(self, config: dict[str, object]) -> dict[str, object]"),
          "The spaces under a configuration, as nested dicts.")
      .def("make_pool", &make_pool, nb::keep_alive<0, 1>(), nb::arg("config"), nb::kw_only(),
           nb::arg("num_envs"), nb::arg("batch_size") = 0, nb::arg("num_threads") = 0,
           nb::arg("autoreset_mode") = "NextStep", nb::arg("max_episode_steps") = nb::none(),
           nb::arg("chunk_size") = 0, nb::arg("thread_affinity_offset") = nb::none(),
           nb::arg("numa") = "auto", nb::arg("result_format") = "gymnasium",
           nb::arg("episode_statistics") = false, nb::arg("workers") = nb::none(),
           nb::arg("shared_batches") = false,
           "A pool of environments of this type, with results in the format of a face: "
           "'gymnasium', 'gym' (EnvPool's) or 'dm'. Episode statistics are counted in Gymnasium's "
           "format only. Other processes may map shared batches: see `shared_memory`.");
}

void bind_pool(nb::module_& m) {
  nb::class_<PyPool> pool(m, "Pool", "The engine's side of a vector environment.");
  bind_calls(pool);
  pool.def_prop_ro("num_envs", [](const PyPool& pool) { return pool.options().num_envs; })
      .def_prop_ro("batch_size", [](const PyPool& pool) { return pool.options().batch_size; })
      .def_prop_ro("num_threads", [](const PyPool& pool) { return pool.options().num_threads; })
      .def_prop_ro(
          "shared_memory", [](const PyPool& pool) { return shared_memory_of(pool.segment()); },
          nb::sig("def shared_memory(self) -> tuple[int, int, int] | None"), kSharedMemory)
      .def_prop_ro("waited", &PyPool::waited)
      .def("step_single", &PyPool::step_single, nb::arg("action").none(),
           nb::sig("def step_single(self, action: object) "
                   "-> tuple[typing.Any, float, bool, bool, dict[str, typing.Any]]"))
      .def("render_state", &PyPool::render_state, nb::arg("env_id"),
           nb::sig("def render_state(self, env_id: int) -> dict[str, typing.Any]"))
      .def("save", &PyPool::save, nb::arg("env_ids"), nb::arg("header"),
           nb::sig("def save(self, env_ids: list[int], header: bytes) -> list[bytes]"))
      .def("save_into", &PyPool::save_into, nb::arg("env_ids"), nb::arg("header"), nb::arg("out"),
           nb::sig("def save_into(self, env_ids: list[int], header: bytes, "
                   "out: object) -> list[memoryview]"))
      .def("load", &PyPool::load, nb::arg("env_ids"), nb::arg("states"), nb::arg("header_size"),
           nb::sig("def load(self, env_ids: list[int], states: Sequence[bytes | memoryview], "
                   "header_size: int) -> None"))
      .def("clone", &PyPool::clone, nb::arg("from_ids").none(), nb::arg("to_ids").none(),
           nb::sig("def clone(self, from_ids: object, to_ids: object) -> None"))
      .def("set_config", &PyPool::set_config, nb::arg("env_ids"), nb::arg("config"),
           nb::arg("tag").none(),
           nb::sig("def set_config(self, env_ids: object, config: dict[str, object], "
                   "tag: object) -> None"))
      .def("config_tag", &PyPool::config_tag, nb::arg("env_id"),
           nb::sig("def config_tag(self, env_id: int) -> typing.Any"))
      .def("set_seeds", &PyPool::set_seeds, nb::arg("seeds"),
           nb::sig("def set_seeds(self, seeds: list[int | None]) -> None"))
      .def("seed", &PyPool::seed, nb::arg("env_id"),
           nb::sig("def seed(self, env_id: int) -> int | None"))
      .def("generator_state", &PyPool::generator_state, nb::arg("env_id"),
           nb::sig("def generator_state(self, env_id: int) -> tuple[int, ...]"))
      .def("share_generator", &PyPool::share_generator, nb::arg("env_id"), nb::arg("generator"),
           nb::arg("address"))
      .def("shared_generator", &PyPool::shared_generator, nb::arg("env_id"))
      .def("set_generator_state", &PyPool::set_generator_state, nb::arg("env_id"),
           nb::arg("words"));
}

}  // namespace

void begin_module(nb::detail::nb_internals* internals) {
  nb::detail::internals = internals;
  nb::detail::init_singletons();
  import_numpy();
  nb::set_leak_warnings(false);  // pools alive at exit are closed by their owners' finalizers
  register_errors();
}

void bind_engine_classes(nb::module_& m) {
  if (const nb::handle pool = nb::type<PyPool>(); pool.is_valid()) {
    m.attr("Pool") = pool;
    m.attr("EnvType") = nb::type<EnvType>();
  } else {
    bind_pool(m);
    bind_env_type(m);
  }
}

void bind_engine(nb::module_& m) {
  if (nb::hasattr(m, "Pool")) return;
  bind_engine_classes(m);
  m.attr("__parallel_pool_abi__") = kAbiVersion;
  m.attr("env_types") = nb::list();
}

void add_env_type(nb::module_& m, std::unique_ptr<EnvType> type) {
  bind_engine(m);
  EnvType* const raw = type.release();
  m.attr("env_types").attr("append")(nb::cast(raw, nb::rv_policy::take_ownership));
}

}  // namespace pp

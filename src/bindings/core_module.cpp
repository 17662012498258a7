// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// parallel_pool._core, the module without environments: facts about the machine, and the engine's
// random numbers and mathematics, so that tests can compare them with NumPy.
#include <nanobind/nanobind.h>
#include <parallel_pool/bindings/arguments.h>
#include <parallel_pool/bindings/begin_module.h>
#include <parallel_pool/bindings/held_buffer.h>
#include <parallel_pool/bindings/normalization.h>
#include <parallel_pool/bindings/rollout.h>
#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/numerics/float_trig.h>
#include <parallel_pool/core/numerics/math.h>
#include <parallel_pool/core/pool/abi.h>
#include <parallel_pool/core/pool/pool_options.h>
#include <parallel_pool/core/random/generator.h>
#include <parallel_pool/core/threads/cpu.h>
#include <parallel_pool/core/threads/shared_workers.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace nb = nanobind;

namespace pp {
namespace {

// Entropy as numpy.random.SeedSequence takes it: a non-negative int, or a sequence of them, whose
// words follow one another.
SeedWords parse_entropy(nb::handle entropy) {
  if (!nb::isinstance<nb::list>(entropy) && !nb::isinstance<nb::tuple>(entropy)) {
    return parse_seed(entropy);
  }
  SeedWords words;
  for (const nb::handle item : entropy) {
    const SeedWords more = parse_entropy(item);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

// numpy.random.RandomState(seed): an int and a list of one int seed differently.
void seed_legacy(Mt19937& bits, nb::handle seed) {
  if (nb::isinstance<nb::int_>(seed)) {
    bits.seed_legacy(nb::cast<std::uint32_t>(seed));
    return;
  }
  const auto words = nb::cast<std::vector<std::uint32_t>>(seed);
  if (words.empty()) throw nb::value_error("a list of seeds must not be empty");
  bits.seed_legacy(std::span<const std::uint32_t>(words));
}

// The state in the parts of NumPy's `bit_generator.state`.
nb::object state_of(const Pcg64& bits) {
  std::uint64_t words[6];
  bits.words(words);
  return nb::cast(std::vector<std::uint64_t>(std::begin(words), std::end(words)));
}
nb::object state_of(const Mt19937& bits) {
  return nb::make_tuple(std::vector<std::uint32_t>(bits.key().begin(), bits.key().end()),
                        bits.position());
}

// Seeding, raw output, state.
template <class G>
void bind_bits(nb::class_<G>& generator) {
  generator
      .def(
          "__init__",
          [](G* self, nb::handle seed) { new (self) G(SeedSequence(parse_entropy(seed))); },
          nb::arg("seed"), nb::sig("def __init__(self, seed: int | list[int]) -> None"))
      .def_prop_ro("state", [](const G& g) { return state_of(g.bits()); })
      .def("save",
           [](G& g) {
             StateIO io;
             io(g);
             return nb::bytes(io.bytes().data(), io.bytes().size());
           })
      .def("load",
           [](G& g, nb::bytes saved) {
             StateIO io({saved.c_str(), saved.size()});
             io(g);
             io.finish();
           })
      .def("next64", [](G& g) { return g.bits().next64(); })
      .def("next32", [](G& g) { return g.bits().next32(); });
}

template <class Bits>
nb::class_<Generator<Bits>> bind_generator(nb::module_& m, const char* name, const char* doc) {
  using G = Generator<Bits>;
  nb::class_<G> generator(m, name, doc);
  bind_bits(generator);
  generator.def("random", &G::random)
      .def("random_float", &G::random_float)
      .def("uniform", &G::uniform, nb::arg("low") = 0.0, nb::arg("high") = 1.0)
      .def("integers_int8", &G::template integers<std::int8_t>)
      .def("integers_int16", &G::template integers<std::int16_t>)
      .def("integers_int32", &G::template integers<std::int32_t>)
      .def("integers_int64", &G::template integers<std::int64_t>)
      .def("integers_uint8", &G::template integers<std::uint8_t>)
      .def("integers_uint16", &G::template integers<std::uint16_t>)
      .def("integers_uint32", &G::template integers<std::uint32_t>)
      .def("integers_uint64", &G::template integers<std::uint64_t>)
      .def("standard_normal", &G::standard_normal)
      .def("standard_normal_float", &G::standard_normal_float)
      .def("normal", &G::normal)
      .def("lognormal", &G::lognormal)
      .def("standard_exponential", &G::standard_exponential)
      .def("exponential", &G::exponential)
      .def("standard_gamma", &G::standard_gamma)
      .def("gamma", &G::gamma)
      .def("beta", &G::beta)
      .def("chisquare", &G::chisquare)
      .def("noncentral_chisquare", &G::noncentral_chisquare)
      .def("f", &G::f)
      .def("standard_cauchy", &G::standard_cauchy)
      .def("standard_t", &G::standard_t)
      .def("pareto", &G::pareto)
      .def("weibull", &G::weibull)
      .def("power", &G::power)
      .def("laplace", &G::laplace)
      .def("gumbel", &G::gumbel)
      .def("logistic", &G::logistic)
      .def("rayleigh", &G::rayleigh)
      .def("wald", &G::wald)
      .def("vonmises", &G::vonmises)
      .def("triangular", &G::triangular)
      .def("poisson", &G::poisson)
      .def("binomial", &G::binomial)
      .def("negative_binomial", &G::negative_binomial)
      .def("geometric", &G::geometric)
      .def("logseries", &G::logseries)
      .def("zipf", &G::zipf)
      .def("hypergeometric", &G::hypergeometric)
      .def("choice", [](G& g, std::int64_t n) { return g.choice(n); })
      .def("choice_p", [](G& g, const std::vector<double>& p) { return g.choice(p); })
      .def("shuffle", [](G& g, std::vector<std::int64_t> values) {
        g.shuffle(std::span(values));
        return values;
      });
  return generator;
}

}  // namespace
}  // namespace pp

namespace pp {
namespace {

// What the arguments of pools may be, for the Python side of all faces.
void bind_arguments(nb::module_& m) {
  m.def("checked_integer", &parse_integer, nb::arg("name"), nb::arg("value").none(),
        nb::arg("minimum"),
        nb::sig("def checked_integer(name: str, value: object, minimum: int) -> int"),
        "An int of at least `minimum`, below 2**31.");
  m.def("checked_max_episode_steps", &parse_max_episode_steps, nb::arg("value").none(),
        nb::arg("own").none(),
        nb::sig("def checked_max_episode_steps(value: object, own: int | None) -> int | None"),
        "The steps of an episode: None is the id's own limit, -1 is no limit.");
  m.def(
      "check_batch_size",
      [](std::uint32_t num_envs, std::uint32_t batch_size) {
        resolve({.num_envs = num_envs, .batch_size = batch_size, .num_threads = 1}, {{0, {0}}});
      },
      nb::arg("num_envs"), nb::arg("batch_size"),
      "Raises ValueError for a batch of more rows than there are environments.");
  m.def(
      "check_autoreset_mode", [](nb::handle value) { parse_autoreset_mode(value); },
      nb::arg("value").none(), nb::sig("def check_autoreset_mode(value: object) -> None"),
      "Raises ValueError unless the value names an autoreset mode.");
  m.def(
      "checked_env_ids",
      [](nb::handle value, std::uint32_t num_envs, const std::string& name) {
        std::vector<std::uint32_t> ids;
        parse_any_env_ids(value, num_envs, name, ids);
        return ids;
      },
      nb::arg("value").none(), nb::arg("num_envs"), nb::arg("name"),
      nb::sig("def checked_env_ids(value: object, num_envs: int, name: str) -> list[int]"),
      "The env ids that an argument names.");
  m.def("spread_seed", &spread_seed, nb::arg("seed").none(), nb::arg("ids"), nb::arg("listed"),
        nb::sig("def spread_seed(seed: object, ids: Sequence[int], listed: int) "
                "-> list[int | None] | None"),
        "A seed, or None for the stream there is, for each environment of `ids`. An int s stands "
        "for s + i. A sequence holds one for each of `ids`; one of `listed` entries holds one for "
        "each environment of the pool.");
}

nb::tuple place_workers(std::uint32_t num_envs, std::uint32_t num_threads,
                        std::optional<std::int32_t> thread_affinity_offset, nb::handle numa,
                        const std::optional<nb::dict>& nodes) {
  Topology topology = nodes ? Topology{} : read_topology();
  if (nodes) {
    for (const auto& [id, cpus] : *nodes) {
      topology.push_back({nb::cast<int>(id), nb::cast<std::vector<int>>(cpus)});
    }
  }
  const Placement placement = place({.num_envs = num_envs,
                                     .num_threads = num_threads,
                                     .thread_affinity_offset = thread_affinity_offset.value_or(-1),
                                     .numa = parse_numa(numa)},
                                    topology);
  nb::list homes, workers;
  for (const Home& home : placement.homes) {
    homes.append(nb::make_tuple(home.node, home.first_env, home.last_env));
  }
  for (const Placement::Worker& worker : placement.workers) {
    workers.append(nb::make_tuple(worker.home, worker.cpus));
  }
  return nb::make_tuple(homes, workers);
}

// Python's share in workers.
class WorkersHolder {
 public:
  WorkersHolder(std::uint32_t num_threads, std::optional<std::int32_t> thread_affinity_offset,
                nb::handle numa)
      : workers_(SharedWorkers::make(
            num_threads, place({.num_threads = num_threads,
                                .thread_affinity_offset = thread_affinity_offset.value_or(-1),
                                .numa = parse_numa(numa)},
                               read_topology())
                             .worker_cpus())) {}
  ~WorkersHolder() { close(); }
  WorkersHolder(const WorkersHolder&) = delete;
  WorkersHolder& operator=(const WorkersHolder&) = delete;

  bool closed() const { return workers_ == nullptr; }
  std::size_t pools() const { return closed() ? 0 : workers_->clients(); }
  void close() {
    if (workers_ != nullptr) std::exchange(workers_, nullptr)->release();
  }
  nb::object capsule() const {
    if (closed()) throw Error(ErrorKind::kClosed, "the workers are closed: make new ones");
    if (workers_->forked()) {
      throw Error(ErrorKind::kForked,
                  "the workers belong to the process that made them, and do not exist in a forked "
                  "child: make new ones there");
    }
    // No destructor: who takes the capsule retains the workers before it lets go of the GIL.
    return checked(
        PyCapsule_New(const_cast<WorkersApi*>(&workers_->api()), kWorkersCapsule, nullptr));
  }

 private:
  SharedWorkers* workers_;
};

void bind_workers(nb::module_& m) {
  nb::class_<WorkersHolder>(m, "Workers", "Threads that several pools share.")
      .def(nb::init<std::uint32_t, std::optional<std::int32_t>, nb::handle>(),
           nb::arg("num_threads"), nb::arg("thread_affinity_offset").none(), nb::arg("numa"),
           nb::sig("def __init__(self, num_threads: int, thread_affinity_offset: int | None, "
                   "numa: str | list[int]) -> None"))
      .def_prop_ro("closed", &WorkersHolder::closed)
      .def_prop_ro("pools", &WorkersHolder::pools)
      .def("capsule", &WorkersHolder::capsule, nb::sig("def capsule(self) -> object"),
           "What `make_pool` of any module takes, at once.")
      .def("close", &WorkersHolder::close);
}

}  // namespace
}  // namespace pp

NB_MODULE(_core, m) {
  using namespace pp;
  begin_module();
  bind_engine_classes(m);
  bind_arguments(m);
  bind_workers(m);
  bind_normalization(m);
  bind_rollout(m);
  m.attr("ABI_VERSION") = kAbiVersion;
  m.attr("VERSION") = PARALLEL_POOL_VERSION;

  m.def(
      "sealed",
      [](const nb::bytes& payload) {
        std::string sealed(kSealBytes, '\0');
        sealed.append(payload.c_str(), payload.size());
        seal(sealed.data(), sealed.size());
        return nb::bytes(sealed.data(), sealed.size());
      },
      nb::arg("payload"), "A checksum of 8 bytes, and the payload.");
  m.def("writable_bytes", &writable_bytes, nb::arg("out"),
        nb::sig("def writable_bytes(out: object) -> memoryview"),
        "The bytes of a buffer without gaps. Raises TypeError if it is none, or is read-only.");
  m.def(
      "all_begin_with",
      [](const nb::list& values, const nb::bytes& prefix) {
        const std::string_view expected(prefix.c_str(), prefix.size());
        for (const nb::handle value : values) {
          if (!PyBytes_CheckExact(value.ptr()) && !PyMemoryView_Check(value.ptr())) return false;
          if (PyMemoryView_Check(value.ptr()) &&
              PyBuffer_IsContiguous(PyMemoryView_GET_BUFFER(value.ptr()), 'C') == 0) {
            return false;
          }
          if (!HeldBuffer(value).bytes().starts_with(expected)) return false;
        }
        return true;
      },
      nb::arg("values"), nb::arg("prefix"),
      nb::sig("def all_begin_with(values: object, prefix: bytes) -> bool"),
      "Whether all are bytes, or memoryviews without gaps, that begin with these.");
  m.def(
      "unsealed",
      [](const nb::bytes& state, std::size_t begin) {
        const std::string_view whole(state.c_str(), state.size());
        const std::string_view payload = unsealed(whole.substr(std::min(begin, whole.size())));
        return nb::bytes(payload.data(), payload.size());
      },
      nb::arg("state"), nb::arg("begin") = 0,
      "The payload that was sealed at `begin`. Raises StateError if it is damaged.");

  m.def("allowed_cpus", &allowed_cpus, "CPU numbers that the calling thread may use.");
  m.def(
      "available_parallelism",
      [](nb::handle numa) {
        return std::min(available_parallelism(), cpus_of(parse_numa(numa), read_topology()));
      },
      nb::arg("numa") = "auto",
      nb::sig("def available_parallelism(numa: str | list[int] = 'auto') -> int"),
      "CPUs' worth of time this process may use: affinity mask, cgroup quota and NUMA nodes.");
  m.def(
      "numa_nodes",
      [](const std::optional<std::vector<int>>& allowed, const std::string& root) {
        nb::dict nodes;
        for (const NumaNode& node : read_topology(allowed.value_or(allowed_cpus()), root)) {
          nodes[nb::int_(node.id)] = node.cpus;
        }
        return nodes;
      },
      nb::arg("allowed") = nb::none(), nb::arg("root") = "/sys/devices/system",
      nb::sig("def numa_nodes(allowed: list[int] | None = None, "
              "root: str = '/sys/devices/system') -> dict[int, list[int]]"),
      "The CPUs of each NUMA node that this process may use, one of each core first.");
  m.def("place", &place_workers, nb::arg("num_envs"), nb::arg("num_threads"),
        nb::arg("thread_affinity_offset") = nb::none(), nb::arg("numa") = "auto",
        nb::arg("nodes") = nb::none(),
        nb::sig("def place(num_envs: int, num_threads: int, "
                "thread_affinity_offset: int | None = None, numa: str | list[int] = 'auto', "
                "nodes: dict[int, list[int]] | None = None) "
                "-> tuple[list[tuple[int, int, int]], list[tuple[int, list[int]]]]"),
        "How a pool spreads over NUMA nodes, by default this machine's. Of each part: its node (-1 "
        "is the whole machine), its first environment and one after its last. Of each worker: its "
        "part, and the CPUs that it is bound to.");
  m.def(
      "checked_numa",
      [](nb::handle value) -> nb::object {
        const NumaChoice choice = parse_numa(value);
        if (choice.kind == NumaChoice::Kind::kNodes) return nb::cast(choice.nodes);
        return nb::borrow(value);
      },
      nb::arg("value"), nb::sig("def checked_numa(value: object) -> str | list[int]"),
      "'auto', 'off' or a list of nodes.");
  m.def("cgroup_quota", &cgroup_quota, nb::arg("cpu_max"),
        "The quota of a cgroup's cpu.max text in CPUs; 0 means none.");
  m.def("process_quota", &process_quota, nb::arg("membership") = "/proc/self/cgroup",
        nb::arg("root") = "/sys/fs/cgroup",
        "The smallest quota of the cgroups that a process is in, in CPUs; 0 means none.");
  m.def("parse_cpu_list", &parse_cpu_list, nb::arg("text"), "'0-3,8' as [0, 1, 2, 3, 8].");

  m.def(
      "seed_sequence",
      [](nb::handle entropy, std::size_t words) {
        std::vector<std::uint32_t> state(words);
        SeedSequence(parse_entropy(entropy)).generate_state(std::span<std::uint32_t>(state));
        return state;
      },
      nb::arg("entropy"), nb::arg("n_words"),
      nb::sig("def seed_sequence(entropy: int | list[int], n_words: int) -> list[int]"),
      "numpy.random.SeedSequence(entropy).generate_state(n_words).");
  bind_generator<Pcg64>(m, "Pcg64Generator", "numpy.random.Generator(PCG64(seed)).");
  bind_generator<Mt19937>(m, "Mt19937Generator", "numpy.random.Generator(MT19937(seed)).")
      .def(
          "seed_legacy",
          [](Generator<Mt19937>& g, nb::handle seed) { seed_legacy(g.bits(), seed); },
          nb::arg("seed"), nb::sig("def seed_legacy(self, seed: int | list[int]) -> None"),
          "Seeds as numpy.random.RandomState(seed).");

  m.def("sin", [](double x) { return std::sin(x); });
  m.def("cos", [](double x) { return std::cos(x); });
  m.def("sin_float", &math::numpy_sin);
  m.def("cos_float", &math::numpy_cos);
  m.def("sqrt", [](double x) { return std::sqrt(x); });
  m.def("square", [](double x) { return math::square(x); });
  m.def("square_float", [](float x) { return math::square(x); });
  m.def("power", [](double x, double y) { return math::power(x, y); });
  m.def("power_float", [](float x, float y) { return math::power(x, y); });
  m.def("remainder", &math::remainder);
  m.def("positive_remainder", &math::positive_remainder);
  m.def("clip", &math::clip<double>);
  m.def("clip_float", &math::clip<float>);
}

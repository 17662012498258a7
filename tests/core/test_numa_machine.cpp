// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// On a machine with several NUMA nodes: environments and the memory that they allocate lie on the
// node of their workers, and workers may use its CPUs only. Says what it found. Machines with one
// node have nothing to check; `tests/numa/run` emulates one with two.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "driver.h"

namespace pp::testing {
namespace {

constexpr std::size_t kBytes = 1 << 20;

// Shows where it is, and where memory is that it has allocated and written.
class Large {
 public:
  struct Config {
    static constexpr auto options() { return option_list(); }
  };
  struct Action {
    Row<std::int64_t> nothing;
  };
  struct Observation {
    Row<std::int64_t, 512> addresses;  // the first two; so long that a row has pages of its own
  };
  static Spec<Large> spec(const Config&) {
    return {.observation = box(&Observation::addresses, 0, 9e18),
            .action = discrete(&Action::nothing, 1)};
  }
  explicit Large(const Config&) : memory_(kBytes, 1) {}
  void reset(Rng&) {}
  Transition step(const Action&) {
    for (std::size_t i = 0; i < kBytes; i += 64) memory_[i] += 1;
    return {0.0, false};
  }
  void observe(Observation& observation) const {
    for (int i = 0; i < 512; ++i) observation.addresses[i] = 0;
    observation.addresses[0] = reinterpret_cast<std::int64_t>(fills_pages_ + 4096);
    observation.addresses[1] = reinterpret_cast<std::int64_t>(memory_.data() + kBytes / 2);
  }

 private:
  std::vector<char> memory_;
  char fills_pages_[8192] = {};  // so that one page is of this environment alone
};

// The node that a page lies on; negative: the system does not say.
int node_of(std::int64_t address) {
  void* page = reinterpret_cast<void*>(address & ~std::int64_t{4095});
  int node = -1;
  return syscall(SYS_move_pages, 0, 1, &page, nullptr, &node, 0) == 0 ? node : -1;
}

// How many worker threads may use which CPUs.
std::map<std::string, int> worker_cpus() {
  std::map<std::string, int> found;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream status(task.path() / "status");
    std::string name, cpus;
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Name:")) name = line.substr(6);
      if (line.starts_with("Cpus_allowed_list:")) cpus = line.substr(19);
    }
    if (name.starts_with("pool-worker")) ++found[cpus];
  }
  return found;
}

void memory_lies_at_home(std::uint32_t batch_size) {
  const PoolOptions options =
      resolve({.num_envs = 16,
               .batch_size = batch_size,
               .num_threads = static_cast<std::uint32_t>(allowed_cpus().size())});
  Driver<Large> pool({.pool = options, .rules = {}});
  pool.async_reset();
  std::uint32_t rows_at_home = 0;
  std::vector<std::uint32_t> ids;
  for (std::uint32_t seen = 0; seen < 16 * 50;) {
    const Result result = pool.receive();
    ids.clear();
    for (std::uint32_t row = 0; row < result.rows; ++row) {
      const std::uint32_t env = pool.env_id(result, row);
      ids.push_back(env);
      const auto* const addresses =
          pool.column<std::int64_t>(result, pool.layout().observation) + 512 * row;
      int home = -1;
      for (const Home& each : options.placement.homes) {
        if (each.first_env <= env && env < each.last_env) home = each.node;
      }
      check_equal(node_of(addresses[0]), home, "the environment");
      check_equal(node_of(addresses[1]), home, "what it has allocated");
      rows_at_home += node_of(reinterpret_cast<std::int64_t>(addresses)) == home;
      ++seen;
    }
    const std::vector<std::int64_t> actions(ids.size());
    pool.send(std::span<const std::uint32_t>(ids), actions.data());
  }
  // All but the page that the blocks of two nodes may share.
  if (batch_size == 16) check(rows_at_home >= 750, "rows lie on the nodes of their environments");
  std::printf("batches of %u: environments are at home; %u of 800 rows were, too\n", batch_size,
              rows_at_home);
  for (const auto& [cpus, count] : worker_cpus()) {
    std::printf("  %d workers may use the CPUs %s\n", count, cpus.c_str());
  }
  for (const Home& home : options.placement.homes) {
    std::printf("  node %d has %u workers and environments %u to %u\n", home.node, home.workers,
                home.first_env, home.last_env - 1);
  }
  while (pool.pool().in_flight() > 0) pool.receive();
}

}  // namespace
}  // namespace pp::testing

int main() {
  const pp::Topology topology = pp::read_topology();
  std::printf("%zu NUMA nodes\n", topology.size());
  if (topology.size() < 2) return 0;
  pp::testing::memory_lies_at_home(16);
  pp::testing::memory_lies_at_home(4);
}

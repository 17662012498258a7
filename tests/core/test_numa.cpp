// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A pool on a machine with several NUMA nodes: environments are made next to their workers, tasks
// go to the queues of their homes, and results are those of any other pool. Every CPU that there is
// stands for a node.
#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include "scripted_pool.h"

namespace pp::testing {
namespace {

// The only CPU that this thread may use; -1 if there are more.
int only_cpu() {
  const std::vector<int> cpus = allowed_cpus();
  return cpus.size() == 1 ? cpus[0] : -1;
}

// Observes the CPUs that it was made on and stepped on.
class Whereabouts {
 public:
  struct Config {
    std::int64_t fails = -1;
    static constexpr auto options() {
      return option_list(option("fails", &Config::fails, "The env id that cannot be made."));
    }
  };
  struct Action {
    Row<std::int64_t> nothing;
  };
  struct Observation {
    Row<std::int64_t, 2> cpus;
  };
  struct Shared {
    explicit Shared(const Config&) {}
  };
  static Spec<Whereabouts> spec(const Config&) {
    return {.observation = box(&Observation::cpus, -1, 1e6),
            .action = discrete(&Action::nothing, 1)};
  }
  Whereabouts(const Config& config, const Shared&, EnvId id) : made_(only_cpu()) {
    if (id.number == config.fails) throw std::runtime_error("not this one");
  }
  void reset(Rng&) {}
  Transition step(const Action&) {
    stepped_ = only_cpu();
    return {0.0, false};
  }
  void observe(Observation& observation) const {
    observation.cpus[0] = made_;
    observation.cpus[1] = stepped_;
  }

 private:
  int made_;
  int stepped_ = -1;
};

Topology a_node_for_each_cpu() {
  Topology topology;
  for (const int cpu : allowed_cpus()) topology.push_back({cpu, {cpu}});
  return topology;
}

NumaChoice all_nodes(const Topology& topology) {
  NumaChoice choice{NumaChoice::Kind::kNodes, {}};
  for (const NumaNode& node : topology) choice.nodes.push_back(node.id);
  return choice;
}

void environments_and_workers_are_at_home() {
  const Topology topology = a_node_for_each_cpu();
  const auto nodes = static_cast<std::uint32_t>(topology.size());
  Driver<Whereabouts> pool({.pool = {.num_envs = 5 * nodes,
                                     .batch_size = 1,
                                     .num_threads = nodes,
                                     .numa = all_nodes(topology)},
                            .rules = {},
                            .topology = topology});
  pool.async_reset();
  const std::int64_t action = 0;
  for (int i = 0; i < 200; ++i) {
    const Result result = pool.receive();
    const std::uint32_t env = pool.env_id(result, 0);
    const auto* cpus = pool.column<std::int64_t>(result, pool.layout().observation);
    check_equal(cpus[0], topology[env / 5].cpus[0], "where it was made");
    // Workers of other homes may step it, but no thread without a home.
    if (pool.kind(result, 0) == RowKind::kStep) check(cpus[1] >= 0, "a worker is not bound");
    pool.send(std::span(&env, 1), &action);
  }
  while (pool.pool().in_flight() > 0) pool.receive();
}

void one_that_cannot_be_made_fails_the_pool() {
  const Topology topology = a_node_for_each_cpu();
  const auto nodes = static_cast<std::uint32_t>(topology.size());
  const PoolOptions options{
      .num_envs = 2 * nodes, .num_threads = nodes, .numa = all_nodes(topology)};
  try {
    Driver<Whereabouts> pool(
        {.pool = options, .rules = {}, .config = {.fails = 2 * nodes - 1}, .topology = topology});
  } catch (const std::runtime_error& error) {
    check(std::string_view(error.what()) == "not this one");
    return;
  }
  check(false, "the constructor's exception was lost");
}

// Two homes that share the CPUs, or one.
ScriptedPool scripted(std::uint32_t envs, std::uint32_t batch, std::uint32_t threads, bool homes) {
  const std::vector<int> cpus = allowed_cpus();
  const Topology topology = {{0, cpus}, {1, cpus}};
  const NumaChoice numa = homes ? all_nodes(topology) : NumaChoice{NumaChoice::Kind::kOff, {}};
  return ScriptedPool(
      {.pool = {.num_envs = envs, .batch_size = batch, .num_threads = threads, .numa = numa},
       .rules = {.max_episode_steps = 7},
       .config = {.spin_us = 30, .spin_always = true},
       .topology = topology});
}

// The counters of each environment, after as many steps as `command` may be given.
void results_do_not_depend_on_homes(std::uint32_t envs, std::uint32_t batch,
                                    std::uint32_t threads) {
  std::vector<std::vector<std::int64_t>> seen[2];
  for (const bool homes : {false, true}) {
    ScriptedPool pool = scripted(envs, batch, threads, homes);
    auto& rows = seen[homes];
    rows.resize(envs);
    pool.seed(3);
    pool.async_reset();
    std::vector<int> steps(envs);
    std::uint32_t left = envs;
    while (left > 0) {
      const Result result = pool.receive();
      EnvIds again;
      for (std::uint32_t row = 0; row < result.rows; ++row) {
        const std::uint32_t env = pool.env_id(result, row);
        const std::int64_t* const values = counters(pool, result, row);
        rows[env].insert(rows[env].end(), values, values + 4);
        if (++steps[env] <= 40) again.push_back(env);
      }
      left -= result.rows - static_cast<std::uint32_t>(again.size());
      const Commands commands(again.size(), Scripted::kGoOn);
      if (!again.empty()) pool.send(std::span<const std::uint32_t>(again), commands.data());
    }
  }
  check(seen[0] == seen[1], "the same rows with homes and without");
}

// Tasks of a home whose workers are busy are taken by others.
void nobody_waits_for_a_busy_home() {
  std::vector<Home> homes = {{.last_env = 4}, {.first_env = 4, .last_env = 8}};
  TaskQueues queues(homes, false);
  std::array<Task, 8> tasks;
  for (std::uint32_t i = 0; i < 8; ++i) tasks[i] = {(i * 3) % 8, i, 0};
  queues.push(tasks);
  check_equal(queues.size(), std::size_t{8});
  const ChunkPolicy policy{.fixed = 3};
  std::array<Task, ChunkPolicy::kMaxTasks> taken;
  const auto pop = [&] {
    std::vector<std::uint32_t> envs;
    const std::size_t count = queues.pop(1, taken.data(), policy);
    for (std::size_t i = 0; i < count; ++i) envs.push_back(taken[i].env);
    return envs;
  };
  check(pop() == EnvIds{6, 4, 7}, "its own first, in the order in which they were sent");
  check(pop() == EnvIds{5});
  check(pop() == EnvIds{0, 3, 1}, "then those of the other home");
  check(pop() == EnvIds{2});
  check(pop().empty());
}

// A home whose workers are in long tasks is served by others, even if these always have own tasks.
void a_busy_home_is_served_now_and_then() {
  const std::vector<Home> homes = {{.last_env = 1}, {.first_env = 1, .last_env = 2}};
  TaskQueues queues(homes, false);
  const std::array<Task, 2> both = {Task{0, 0, 0}, Task{1, 1, 0}};
  queues.push(both);
  std::array<Task, ChunkPolicy::kMaxTasks> taken;
  int rounds = 0;
  while (true) {
    check_equal(queues.pop(0, taken.data(), {.fixed = 1}), std::size_t{1});
    if (taken[0].env == 1) break;
    queues.push(std::span(both).first(1));
    check(++rounds < 100, "nobody takes the other home's task");
  }
}

// Short tasks of async mode: a caller that always comes first to one home must not starve others.
void as_one_queue_tasks_keep_their_order() {
  const std::vector<Home> homes = {{.last_env = 2}, {.first_env = 2, .last_env = 4}};
  TaskQueues queues(homes, true);
  std::array<Task, ChunkPolicy::kMaxTasks> taken;
  queues.push(std::array<Task, 4>{Task{0, 0, 0}, Task{1, 1, 0}, Task{2, 2, 0}, Task{3, 3, 0}});
  for (std::uint32_t round = 0; round < 100; ++round) {
    check_equal(queues.pop(round % 2, taken.data(), {.fixed = 2}), std::size_t{2});
    check_equal(taken[0].env, round % 2 * 2);
    queues.push(std::span(taken).first(2));
  }
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  environments_and_workers_are_at_home();
  one_that_cannot_be_made_fails_the_pool();
  results_do_not_depend_on_homes(16, 16, 4);
  results_do_not_depend_on_homes(16, 4, 4);
  results_do_not_depend_on_homes(5, 1, 2);
  std::thread(nobody_waits_for_a_busy_home).join();  // which has taken no turns before
  a_busy_home_is_served_now_and_then();
  as_one_queue_tasks_keep_their_order();
}

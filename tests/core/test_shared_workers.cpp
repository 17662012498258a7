// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pools that share workers: every pool gets all its results while other pools are made and closed.
#include <parallel_pool/core/threads/shared_workers.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "scripted_pool.h"

namespace pp::testing {
namespace {

struct Release {
  void operator()(SharedWorkers* workers) const { workers->release(); }
};
using WorkersPointer = std::unique_ptr<SharedWorkers, Release>;

WorkersPointer make_workers(std::size_t count) {
  return WorkersPointer(SharedWorkers::make(count, {}));
}

DriverOptions<Scripted> options(std::uint32_t envs, std::uint32_t batch,
                                const SharedWorkers& workers) {
  return {.pool = {.num_envs = envs,
                   .batch_size = batch,
                   .num_threads = static_cast<std::uint32_t>(workers.count())},
          .rules = {.max_episode_steps = 9},
          .config = {.spin_us = 30},
          .workers = &workers.api()};
}

// Steps every environment of an async pool `rounds` times on average.
void go_round(ScriptedPool& pool, std::uint32_t batch, int rounds) {
  std::vector<std::uint64_t> counts(pool.num_envs());
  const Commands commands(batch, Scripted::kSpin);
  for (int round = 0; round < rounds; ++round) {
    const Result result = pool.receive();
    check_equal(result.rows, batch);
    const EnvIds ids = env_ids(pool, result);
    for (const std::uint32_t id : ids) ++counts[id];
    pool.send(ids, commands.data());
  }
  for (const std::uint64_t count : counts) check(count > 0, "no environment starves");
}

void many_pools_get_all_their_results() {
  const WorkersPointer workers = make_workers(2);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < 4; ++i) {
    threads.emplace_back([&workers] {
      for (int again = 0; again < 5; ++again) {  // they come and go
        ScriptedPool pool(options(12, 4, *workers));
        pool.async_reset();
        go_round(pool, 4, 60);
      }
    });
  }
  threads.emplace_back([&workers] {
    ScriptedPool pool(options(16, 16, *workers));
    pool.reset();
    const Commands commands(16, Scripted::kSpin);
    for (int round = 0; round < 100; ++round) check_equal(pool.step(commands.data()).rows, 16u);
  });
  for (std::thread& thread : threads) thread.join();
  check_equal(workers->clients(), 0u, "all have left");
}

void closing_a_pool_leaves_the_others_alone() {
  const WorkersPointer workers = make_workers(2);
  ScriptedPool other(options(8, 2, *workers));
  other.async_reset();
  {
    ScriptedPool pool(options(8, 2, *workers));
    pool.async_reset();
    go_round(pool, 2, 20);
    pool.pool().close();  // with tasks in flight
    pool.pool().close();
  }
  go_round(other, 2, 100);
  check_equal(workers->clients(), 1u);
}

void pools_keep_workers_that_nobody_else_keeps() {
  WorkersPointer workers = make_workers(1);
  ScriptedPool pool(options(8, 2, *workers));
  workers.reset();
  pool.async_reset();
  go_round(pool, 2, 50);
}

void there_are_places_for_so_many() {
  const WorkersPointer workers = make_workers(1);
  std::vector<std::unique_ptr<ScriptedPool>> pools;
  for (std::size_t i = 0; i < FairShare::kClients; ++i) {
    pools.push_back(std::make_unique<ScriptedPool>(options(2, 1, *workers)));
    pools.back()->async_reset();
  }
  ScriptedPool last(options(2, 1, *workers));
  check_refused(ErrorKind::kValue, "at most 64", [&] { last.async_reset(); });
  pools.pop_back();
  for (const auto& pool : pools) check_equal(pool->receive().rows, 1u);
}

// A client with one task, which waits for the other client's.
struct Meeting {
  std::atomic<int>* inside;
  std::atomic<bool> queued{false};
  std::atomic<bool> waited_in_vain{false};

  static bool run(void* self, std::size_t) {
    auto& it = *static_cast<Meeting*>(self);
    if (!it.queued.exchange(false)) return false;
    ++*it.inside;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (*it.inside < 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (std::chrono::steady_clock::now() > deadline) it.waited_in_vain = true;
      if (it.waited_in_vain) break;
    }
    return true;
  }
  static bool look(void* self, std::size_t) { return static_cast<Meeting*>(self)->queued; }
};

// Though each pool has work for one thread only.
void small_pools_keep_all_workers_busy() {
  const WorkersPointer workers = make_workers(2);
  const WorkersApi& api = workers->api();
  std::atomic<int> inside{0};
  Meeting meetings[2] = {{&inside}, {&inside}};
  WorkersClient clients[2];
  void* handles[2];
  for (int i = 0; i < 2; ++i) {
    clients[i] = {&meetings[i], Meeting::run, Meeting::look};
    handles[i] = api.join(api.self, &clients[i]);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // until they sleep
  for (Meeting& meeting : meetings) meeting.queued = true;
  api.wake(api.self, handles[0], 1, 1, true);  // the other call finds the first worker idle still
  while (inside < 2) std::this_thread::yield();
  for (void* handle : handles) api.leave(api.self, handle);
  check(!meetings[0].waited_in_vain, "the second task runs beside the first");
}

}  // namespace
}  // namespace pp::testing

int main() {
  pp::testing::many_pools_get_all_their_results();
  pp::testing::closing_a_pool_leaves_the_others_alone();
  pp::testing::pools_keep_workers_that_nobody_else_keeps();
  pp::testing::there_are_places_for_so_many();
  pp::testing::small_pools_keep_all_workers_busy();
}

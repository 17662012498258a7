// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How many atomic operations a batch takes. Those that change a value have its cache line for
// themselves, so they are what threads wait for: where one thread runs the batch, their number is
// exact and does not depend on the number of environments; where several do, each chunk adds a few.
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "driver.h"

namespace pp::testing {
namespace {

using Counts = std::map<std::pair<std::string, Operation>, std::uint64_t>;

struct Counter {
  std::mutex mutex;
  bool all_threads = false;  // or the main thread alone
  Counts counts;
};
const std::thread::id main_thread = std::this_thread::get_id();

Counter& counter() {
  static Counter& all = *new Counter;  // threads may count until the very end
  return all;
}

template <class Run>
Counts counts_of(bool all_threads, Run&& run) {
  const auto exchange = [&] {
    const std::lock_guard lock(counter().mutex);
    counter().all_threads = all_threads;
    return std::exchange(counter().counts, {});
  };
  exchange();
  run();
  return exchange();
}

// In one file, or in all.
std::uint64_t sum(const Counts& counts, Operation operation, std::string_view file = "") {
  std::uint64_t sum = 0;
  for (const auto& [key, number] : counts) {
    if (key.second == operation && (file.empty() || key.first == file)) sum += number;
  }
  return sum;
}

// Steps at once, or sleeps for longer than a calling thread may work: then workers step it.
template <bool kAtOnce>
class Plain {
 public:
  static constexpr bool kBoundedSteps = kAtOnce;
  struct Config {
    static constexpr auto options() { return option_list(); }
  };
  struct Action {
    Row<std::int64_t> nothing;
  };
  struct Observation {
    Row<std::int64_t> steps;
  };
  static Spec<Plain> spec(const Config&) {
    return {.observation = box(&Observation::steps, 0, 9e18),
            .action = discrete(&Action::nothing, 1)};
  }
  explicit Plain(const Config&) {}
  void reset(Rng&) { steps_ = 0; }
  Transition step(const Action&) {
    if (!kAtOnce) std::this_thread::sleep_for(std::chrono::microseconds(1200));
    ++steps_;
    return {0.0, false};
  }
  void observe(Observation& observation) const { observation.steps = steps_; }

 private:
  std::int64_t steps_ = 0;
};

// What `batches` batches take; in async mode a batch is a half of all. Where the calling thread runs
// the steps, it alone is counted.
template <class Env>
Counts batches_of(std::uint32_t envs, bool sync, std::uint32_t threads, int batches) {
  const std::uint32_t rows = sync ? envs : envs / 2;
  Driver<Env> pool({.pool = {.num_envs = envs,
                             .batch_size = rows,
                             .num_threads = threads,
                             .chunk_size = Env::kBoundedSteps ? rows : 1},
                    .rules = {}});
  const std::vector<std::int64_t> actions(envs);
  std::vector<std::uint32_t> ids(rows);
  const auto run = [&] {
    for (int batch = 0; batch < batches; ++batch) {
      if (sync) {
        pool.step(actions.data());
        continue;
      }
      const Result result = pool.receive();
      for (std::uint32_t row = 0; row < rows; ++row) ids[row] = pool.env_id(result, row);
      pool.send(std::span<const std::uint32_t>(ids), actions.data());
    }
  };
  if (sync) {
    pool.reset();
  } else {
    pool.async_reset();
  }
  // The costs of steps are known only after some. Workers that ran the resets may fall asleep later.
  for (int i = 0; i < (Env::kBoundedSteps ? 4 : 1); ++i) run();
  Counts counts = counts_of(!Env::kBoundedSteps, run);
  while (pool.pool().in_flight() > 0) pool.receive();
  return counts;
}

void print(const std::string& what, const Counts& counts, int batches) {
  std::printf("%s:", what.c_str());
  for (const Operation operation : {Operation::kChange, Operation::kStore, Operation::kLoad}) {
    const char* const names[] = {"loads", "stores", "changes"};
    std::printf(" %.1f %s", static_cast<double>(sum(counts, operation)) / batches,
                names[static_cast<int>(operation)]);
  }
  for (const auto& [key, number] : counts) {
    if (key.second == Operation::kChange) {
      std::printf(" %s %.1f", key.first.c_str(), static_cast<double>(number) / batches);
    }
  }
  std::puts("");
}

constexpr std::uint32_t kEnvs[] = {1, 16, 64};

void one_thread_runs_the_batch() {
  constexpr int kBatches = 160;
  for (const std::uint32_t envs : kEnvs) {
    for (const std::uint32_t threads : {1u, 2u}) {
      for (const bool sync : {true, false}) {
        if (!sync && envs == 1) continue;
        const Counts counts = batches_of<Plain<true>>(envs, sync, threads, kBatches);
        const std::string what = (sync ? "sync, " : "async, ") + std::to_string(envs) +
                                 " environments, threads " + std::to_string(threads);
        print(what, counts, kBatches);
        const auto changes = [&](const char* file, std::uint64_t expected) {
          check_equal(sum(counts, Operation::kChange, file), expected * kBatches,
                      what + ": changes in " + file);
        };
        // The guard of each call; a batch taken from the store and given back; rows numbered,
        // counted, and their failures taken; a chunk taken from the queue.
        changes("call_guard.h", sync ? 1 : 2);
        changes("batch.cpp", 4);
        changes("state_buffer_queue.h", sync ? 2 : 3);
        changes("action_buffer_queue.h", sync ? 0 : 1);
        changes("", sync ? 7 : 10);
        // A word of the queue is written and read for each task; the rest is the same for all.
        const std::uint64_t tasks = sync ? 0 : envs / 2;
        check(sum(counts, Operation::kStore) <= (tasks + 20) * kBatches, what + ": stores");
        check(sum(counts, Operation::kLoad) <= (tasks + 60) * kBatches, what + ": loads");
      }
    }
  }
}

void workers_run_the_batch() {
  constexpr int kBatches = 8;
  constexpr std::uint32_t kThreads = 2;
  for (const std::uint32_t envs : kEnvs) {
    for (const bool sync : {true, false}) {
      if (!sync && envs == 1) continue;
      const Counts counts = batches_of<Plain<false>>(envs, sync, kThreads, kBatches);
      const std::string what =
          (sync ? "shared, sync, " : "shared, async, ") + std::to_string(envs) + " environments";
      print(what, counts, kBatches);
      // Each task here is a chunk. It is taken, which fails if another worker was faster, and its
      // row is numbered in async mode and counted. No more than this is added for falling asleep
      // and waking: a worker a few times for each batch, and the caller.
      const std::uint64_t tasks = sync ? envs : envs / 2;
      const std::uint64_t most = (sync ? 3 : 4) * tasks + 40;
      check(sum(counts, Operation::kChange) <= most * kBatches, what + ": changes");
      check(sum(counts, Operation::kChange) >= 2 * tasks * kBatches, what + ": all are counted");
    }
  }
}

}  // namespace

void count(Operation operation, const std::source_location& where) {
  const std::string_view path = where.file_name();
  const std::string file(path.substr(path.rfind('/') + 1));
  const std::lock_guard lock(counter().mutex);
  if (!counter().all_threads && std::this_thread::get_id() != main_thread) return;
  ++counter().counts[{file, operation}];
}

}  // namespace pp::testing

int main() {
  pp::testing::one_thread_runs_the_batch();
  pp::testing::workers_run_the_batch();
}

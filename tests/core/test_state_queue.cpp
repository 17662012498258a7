// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The state buffer queue: rows land where they were assigned (sync) or in the order in which
// results exist (async); a batch is complete when all its rows are written, and not before.
#include <parallel_pool/core/queues/state_buffer_queue.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "check.h"

namespace pp::testing {
namespace {

using Clock = Parking::Clock;

// The engine's own columns alone: the test writes reward and env id.
BatchLayout plain_layout(std::uint32_t rows) { return BatchLayout({}, {}, rows, 1, false, false); }

struct Fixture {
  Fixture(std::uint32_t num_envs, std::uint32_t batch_rows)
      : layout(plain_layout(batch_rows)),
        store(std::make_shared<BatchStore>(layout, 4)),
        queue(num_envs, batch_rows, *store) {}

  // What a worker does with tasks whose results are worked out.
  void write(std::span<const Task> tasks, double reward) {
    const std::uint64_t number = queue.reserve(static_cast<std::uint32_t>(tasks.size()));
    for (std::size_t i = 0; i < tasks.size();) {
      const auto run = queue.locate(number + i, tasks.subspan(i));
      for (std::uint32_t k = 0; k < run.count; ++k) {
        run.batch->column<std::int32_t>(layout.env_id)[run.first + k] =
            static_cast<std::int32_t>(tasks[i + k].env);
        run.batch->column<double>(layout.reward)[run.first + k] = reward;
      }
      queue.publish(run);
      i += run.count;
    }
  }

  // The env ids of the next batch.
  std::vector<std::int32_t> take() {
    check(queue.ready());
    std::uint32_t rows = 0;
    std::uint32_t failures = 0;
    Batch* const batch = queue.take(rows, failures);
    const auto* ids = batch->column<std::int32_t>(layout.env_id);
    std::vector<std::int32_t> out(ids, ids + rows);
    batch->release();
    return out;
  }

  BatchLayout layout;
  std::shared_ptr<BatchStore> store;
  StateBufferQueue queue;
};

using Ids = std::vector<std::int32_t>;

void sync_rows_are_the_assigned_ones() {
  Fixture f(4, 4);
  check(f.queue.sync());
  for (int round = 0; round < 3; ++round) {
    f.queue.expect_rows(4);
    const std::vector<Task> late = {{0, 0, 0}, {1, 1, 0}};
    const std::vector<Task> early = {{2, 2, 0}, {3, 3, 0}};
    f.write(early, 1.0);
    check(!f.queue.ready(), "two rows are missing");
    f.write(late, 1.0);
    check(f.take() == Ids{0, 1, 2, 3});
    check_equal(f.queue.outstanding(), 0u);
  }
  // A subset whose rows have gaps in between: runs of consecutive rows.
  f.queue.expect_rows(3);
  f.write(std::vector<Task>{{7, 0, 0}, {5, 2, 0}}, 1.0);
  f.write(std::vector<Task>{{6, 1, 0}}, 1.0);
  check(f.take() == Ids{7, 6, 5});
}

void async_batches_fill_in_the_order_of_results() {
  Fixture f(5, 2);
  f.queue.expect_rows(5);
  f.write(std::vector<Task>{{4, 0, 0}}, 1.0);
  check(!f.queue.ready());
  f.write(std::vector<Task>{{0, 0, 0}, {3, 0, 0}, {1, 0, 0}, {2, 0, 0}}, 1.0);  // over the borders
  check(f.take() == Ids{4, 0});
  check(f.take() == Ids{3, 1});
  f.queue.expect_rows(3);
  check(!f.queue.ready(), "one of two is missing");
  f.write(std::vector<Task>{{0, 0, 0}, {3, 0, 0}, {4, 0, 0}}, 1.0);
  check(f.take() == Ids{2, 0});
  check(f.take() == Ids{3, 4});
}

void the_last_rows_come_as_a_partial_batch() {
  Fixture f(6, 4);
  for (int round = 0; round < 20; ++round) {  // the numbers go round the ring
    f.queue.expect_rows(6);
    f.write(std::vector<Task>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}, 1.0);
    check(f.take() == Ids{0, 1, 2, 3});
    check(!f.queue.ready(), "one of two is missing");
    f.write(std::vector<Task>{{5, 0, 0}}, 1.0);
    check(f.take() == Ids{4, 5});
  }
}

void failures_are_counted_per_batch() {
  Fixture f(4, 2);
  f.queue.expect_rows(4);
  const std::vector<Task> tasks = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  const std::uint64_t number = f.queue.reserve(4);
  for (std::uint32_t at = 0; at < 4; at += 2) {
    const auto run = f.queue.locate(number + at, std::span(tasks).subspan(at));
    if (at == 2) f.queue.count_failures(run, 1);
    f.queue.publish(run);
  }
  for (const std::uint32_t expected : {0u, 1u}) {
    std::uint32_t rows = 0;
    std::uint32_t failures = 9;
    f.queue.take(rows, failures)->release();
    check_equal(failures, expected);
  }
}

void a_wait_ends_at_its_deadline_or_when_woken() {
  Fixture f(2, 2);
  f.queue.expect_rows(2);
  check(!f.queue.wait_until(Clock::now() + std::chrono::milliseconds(5)));
  std::atomic<bool> woken{false};
  std::thread waker([&] {
    while (!woken.load(std::memory_order_relaxed)) f.queue.wake_caller();
  });
  check(!f.queue.wait_until(Clock::now() + std::chrono::hours(1)), "nothing is ready");
  woken.store(true, std::memory_order_relaxed);
  waker.join();
}

// Workers take tasks from one queue and write to the other, as in a pool, while the caller sends
// again what it receives. Each row must be the newest of its environment.
class Stress {
 public:
  Stress(std::uint32_t num_envs, std::uint32_t batch_rows, std::size_t threads)
      : fixture_(num_envs, batch_rows), tasks_(num_envs), rounds_(num_envs), threads_(threads) {}

  void run(std::uint32_t batches) {
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < threads_; ++i) workers.emplace_back([this, i] { work(i); });
    std::vector<std::uint32_t> envs(rounds_.size());
    for (std::uint32_t env = 0; env < envs.size(); ++env) envs[env] = env;
    send(envs);
    for (std::uint32_t i = 0; i < batches; ++i) {
      receive(envs);
      send(envs);
    }
    while (fixture_.queue.outstanding() > 0) receive(envs);
    stop_.store(true, std::memory_order_relaxed);
    for (std::thread& worker : workers) worker.join();
  }

 private:
  void send(const std::vector<std::uint32_t>& envs) {
    std::vector<Task> tasks;
    for (const std::uint32_t env : envs) {
      rounds_[env] += 1.0;
      tasks.push_back({env, static_cast<std::uint32_t>(tasks.size()), 0});
    }
    fixture_.queue.expect_rows(static_cast<std::uint32_t>(tasks.size()));
    tasks_.push(tasks);
  }

  void receive(std::vector<std::uint32_t>& envs) {
    while (!fixture_.queue.ready()) {
      fixture_.queue.wait_until(Clock::now() + std::chrono::minutes(2));
    }
    std::uint32_t rows = 0;
    std::uint32_t failures = 0;
    Batch* const batch = fixture_.queue.take(rows, failures);
    const auto* ids = batch->column<std::int32_t>(fixture_.layout.env_id);
    const auto* rewards = batch->column<double>(fixture_.layout.reward);
    envs.assign(ids, ids + rows);
    std::vector<bool> seen(rounds_.size());
    for (std::uint32_t row = 0; row < rows; ++row) {
      check(!seen[envs[row]], "one row an environment");
      seen[envs[row]] = true;
      check_equal(rewards[row], rounds_[envs[row]], "the round that was sent last");
    }
    batch->release();
  }

  void work(std::size_t worker) {
    Task tasks[ChunkPolicy::kMaxTasks];
    while (!stop_.load(std::memory_order_relaxed)) {
      const std::size_t count = tasks_.pop(tasks, {.fixed = worker + 2});
      // The caller writes a round before it sends it, and again only after the result.
      std::size_t done = 0;
      while (done < count) {
        std::size_t same = done + 1;
        const double round = rounds_[tasks[done].env];
        while (same < count && rounds_[tasks[same].env] == round) ++same;
        fixture_.write(std::span<const Task>(tasks + done, same - done), round);
        done = same;
      }
      if (count == 0) std::this_thread::yield();
    }
  }

  Fixture fixture_;
  ActionBufferQueue tasks_;
  std::vector<double> rounds_;
  const std::size_t threads_;
  std::atomic<bool> stop_{false};
};

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  sync_rows_are_the_assigned_ones();
  async_batches_fill_in_the_order_of_results();
  the_last_rows_come_as_a_partial_batch();
  failures_are_counted_per_batch();
  a_wait_ends_at_its_deadline_or_when_woken();
  Stress(64, 64, 3).run(3'000);
  Stress(64, 7, 3).run(20'000);
  Stress(10, 1, 2).run(20'000);
}

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The action buffer queue: first in, first out; chunks as the policy says; each task taken exactly
// once, however many take.
#include <parallel_pool/core/queues/action_buffer_queue.h>

#include <atomic>
#include <thread>
#include <vector>

#include "check.h"

namespace pp::testing {
namespace {

std::vector<Task> numbered(std::uint32_t first, std::uint32_t count) {
  std::vector<Task> tasks(count);
  for (std::uint32_t i = 0; i < count; ++i) tasks[i] = {first + i, 2 * (first + i), i % 3 == 0};
  return tasks;
}

void entries_come_out_as_they_went_in() {
  ActionBufferQueue queue(5);  // rounded up inside: indices wrap at 8
  Task out[ChunkPolicy::kMaxTasks];
  std::uint32_t next = 0;
  for (std::uint32_t round = 0; round < 100; ++round) {
    const std::vector<Task> tasks = numbered(next, round % 5 + 1);
    queue.push(tasks);
    check_equal(queue.size(), tasks.size());
    for (std::size_t taken = 0; taken < tasks.size();) {
      const std::size_t count = queue.pop(out, {.fixed = 2});
      for (std::size_t i = 0; i < count; ++i, ++taken) {
        check_equal(out[i].env, tasks[taken].env);
        check_equal(static_cast<std::uint32_t>(out[i].row),
                    static_cast<std::uint32_t>(tasks[taken].row));
        check_equal(static_cast<bool>(out[i].is_reset), static_cast<bool>(tasks[taken].is_reset));
      }
    }
    next += static_cast<std::uint32_t>(tasks.size());
    check_equal(queue.size(), 0u);
    check_equal(queue.pop(out, {}), 0u, "an empty queue");
  }
}

std::size_t first_chunk(const std::vector<Task>& tasks, const ChunkPolicy& policy) {
  ActionBufferQueue queue(tasks.size());
  queue.push(tasks);
  Task out[ChunkPolicy::kMaxTasks];
  return queue.pop(out, policy);
}

void chunks_follow_the_policy() {
  std::vector<Task> steps(1000);
  check_equal(first_chunk(steps, {.fixed = 7}), 7u);
  check_equal(first_chunk(steps, {.fixed = 5000}), ChunkPolicy::kMaxTasks);
  check_equal(first_chunk(steps, {.sharers = 8, .budget_ns = 1e9, .step_ns = 1}), 125u);
  check_equal(first_chunk(steps, {.budget_ns = 100, .step_ns = 10}), 10u);
  check_equal(first_chunk(steps, {.budget_ns = 1, .step_ns = 10}), 1u, "at least one");
  std::vector<Task> mixed(10);
  for (int i = 4; i < 10; ++i) mixed[static_cast<std::size_t>(i)].is_reset = 1;
  check_equal(first_chunk(mixed, {.budget_ns = 100, .step_ns = 10, .reset_ns = 30}), 6u);
  check_equal(first_chunk({Task{}, Task{}}, {.fixed = 7}), 2u, "no more than there are");
  const ChunkPolicy groups{.sharers = 4, .together = 8, .budget_ns = 100, .step_ns = 30};
  check_equal(first_chunk(steps, groups), 8u, "a group, whatever it costs");
  check_equal(first_chunk(std::vector<Task>(9), groups), 8u, "also of the last tasks");
  check_equal(first_chunk(std::vector<Task>(5), groups), 5u, "no more than there are");
  std::vector<Task> with_resets(1000);
  for (std::size_t i = 0; i < 3; ++i) with_resets[i].is_reset = 1;
  check_equal(first_chunk(with_resets, groups), 11u, "resets are no part of a group");
}

// The caller numbers its tasks; takers hand environments back through `idle`, as a result does.
class Stress {
 public:
  static constexpr std::uint32_t kEnvs = 100;
  static constexpr std::uint32_t kEntries = 200'000;
  static constexpr std::size_t kTakers = 4;

  void run() {
    for (auto& idle : idle_) idle.store(true, std::memory_order_relaxed);
    std::vector<std::thread> takers;
    for (std::size_t i = 0; i < kTakers; ++i) takers.emplace_back([this, i] { take(i); });
    put();
    for (std::thread& taker : takers) taker.join();
    std::vector<int> times(kEntries);
    for (const auto& numbers : taken_) {
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        ++times[numbers[i]];
        check(i == 0 || numbers[i - 1] < numbers[i], "a taker sees tasks in their order");
      }
    }
    for (const int count : times) check_equal(count, 1, "taken exactly once");
  }

 private:
  void put() {
    std::vector<Task> tasks;
    for (std::uint32_t number = 0; number < kEntries;) {
      tasks.clear();
      for (std::uint32_t env = 0; env < kEnvs && number < kEntries; ++env) {
        if (!idle_[env].exchange(false, std::memory_order_acquire)) continue;
        tasks.push_back({env, number++, 0});
      }
      if (tasks.empty()) std::this_thread::yield();
      queue_.push(tasks);
    }
    finished_.store(true, std::memory_order_release);
  }

  void take(std::size_t taker) {
    Task out[ChunkPolicy::kMaxTasks];
    const ChunkPolicy policy{.fixed = taker + 1};
    while (true) {
      const bool last = finished_.load(std::memory_order_acquire);
      const std::size_t count = queue_.pop(out, policy);
      for (std::size_t i = 0; i < count; ++i) {
        taken_[taker].push_back(out[i].row);
        check(!idle_[out[i].env].exchange(true, std::memory_order_release), "it was in flight");
      }
      if (count == 0 && last) return;
      if (count == 0) std::this_thread::yield();
    }
  }

  ActionBufferQueue queue_{kEnvs};
  std::atomic<bool> idle_[kEnvs];
  std::atomic<bool> finished_{false};
  std::vector<std::uint32_t> taken_[kTakers];
};

}  // namespace
}  // namespace pp::testing

int main() {
  pp::testing::entries_come_out_as_they_went_in();
  pp::testing::chunks_follow_the_policy();
  pp::testing::Stress().run();
}

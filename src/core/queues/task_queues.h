// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The tasks that wait for a worker, in one queue for each home of environments. A taker prefers its
// own home, where memory is near. It takes tasks of others when there is nothing to do there, and
// now and then in any case: a home whose workers are all in long tasks must not wait for their end.
#pragma once

#include <parallel_pool/core/queues/action_buffer_queue.h>
#include <parallel_pool/core/threads/placement.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace pp {

class TaskQueues {
 public:
  // `as_one`: all tasks are in one queue, first in, first out. So must be short tasks in async mode:
  // a caller or a few workers who never run out of them at one home would leave others waiting.
  TaskQueues(const std::vector<Home>& homes, bool as_one) {
    if (as_one) {
      queues_.emplace_back(std::max(homes.back().last_env, 1u));
      ends_.push_back(homes.back().last_env);
      return;
    }
    for (const Home& home : homes) {
      queues_.emplace_back(std::max(home.last_env - home.first_env, 1u));
      ends_.push_back(home.last_env);
    }
  }

  void push(std::span<const Task> tasks) {
    if (queues_.size() == 1) return queues_[0].push(tasks);
    while (!tasks.empty()) {
      const std::size_t home = home_of(tasks[0].env);
      const auto others =
          std::ranges::find_if(tasks, [&](const Task& task) { return home_of(task.env) != home; });
      const auto count = static_cast<std::size_t>(others - tasks.begin());
      queues_[home].push(tasks.first(count));
      tasks = tasks.subspan(count);
    }
  }

  // Takes a chunk into `out`, which has room for ChunkPolicy::kMaxTasks; 0 if all queues are empty.
  std::size_t pop(std::size_t home, Task* out, ChunkPolicy policy) {
    if (queues_.size() == 1) return queues_[0].pop(out, policy);
    static thread_local std::uint32_t turns = 0;
    if (++turns % kOthersFirst == 0) home += turns / kOthersFirst;
    policy.sharers = std::max<std::size_t>(policy.sharers / queues_.size(), 1);
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      const std::size_t count = queues_[(home + i) % queues_.size()].pop(out, policy);
      if (count > 0) return count;
    }
    return 0;
  }

  // As ActionBufferQueue::size.
  std::size_t size() const {
    std::size_t sum = 0;
    for (const ActionBufferQueue& queue : queues_) sum += queue.size();
    return sum;
  }

 private:
  static constexpr std::uint32_t kOthersFirst = 16;

  std::size_t home_of(std::uint32_t env) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, env) - ends_.begin());
  }

  std::deque<ActionBufferQueue> queues_;
  std::vector<std::uint32_t> ends_;  // of each home: one after its last environment
};

}  // namespace pp

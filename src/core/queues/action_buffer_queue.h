// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The tasks that wait for a worker: a bounded FIFO of which environment steps or resets next. The
// calling thread fills it; workers empty it in chunks, and so does the calling thread while it
// would only wait. The actions themselves stay in the pool's ActionStore.
//
// Protocol
//   Caller: 1. write the tasks behind the tail; 2. publish them by moving the tail.
//   Taker:  1. read head, then tail; 2. copy the tasks of a chunk; 3. move the head over them. If
//           another taker was faster (3) fails, and the copy is thrown away: go to 1.
//
//   A task cannot be overwritten while it still counts: each environment has at most one task
//   between its send and its result, so at most `capacity` tasks lie behind the head, and a slot
//   is written again only after the head has passed it. A taker that lost the race may copy slots
//   that are being rewritten; it discards what it copied, and the slots are atomics, so this is no
//   data race.
//
//   slots_  written by the caller, read by takers; relaxed, ordered by tail_.
//   tail_   written by the caller (release), read by takers (acquire): tasks, the actions they
//           refer to and everything else the caller prepared are visible to the taker.
//   head_   moved by takers (acquire-release), so that the takers' claims are ordered; read by
//           anyone for an estimate of what is queued.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace pp {

// One environment's next step or reset.
struct Task {
  std::uint32_t env = 0;
  std::uint32_t row : 31 = 0;      // its row in the batch, where rows are assigned when sent
  std::uint32_t is_reset : 1 = 0;  // this task resets: asked for, or a pending autoreset
};

// How many tasks one taker takes at a time.
struct ChunkPolicy {
  static constexpr std::size_t kMaxTasks = 256;

  std::size_t fixed = 0;     // > 0: exactly this many, if there are
  std::size_t sharers = 1;   // leave work for this many takers
  std::size_t together = 1;  // steps that cost less together: no chunk breaks such a group up
  std::size_t most = kMaxTasks;
  double budget_ns = 0;  // stop once the estimated cost reaches this
  double step_ns = 0;
  double reset_ns = 0;

  double cost_ns(std::int32_t steps, std::int32_t resets) const {
    return steps * step_ns + resets * reset_ns;
  }
};

class ActionBufferQueue {
 public:
  explicit ActionBufferQueue(std::size_t capacity)
      : mask_(std::bit_ceil(capacity) - 1),
        slots_(std::make_unique<std::atomic<std::uint64_t>[]>(mask_ + 1)) {}

  void push(std::span<const Task> tasks) {
    std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    for (const Task& task : tasks) {
      slots_[tail++ & mask_].store(std::bit_cast<std::uint64_t>(task), std::memory_order_relaxed);
    }
    tail_.store(tail, std::memory_order_release);
  }

  // Takes a chunk into `out`, which has room for ChunkPolicy::kMaxTasks; 0 if the queue is empty.
  std::size_t pop(Task* out, const ChunkPolicy& policy) {
    std::uint64_t head = head_.load(std::memory_order_acquire);
    while (true) {
      const std::uint64_t tail = tail_.load(std::memory_order_acquire);
      if (head >= tail) return 0;
      const std::size_t count =
          copy_chunk(out, head, static_cast<std::size_t>(tail - head), policy);
      if (head_.compare_exchange_weak(head, head + count, std::memory_order_acq_rel,
                                      std::memory_order_acquire)) {
        return count;
      }
    }
  }

  // Tasks not yet taken; exact for the caller when no taker is active, an estimate otherwise.
  std::size_t size() const {
    const std::uint64_t head = head_.load(std::memory_order_acquire);
    const std::uint64_t tail = tail_.load(std::memory_order_acquire);
    return tail > head ? static_cast<std::size_t>(tail - head) : 0;
  }

 private:
  std::size_t copy_chunk(Task* out, std::uint64_t head, std::size_t available,
                         const ChunkPolicy& policy) const {
    std::size_t limit = policy.fixed;
    if (limit == 0) {
      const std::size_t groups = available / (policy.sharers * policy.together);
      limit = std::max<std::size_t>(groups, 1) * policy.together;
    }
    limit = std::min({limit, available, policy.most, ChunkPolicy::kMaxTasks});
    // In local variables, so that the loop reads nothing but the slots.
    const std::atomic<std::uint64_t>* const slots = slots_.get();
    const std::uint64_t mask = mask_;
    const std::size_t together = policy.together;
    const bool has_budget = policy.fixed == 0;
    std::size_t count = 0;
    std::int32_t steps = 0, resets = 0;
    std::size_t in_group = 0;  // steps of the last group, until it is complete
    while (count < limit) {
      const auto word = slots[(head + count) & mask].load(std::memory_order_relaxed);
      const Task task = std::bit_cast<Task>(word);
      const bool may_end = in_group == 0 && has_budget && count > 0;
      (task.is_reset ? resets : steps) += 1;
      if (may_end && policy.cost_ns(steps, resets) > policy.budget_ns) break;
      if (!task.is_reset && ++in_group == together) in_group = 0;
      out[count++] = task;
    }
    return count;
  }

  std::uint64_t mask_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> slots_;
  alignas(64) std::atomic<std::uint64_t> tail_{0};
  alignas(64) std::atomic<std::uint64_t> head_{0};
};

}  // namespace pp

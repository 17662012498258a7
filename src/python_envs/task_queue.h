// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The tasks of one worker process: a bounded FIFO in shared memory with one writer and one reader.
//
// Protocol
//   Pool:   1. write tasks behind the tail; 2. publish them by moving the tail; 3. wake the worker.
//   Worker: 4. read the tail; 5. copy a task; 6. move the head over it.
//
//   An environment has at most one task between its send and its result, and the worker itself one:
//   so the queue never overflows, and a slot is written again only after the head has passed it.
//
//   tail  written by the pool (release), read by the worker (acquire): tasks, actions and messages
//         that the pool prepared are visible to the worker.
//   head  written by the worker, read by the pool to see whether the worker gets on; relaxed.
//   done  the same; it follows the head when results are published.
#pragma once

#include <parallel_pool/core/batches/segment.h>

#include <atomic>
#include <bit>
#include <cstdint>

#include "shared_plan.h"

namespace pp {

struct WorkerTask {
  std::uint32_t env = 0;
  std::uint32_t row : 28 = 0;      // its row in the batch; sync mode
  std::uint32_t is_reset : 1 = 0;  // asked for by the user
  std::uint32_t observes : 1 = 0;  // only shows the last observation again
  std::uint32_t message : 1 = 0;   // its EnvBox has bytes for it
  std::uint32_t control : 1 = 0;   // no environment's: the worker shall read its socket
};

class TaskQueue {
 public:
  TaskQueue(const Segment& segment, const SharedPlan& plan, std::uint32_t worker)
      : box_(segment.at<WorkerBox>(plan.workers) + worker),
        slots_(segment.at<std::atomic<std::uint64_t>>(plan.queue_of(worker))),
        mask_(plan.queue_size - 1) {}

  WorkerBox& box() const { return *box_; }

  // The pool's side. `write` only prepares.
  void write(WorkerTask task) {
    slots_[written_++ & mask_].store(std::bit_cast<std::uint64_t>(task), std::memory_order_relaxed);
  }
  bool publish() {
    if (box_->tail.load(std::memory_order_relaxed) == written_) return false;
    box_->tail.store(written_, std::memory_order_release);
    box_->parking.wake();
    return true;
  }
  // How far the worker is. It stands still where it is stuck, and where it has nothing to do.
  struct Progress {
    std::uint64_t head = 0, done = 0;
    std::int64_t busy_since = 0;
    bool operator==(const Progress&) const = default;
  };
  Progress progress() const {
    return {box_->head.load(std::memory_order_relaxed), box_->done.load(std::memory_order_relaxed),
            box_->busy_since.load(std::memory_order_relaxed)};
  }
  bool all_done() const { return box_->done.load(std::memory_order_relaxed) == written_; }
  // For a worker that starts anew: forgets the tasks of its predecessor.
  void restart() {
    box_->head.store(written_, std::memory_order_relaxed);
    box_->tail.store(written_, std::memory_order_relaxed);
    box_->done.store(written_, std::memory_order_relaxed);
  }

  // The worker's side.
  bool empty() const {
    return box_->head.load(std::memory_order_relaxed) == box_->tail.load(std::memory_order_acquire);
  }
  WorkerTask pop() {
    const std::uint64_t head = box_->head.load(std::memory_order_relaxed);
    const auto task =
        std::bit_cast<WorkerTask>(slots_[head & mask_].load(std::memory_order_relaxed));
    box_->head.store(head + 1, std::memory_order_relaxed);
    return task;
  }
  // The results of all tasks that were popped are published.
  void note_done() {
    box_->done.store(box_->head.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }

 private:
  WorkerBox* box_;
  std::atomic<std::uint64_t>* slots_;
  std::uint64_t mask_;
  std::uint64_t written_ = 0;
};

}  // namespace pp

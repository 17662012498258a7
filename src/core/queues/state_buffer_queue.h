// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The results of tasks on their way to the caller: workers write rows in place into the batch that
// Python will see, and the caller receives batches in order. ("State" is the name this queue has in
// the literature. The saved state of an environment is another thing: see state_io.h.)
//
// Rows. In sync mode the row of each result is assigned when it is sent. In async mode rows are
// numbered as results appear: the first `batch_rows` results fill batch 0, the next batch 1, and so
// on. Batch b waits in ring slot b % ring size; at most `num_envs` rows are ever outstanding, so a
// ring of num_envs / batch_rows + 2 slots never wraps onto a batch that is still in use.
//
// Protocol
//   Caller: 1. acquire_batches(n), expect_rows(n): have a batch in every slot that n more rows may
//              reach, before their tasks are pushed.
//   Worker: 2. reserve(n): number the next results; 3. locate() them and write the rows;
//           4. publish(): count them.
//   Caller: 5. wait until needed() rows of the current batch are published; 6. take() the batch.
//
//   Slot::batch   written by the caller in (1) and (6), read by workers in (3). A worker may reach
//                 a slot whose batch came after its own task was pushed: then some earlier number
//                 went to a result whose task was pushed with or after that batch (there are not
//                 enough older ones), and reserved_ carries the order on from that worker to this.
//   reserved_     fetch-added by workers in (2), acquire-release for the reason just given. Set by
//                 the caller in (6) after a partial batch, when nothing is outstanding.
//   written       fetch-added by workers in (4) and, adding zero, by the caller in (5);
//                 acquire-release, so that a caller that sees the count sees the rows.
//   rows_awaited  written by the caller in (5) before its own read-modify-write of `written`, read
//                 by workers after theirs: the two are ordered by `written`, so either the worker
//                 sees rows_awaited and wakes the caller, or the caller sees the rows. Relaxed.
//   failures      counted by workers before (4), read by the caller after (5); relaxed, ordered by
//                 `written`.
//   A worker touches its slot once more after (4), to read `rows_awaited`. The slot may by then
//   belong to a later batch; all that can follow is a wake-up too many.
#pragma once

#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/queues/action_buffer_queue.h>
#include <parallel_pool/core/threads/parking.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace pp {

class StateBufferQueue {
 public:
  // The rows first, ..., first + count - 1 of one batch: where consecutive results go.
  struct RowRange {
    Batch* batch;
    std::uint32_t slot;
    std::uint32_t first;
    std::uint32_t count;
  };

  StateBufferQueue(std::uint32_t num_envs, std::uint32_t batch_rows, BatchSource& source)
      : source_(source),
        sync_(batch_rows == num_envs),
        batch_rows_(batch_rows),
        ring_size_(sync_ ? 1 : num_envs / batch_rows + 2),
        ring_(std::make_unique<Slot[]>(ring_size_)) {}

  ~StateBufferQueue() { give_back_batches(); }
  StateBufferQueue(const StateBufferQueue&) = delete;
  StateBufferQueue& operator=(const StateBufferQueue&) = delete;

  bool sync() const { return sync_; }
  std::uint32_t batch_rows() const { return batch_rows_; }

  // --- The calling thread ---------------------------------------------------------------------

  // Gets batches for `count` more rows.
  void acquire_batches(std::uint32_t count) {
    const std::uint64_t end = first_row_ + outstanding_ + count;
    for (std::uint64_t batch = first_row_ / batch_rows_; batch * batch_rows_ < end; ++batch) {
      Slot& slot = ring_[batch % ring_size_];
      if (slot.batch == nullptr) slot.batch = source_.acquire();
    }
  }

  // Announces `count` more rows.
  void expect_rows(std::uint32_t count) {
    acquire_batches(count);
    outstanding_ += count;
  }

  // Rows sent and not yet taken.
  std::uint32_t outstanding() const { return outstanding_; }

  // Rows that the next take yields: a full batch, or all that is outstanding.
  std::uint32_t needed() const { return std::min(outstanding_, batch_rows_); }

  bool ready() const { return missing() == 0; }

  // Rows of the next take that are not written yet.
  std::uint32_t missing() const {
    const std::uint32_t written = current().written.load(std::memory_order_acquire);
    return needed() - std::min(written, needed());
  }

  // Sleeps until ready, woken or the deadline. Returns ready().
  bool wait_until(Parking::Clock::time_point deadline) {
    current().rows_awaited.store(needed(), std::memory_order_relaxed);
    const std::uint32_t ticket = parking_.announce();
    if (current().written.fetch_add(0, std::memory_order_acq_rel) >= needed()) {
      parking_.retract();
      return true;
    }
    parking_.park_until(ticket, deadline);
    return ready();
  }

  // The current batch with its needed() rows, which the caller owns from now on. Call when ready.
  Batch* take(std::uint32_t& rows, std::uint32_t& failures) {
    Slot& slot = current();
    rows = needed();
    failures = slot.failures.exchange(0, std::memory_order_relaxed);
    slot.rows_awaited.store(kNobodyWaits, std::memory_order_relaxed);
    slot.written.store(0, std::memory_order_relaxed);
    outstanding_ -= rows;
    Batch* const batch = slot.batch;
    slot.batch = nullptr;
    if (!sync_) {
      first_row_ += batch_rows_;
      if (rows < batch_rows_) reserved_.store(first_row_, std::memory_order_relaxed);
    }
    return batch;
  }

  // For shutdown, when no worker writes any more.
  void give_back_batches() noexcept {
    for (std::uint32_t i = 0; i < ring_size_; ++i) {
      Batch* const batch = std::exchange(ring_[i].batch, nullptr);
      if (batch != nullptr) source_.give_back(batch);
    }
  }

  // The current batch while it fills; sync mode only.
  Batch* filling_batch() { return current().batch; }

  // --- Other threads --------------------------------------------------------------------------

  // Ends the caller's sleep early; the caller decides what to do then.
  void wake_caller() { parking_.wake(); }

  // Numbers for `count` results. Sync rows are assigned already.
  std::uint64_t reserve(std::uint32_t count) {
    return sync_ ? 0 : reserved_.fetch_add(count, std::memory_order_acq_rel);
  }

  // Where result `number` and those after it go: as many of the tasks' as have consecutive rows.
  // Rows that were assigned ascend.
  RowRange locate(std::uint64_t number, std::span<const Task> tasks) const {
    const auto count = static_cast<std::uint32_t>(tasks.size());
    if (sync_) {
      std::uint32_t length = count;
      if (tasks.back().row != tasks[0].row + count - 1) {
        length = 1;
        while (tasks[length].row == tasks[0].row + length) ++length;
      }
      return {ring_[0].batch, 0, tasks[0].row, length};
    }
    const std::uint64_t batch = number / batch_rows_;
    const auto slot = static_cast<std::uint32_t>(batch % ring_size_);
    const auto first = static_cast<std::uint32_t>(number - batch * batch_rows_);
    return {ring_[slot].batch, slot, first, std::min(count, batch_rows_ - first)};
  }

  // The rows `first`, ..., `last - 1` of the one batch of sync mode.
  RowRange sync_rows(std::uint32_t first, std::uint32_t last) const {
    return {ring_[0].batch, 0, first, last - first};
  }

  // Counts `rows` as written; wakes the caller if it waits for them.
  void publish(const RowRange& rows) {
    Slot& slot = ring_[rows.slot];
    const std::uint32_t written =
        slot.written.fetch_add(rows.count, std::memory_order_acq_rel) + rows.count;
    if (written >= slot.rows_awaited.load(std::memory_order_relaxed)) parking_.wake();
  }

  void count_failures(const RowRange& rows, std::uint32_t count) {
    ring_[rows.slot].failures.fetch_add(count, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t kNobodyWaits = std::numeric_limits<std::uint32_t>::max();

  struct alignas(64) Slot {
    Batch* batch = nullptr;
    std::atomic<std::uint32_t> written{0};
    std::atomic<std::uint32_t> rows_awaited{kNobodyWaits};
    std::atomic<std::uint32_t> failures{0};
  };

  Slot& current() const { return ring_[first_row_ / batch_rows_ % ring_size_]; }

  BatchSource& source_;
  const bool sync_;
  const std::uint32_t batch_rows_;
  const std::uint32_t ring_size_;
  std::unique_ptr<Slot[]> ring_;
  std::uint64_t first_row_ = 0;  // the number of the current batch's first row
  std::uint32_t outstanding_ = 0;
  Parking parking_;
  alignas(64) std::atomic<std::uint64_t> reserved_{0};
};

}  // namespace pp

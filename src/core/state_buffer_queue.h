// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Where results go: rows are written in place into the batch that Python will see, and the caller
// receives batches in order.
//
// Rows. In sync mode the row of each result is assigned when it is sent. In async mode rows are
// numbered as results exist: the first `batch_rows` results fill batch 0, the next batch 1, and so
// on. Batch b waits in ring slot b % ring size; at most `num_envs` rows are ever outstanding, so a
// ring of num_envs / batch_rows + 2 slots never wraps onto a batch that is still in use.
//
// Protocol
//   Caller: 1. arm(n), expect(n): have a batch in every slot that n more rows may reach, before
//   their
//              entries are pushed.
//   Worker: 2. reserve(n): number the next results; 3. locate() them and write the rows;
//           4. publish(): count them.
//   Caller: 5. wait until needed() rows of the current batch are published; 6. take() the batch.
//
//   Slot::batch  written by the caller in (1) and (6), read by workers in (3). A worker may reach a
//             slot that was armed after its own entry was pushed: then some earlier number went to
//             a result whose entry was pushed with or after that arming (there are not enough older
//             ones), and reserved_ carries the order on from that worker to this one.
//   reserved_ fetch-added by workers in (2), acquire-release for the reason just given. Set by the
//             caller in (6) after a partial batch, when nothing is outstanding.
//   written   fetch-added by workers in (4) and, adding zero, by the caller in (5);
//   acquire-release,
//             so that a caller that sees the count sees the rows.
//   target    written by the caller in (5) before its own read-modify-write of `written`, read by
//             workers after theirs: the two are ordered by `written`, so either the worker sees the
//             target and wakes the caller, or the caller sees the rows. Relaxed.
//   failures  counted by workers before (4), read by the caller after (5); relaxed, ordered by
//             `written`.
//   A worker touches its slot once more after (4), to read `target`. The slot may by then belong to
//   a later batch; all that can follow is a wake-up too many.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "action_buffer_queue.h"
#include "batch.h"
#include "parking.h"

namespace pp {

class StateBufferQueue {
 public:
  // A run of results that go to the rows first, ..., first + count - 1 of one batch.
  struct Run {
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
  void arm(std::uint32_t count) {
    const std::uint64_t end = base_ + outstanding_ + count;
    for (std::uint64_t batch = base_ / batch_rows_; batch * batch_rows_ < end; ++batch) {
      Slot& slot = ring_[batch % ring_size_];
      if (slot.batch == nullptr) slot.batch = source_.acquire();
    }
  }

  // Announces `count` more rows.
  void expect(std::uint32_t count) {
    arm(count);
    outstanding_ += count;
  }

  // Rows sent and not yet taken.
  std::uint32_t outstanding() const { return outstanding_; }

  // Rows that the next take yields: a full batch, or all that is outstanding.
  std::uint32_t needed() const { return std::min(outstanding_, batch_rows_); }

  bool ready() const { return current().written.load(std::memory_order_acquire) >= needed(); }

  // Sleeps until ready, woken or the deadline. Returns ready().
  bool wait_until(Parking::Clock::time_point deadline) {
    current().target.store(needed(), std::memory_order_relaxed);
    const std::uint32_t ticket = parking_.announce();
    if (current().written.fetch_add(0, std::memory_order_acq_rel) >= needed()) {
      parking_.retract();
      return true;
    }
    parking_.park_until(ticket, deadline);
    return ready();
  }

  // The current batch and its needed() rows; it is the caller's from now on. Call when ready.
  Batch* take(std::uint32_t& rows, std::uint32_t& failures) {
    Slot& slot = current();
    rows = needed();
    failures = slot.failures.exchange(0, std::memory_order_relaxed);
    slot.target.store(kNoTarget, std::memory_order_relaxed);
    slot.written.store(0, std::memory_order_relaxed);
    outstanding_ -= rows;
    Batch* const batch = slot.batch;
    slot.batch = nullptr;
    if (!sync_) {
      base_ += batch_rows_;
      if (rows < batch_rows_) reserved_.store(base_, std::memory_order_relaxed);
    }
    return batch;
  }

  // For the end, when no worker writes any more.
  void give_back_batches() noexcept {
    for (std::uint32_t i = 0; i < ring_size_; ++i) {
      Batch* const batch = std::exchange(ring_[i].batch, nullptr);
      if (batch != nullptr) source_.give_back(batch);
    }
  }

  // The current batch while it fills; sync mode only.
  Batch* filling() { return current().batch; }

  // --- Other threads --------------------------------------------------------------------------

  // Ends the caller's sleep early; what to do then is the caller's affair.
  void wake_caller() { parking_.wake(); }

  // Numbers for `count` results. Sync rows are assigned already.
  std::uint64_t reserve(std::uint32_t count) {
    return sync_ ? 0 : reserved_.fetch_add(count, std::memory_order_acq_rel);
  }

  // Where result `number` and those after it go: as many of the entries' as have consecutive rows.
  // Rows that were assigned ascend.
  Run locate(std::uint64_t number, std::span<const Entry> entries) const {
    const auto count = static_cast<std::uint32_t>(entries.size());
    if (sync_) {
      std::uint32_t length = count;
      if (entries.back().row != entries[0].row + count - 1) {
        length = 1;
        while (entries[length].row == entries[0].row + length) ++length;
      }
      return {ring_[0].batch, 0, entries[0].row, length};
    }
    const std::uint64_t batch = number / batch_rows_;
    const auto slot = static_cast<std::uint32_t>(batch % ring_size_);
    const auto first = static_cast<std::uint32_t>(number - batch * batch_rows_);
    return {ring_[slot].batch, slot, first, std::min(count, batch_rows_ - first)};
  }

  // All rows of the one batch of sync mode.
  Run all_rows() const { return {ring_[0].batch, 0, 0, batch_rows_}; }

  // Counts the rows of `run` as written; wakes the caller if it waits for them.
  void publish(const Run& run) {
    Slot& slot = ring_[run.slot];
    const std::uint32_t written =
        slot.written.fetch_add(run.count, std::memory_order_acq_rel) + run.count;
    if (written >= slot.target.load(std::memory_order_relaxed)) parking_.wake();
  }

  void count_failures(const Run& run, std::uint32_t count) {
    ring_[run.slot].failures.fetch_add(count, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t kNoTarget = std::numeric_limits<std::uint32_t>::max();

  struct alignas(64) Slot {
    Batch* batch = nullptr;
    std::atomic<std::uint32_t> written{0};
    std::atomic<std::uint32_t> target{kNoTarget};
    std::atomic<std::uint32_t> failures{0};
  };

  Slot& current() const { return ring_[base_ / batch_rows_ % ring_size_]; }

  BatchSource& source_;
  const bool sync_;
  const std::uint32_t batch_rows_;
  const std::uint32_t ring_size_;
  std::unique_ptr<Slot[]> ring_;
  std::uint64_t base_ = 0;  // the number of the current batch's first row
  std::uint32_t outstanding_ = 0;
  Parking parking_;
  alignas(64) std::atomic<std::uint64_t> reserved_{0};
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Where results of worker processes go: the twin of core/queues/state_buffer_queue.h in shared
// memory. Rows are written in place into the batch that Python will see. What is added is that a
// process may die at any instruction, and the rows that it owed are then filled in by the pool.
//
// Rows, protocol and orders are those of state_buffer_queue.h, but for this:
//
//   Claims. `reserved` holds the latest claim: its first row number, its owner and its length. To
//   claim, a process copies the latest claim into its owner's box if that has not happened yet, and
//   then exchanges it for its own. So each process's latest claim is known, in its box or in
//   `reserved`, even if it died between any two instructions. A box only grows, since helpers may
//   be late.
//   Rows. The pool marks all rows of a batch as pending in the column `kind`; a worker writes the
//   cell last (release). `written` only says when looking is worth while: after a death the pool
//   counts cells instead, for the dead worker may have written rows and not counted them.
//   Counts. The upper half of `written` is the number of the batch in this slot, the lower half the
//   rows of that batch which were counted. The pool may take a batch whose cells are written before
//   a worker counts its rows; it then counts in vain, since the number has changed.
#pragma once

#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/batches/batch_layout.h>
#include <parallel_pool/core/batches/segment.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "shared_plan.h"

namespace pp {

inline constexpr std::uint8_t kPending = 0xff;

// Consecutive row numbers that one process has taken.
struct RowClaim {
  static constexpr std::uint32_t kMost = 63;

  std::uint64_t number = 0;  // 44 bits
  std::uint32_t owner = 0;   // 14 bits: the process + 1, or 0
  std::uint32_t count = 0;   // 6 bits

  static RowClaim unpack(std::uint64_t word) {
    return {word >> 20, static_cast<std::uint32_t>(word >> 6 & 0x3fff),
            static_cast<std::uint32_t>(word & 0x3f)};
  }
  std::uint64_t pack() const {
    return number << 20 | std::uint64_t{owner} << 6 | std::uint64_t{count};
  }
};

// What every process sees of the results.
class SharedRows {
 public:
  struct Place {
    std::uint32_t slot;
    std::uint32_t row;
  };

  SharedRows(const Segment& segment, const SharedPlan& plan)
      : segment_(segment),
        plan_(plan),
        header_(segment.at<SharedHeader>(0)),
        slots_(segment.at<SharedSlot>(plan.slots)),
        boxes_(segment.at<WorkerBox>(plan.workers)) {}

  // The first of `count` row numbers; async mode. `process` is a worker, or their number for the
  // pool itself.
  std::uint64_t claim(std::uint32_t count, std::uint32_t process) const {
    std::uint64_t latest = header_->reserved.load(std::memory_order_acquire);
    std::uint64_t mine = 0;
    do {
      const RowClaim before = RowClaim::unpack(latest);
      if (before.owner > 0 && before.owner <= plan_.options.num_workers) {
        note(boxes_[before.owner - 1], latest);
      }
      mine = RowClaim{before.number + before.count, process + 1, count}.pack();
    } while (!header_->reserved.compare_exchange_weak(latest, mine, std::memory_order_acq_rel,
                                                      std::memory_order_acquire));
    return mine >> 20;
  }

  Place place_of(std::uint64_t number) const {
    const std::uint32_t rows = plan_.options.batch_rows;
    return {static_cast<std::uint32_t>(number / rows % plan_.ring_size),
            static_cast<std::uint32_t>(number % rows)};
  }

  std::byte* column(std::uint32_t slot, std::size_t index) const {
    return segment_.base() + slots_[slot].columns.load(std::memory_order_acquire) +
           plan_.layout.offsets[index];
  }
  // The cell that says what a row is.
  std::atomic_ref<std::uint8_t> kind(Place place) const {
    auto* const cells = reinterpret_cast<std::uint8_t*>(column(place.slot, plan_.layout.kind));
    return std::atomic_ref<std::uint8_t>(cells[place.row]);
  }

  // The number of the batch in a slot. Read it before a row of that batch is written.
  std::uint32_t batch_number(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(slots_[slot].written.load(std::memory_order_acquire) >> 32);
  }
  // Counts rows of a batch as written; wakes the pool if it waits for them.
  void publish(std::uint32_t slot, std::uint32_t batch, std::uint32_t count) const {
    SharedSlot& shared = slots_[slot];
    std::uint64_t written = shared.written.load(std::memory_order_relaxed);
    do {
      if (written >> 32 != batch) return;
    } while (!shared.written.compare_exchange_weak(
        written, written + count, std::memory_order_acq_rel, std::memory_order_relaxed));
    if (rows_in(written + count) >= shared.target.load(std::memory_order_relaxed)) {
      header_->caller.wake();
    }
  }

 protected:
  static std::uint32_t rows_in(std::uint64_t written) {
    return static_cast<std::uint32_t>(written);
  }
  static void note(WorkerBox& box, std::uint64_t claim) {
    std::uint64_t known = box.claim.load(std::memory_order_relaxed);
    while (known < claim &&
           !box.claim.compare_exchange_weak(known, claim, std::memory_order_release,
                                            std::memory_order_relaxed)) {
    }
  }

  const Segment& segment_;
  const SharedPlan& plan_;
  SharedHeader* header_;
  SharedSlot* slots_;
  WorkerBox* boxes_;
};

// The pool's side.
class SharedResults : public SharedRows {
 public:
  SharedResults(const Segment& segment, const SharedPlan& plan, BatchSource& source)
      : SharedRows(segment, plan),
        source_(source),
        batch_rows_(plan.options.batch_rows),
        ring_(plan.ring_size),
        counted_(plan.ring_size) {}

  // Gets batches for `count` more rows.
  void arm(std::uint32_t count) {
    const std::uint64_t end = base_ + outstanding_ + count;
    for (std::uint64_t batch = base_ / batch_rows_; batch * batch_rows_ < end; ++batch) {
      const std::size_t i = batch % ring_.size();
      if (ring_[i] != nullptr) continue;
      ring_[i] = source_.acquire();
      std::byte* const data = ring_[i]->columns()[0];
      std::memset(ring_[i]->columns()[plan_.layout.kind], kPending, batch_rows_);
      slots_[i].columns.store(static_cast<std::uint64_t>(data - segment_.base()),
                              std::memory_order_release);
    }
  }
  void expect(std::uint32_t count) {
    arm(count);
    outstanding_ += count;
  }

  std::uint32_t outstanding() const { return outstanding_; }
  std::uint32_t needed() const { return std::min(outstanding_, batch_rows_); }

  bool ready() const {
    if (!counted_[slot()]) {
      return rows_in(slots_[slot()].written.load(std::memory_order_acquire)) >= needed();
    }
    std::uint32_t rows = 0;
    while (rows < needed() && is_written({slot(), rows})) ++rows;
    return rows >= needed();
  }
  bool is_written(Place place) const {
    return kind(place).load(std::memory_order_acquire) != kPending;
  }

  // Sleeps until ready or woken, or for this long. Returns ready().
  bool wait_for(std::int64_t nanoseconds) {
    slots_[slot()].target.store(needed(), std::memory_order_relaxed);
    const std::uint32_t ticket = header_->caller.announce();
    const std::uint64_t written = slots_[slot()].written.fetch_add(0, std::memory_order_acq_rel);
    if (rows_in(written) >= needed() || ready()) {
      header_->caller.retract();
      return ready();
    }
    // Counted rows wake nobody.
    header_->caller.park(ticket, counted_[slot()] ? std::min(nanoseconds, kLook) : nanoseconds);
    return ready();
  }
  void wake_caller() const { header_->caller.wake(); }

  // The current batch and its needed() rows, which stay to be taken. Call when ready.
  Batch* peek(std::uint32_t& rows) const {
    rows = needed();
    return ring_[slot()];
  }
  // The same, and goes on to the next batch.
  Batch* take(std::uint32_t& rows) {
    SharedSlot& shared = slots_[slot()];
    rows = needed();
    shared.target.store(0xffffffff, std::memory_order_relaxed);
    const std::uint64_t number = shared.written.load(std::memory_order_relaxed) >> 32;
    shared.written.store((number + 1) << 32, std::memory_order_relaxed);
    shared.columns.store(0, std::memory_order_relaxed);
    outstanding_ -= rows;
    Batch* const batch = std::exchange(ring_[slot()], nullptr);
    counted_[slot()] = false;
    if (!plan_.sync()) {
      base_ += batch_rows_;
      if (rows < batch_rows_) header_->reserved.store(base_ << 20, std::memory_order_relaxed);
    }
    return batch;
  }
  void give_back_batches() noexcept {
    for (Batch*& batch : ring_) {
      if (batch != nullptr) source_.give_back(std::exchange(batch, nullptr));
    }
  }

  // --- After a worker's death -------------------------------------------------------------------

  // The rows that the worker claimed last; async mode.
  RowClaim claim_of(std::uint32_t worker) const {
    const std::uint64_t latest = header_->reserved.load(std::memory_order_acquire);
    if (RowClaim::unpack(latest).owner == worker + 1) note(boxes_[worker], latest);
    return RowClaim::unpack(boxes_[worker].claim.load(std::memory_order_acquire));
  }
  // Row numbers below this were received already.
  std::uint64_t base() const { return base_; }
  // From now on the rows of the batches in flight are counted by their cells.
  void count_cells() {
    for (std::size_t i = 0; i < ring_.size(); ++i) counted_[i] = ring_[i] != nullptr;
  }
  // Calls visit(place) for every row that was written and not received.
  template <class Visit>
  void for_each_written(Visit&& visit) const {
    for (std::uint32_t i = 0; i < ring_.size(); ++i) {
      if (ring_[i] == nullptr) continue;
      for (std::uint32_t row = 0; row < batch_rows_; ++row) {
        if (is_written({i, row})) visit(Place{i, row});
      }
    }
  }

 private:
  static constexpr std::int64_t kLook = 1'000'000;

  std::uint32_t slot() const {
    return static_cast<std::uint32_t>(base_ / batch_rows_ % ring_.size());
  }

  BatchSource& source_;
  const std::uint32_t batch_rows_;
  std::vector<Batch*> ring_;
  std::vector<bool> counted_;  // rows are counted by their cells
  std::uint64_t base_ = 0;
  std::uint32_t outstanding_ = 0;
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The sleeping primitive: threads without work park here, and a thread that makes a condition true
// wakes them. The callers choose the condition.
//
// Protocol
//   Sleeper: 1. ticket = announce()      Waker: a. make the condition true
//            2. check the condition             b. wake()
//            3. if true: retract()
//               else:    park(ticket)
//
//   The race to prevent: the waker makes the condition true after (2) and looks for sleepers before
//   (1), so nobody is woken. This cannot be: (1) and the look in (b) are read-modify-writes of the
//   same atomic `sleepers_`, hence ordered. If (1) comes first, the waker sees a sleeper, bumps the
//   epoch, and a later park(ticket) returns at once. If the look comes first, (1) reads from it and
//   so happens after (a): the check in (2) finds the condition true.
//
//   sleepers_  written by sleepers and, adding zero, by wakers; acquire-release, as argued above.
//   epoch_     written by wakers and read by sleepers under the mutex. Read once without it in (1),
//              relaxed: an old value only makes park return early, a value newer than the caller's
//              own condition check cannot be seen because (1) precedes (2).
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace pp {

class Parking {
 public:
  using Clock = std::chrono::steady_clock;

  std::uint32_t announce() noexcept {
    const std::uint32_t ticket = epoch_.load(std::memory_order_relaxed);
    sleepers_.fetch_add(1, std::memory_order_acq_rel);
    return ticket;
  }

  // After it, what a waker did before it saw the sleeper is seen.
  void retract() noexcept { sleepers_.fetch_sub(1, std::memory_order_acq_rel); }

  // Sleeps until a wake that came after `ticket` was drawn.
  void park(std::uint32_t ticket) {
    std::unique_lock lock(mutex_);
    condition_.wait(lock, [&] { return epoch_.load(std::memory_order_relaxed) != ticket; });
    retract();
  }

  // The same with a limit; false if the time ran out.
  bool park_until(std::uint32_t ticket, Clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    const bool woken = condition_.wait_until(
        lock, deadline, [&] { return epoch_.load(std::memory_order_relaxed) != ticket; });
    retract();
    return woken;
  }

  // Wakes all sleepers. Costs one atomic operation when nobody sleeps. Whether anybody did, or had
  // announced it.
  bool wake() {
    if (sleepers_.fetch_add(0, std::memory_order_acq_rel) == 0) return false;
    {
      const std::lock_guard lock(mutex_);
      epoch_.fetch_add(1, std::memory_order_relaxed);
    }
    condition_.notify_all();
    return true;
  }

 private:
  std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<std::uint32_t> epoch_{0};
  std::mutex mutex_;
  std::condition_variable condition_;
};

}  // namespace pp

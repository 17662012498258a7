// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Parking (see core/threads/parking.h) for threads of several processes: it lies in shared memory
// and sleeps on a futex, so it holds no lock that a process could die with.
//
// Protocol
//   As in core/threads/parking.h, with the mutex replaced by the futex's own check: the kernel puts
//   a sleeper to sleep only while `epoch_` still has the value of its ticket.
//
//   sleepers_  written by sleepers and, adding zero, by wakers; acquire-release. A process that
//              dies asleep leaves it one too high: its waker then makes a system call too many.
//   epoch_     written by wakers (release), read by sleepers (acquire).
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <ctime>
#include <limits>

namespace pp {

class SharedParking {
 public:
  std::uint32_t announce() noexcept {
    const std::uint32_t ticket = epoch_.load(std::memory_order_acquire);
    sleepers_.fetch_add(1, std::memory_order_acq_rel);
    return ticket;
  }

  void retract() noexcept { sleepers_.fetch_sub(1, std::memory_order_relaxed); }

  // Sleeps until a wake that came after `ticket` was drawn, a signal, or for this long.
  void park(std::uint32_t ticket, std::int64_t nanoseconds) noexcept {
    const timespec limit{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    if (epoch_.load(std::memory_order_acquire) == ticket) futex(FUTEX_WAIT, ticket, &limit);
    retract();
  }

  // Wakes all sleepers. Costs one atomic operation when nobody sleeps.
  void wake() noexcept {
    if (sleepers_.fetch_add(0, std::memory_order_acq_rel) == 0) return;
    epoch_.fetch_add(1, std::memory_order_release);
    futex(FUTEX_WAKE, std::numeric_limits<int>::max(), nullptr);
  }

 private:
  void futex(int operation, std::uint32_t value, const timespec* limit) noexcept {
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&epoch_), operation, value, limit, nullptr,
            0);
  }

  std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<std::uint32_t> epoch_{0};
  static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t) &&
                std::atomic<std::uint32_t>::is_always_lock_free);
};

}  // namespace pp

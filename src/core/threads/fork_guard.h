// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Tells a process that it is a forked child: its parent's worker threads do not exist in it, and
// locks they held stay locked. Windows has no forks.
#pragma once

#if !defined(_WIN32)
#include <pthread.h>
#endif

#include <atomic>
#include <cstdint>
#include <mutex>

namespace pp {

class ForkGuard {
 public:
  ForkGuard() : born_in_(generation()) {}

  // True in a child forked after this object was made.
  bool forked() const { return born_in_ != generation(); }

 private:
  static std::uint32_t generation() {
#if !defined(_WIN32)
    static std::once_flag registered;
    std::call_once(registered, [] {
      pthread_atfork(nullptr, nullptr, [] { forks().fetch_add(1, std::memory_order_relaxed); });
    });
#endif
    return forks().load(std::memory_order_relaxed);
  }
  static std::atomic<std::uint32_t>& forks() {
    static std::atomic<std::uint32_t> count{0};
    return count;
  }

  std::uint32_t born_in_;
};

}  // namespace pp

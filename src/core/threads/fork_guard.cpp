// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Counts forks.
#include <parallel_pool/core/threads/fork_guard.h>

#if !defined(_WIN32)
#include <pthread.h>
#endif

#include <atomic>
#include <mutex>

namespace pp {
namespace {

std::atomic<std::uint32_t> forks{0};

}  // namespace

std::uint32_t ForkGuard::generation() {
#if !defined(_WIN32)
  static std::once_flag registered;
  std::call_once(registered, [] {
    pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
  });
#endif
  return forks.load(std::memory_order_relaxed);
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Counts forks.
#include <parallel_pool/core/threads/fork_guard.h>

#if !defined(_WIN32)
#include <pthread.h>
#endif

#include <atomic>

namespace pp {
namespace {

std::atomic<std::uint32_t> forks{0};
#if !defined(_WIN32)
// As the library is loaded: a fork that has begun knows nothing of later handlers.
[[maybe_unused]] const int registered =
    pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
#endif

}  // namespace

std::uint32_t ForkGuard::generation() { return forks.load(std::memory_order_relaxed); }

}  // namespace pp

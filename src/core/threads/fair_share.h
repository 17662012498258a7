// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Whose task a shared worker runs next: that of the client whose tasks have taken the least time so
// far. A client that had no tasks for a while does not make up for it: it starts level with those
// that had, but for a small lead, so that short pauses cost nothing.
//
// While two clients have tasks all the time, the times that they get differ by at most the lead and
// the tasks that are under way.
//
//   used_   added to by workers as tasks end, raised by clients as they begin; read by workers.
//           Relaxed: it only decides who is first.
//   level_  what the client that was picked last had used; written and read by workers and clients,
//           relaxed for the same reason.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

namespace pp {

class FairShare {
 public:
  static constexpr std::size_t kClients = 64;
  static constexpr std::size_t kNobody = kClients;
  static constexpr double kLeadNs = 200'000.0;

  // A client takes a place that is free.
  void enter(std::size_t client) {
    used_[client].store(level_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }

  // A client has new tasks.
  void begin(std::size_t client) {
    const double least = level_.load(std::memory_order_relaxed) - kLeadNs;
    double used = used_[client].load(std::memory_order_relaxed);
    while (used < least &&
           !used_[client].compare_exchange_weak(used, least, std::memory_order_relaxed)) {
    }
  }

  // The client to run a task of, among those for which `has_task(client)`.
  template <class HasTask>
  std::size_t pick(HasTask&& has_task) {
    std::size_t best = kNobody;
    double least = 0;
    for (std::size_t client = 0; client < kClients; ++client) {
      const double used = used_[client].load(std::memory_order_relaxed);
      if ((best != kNobody && used >= least) || !has_task(client)) continue;
      best = client;
      least = used;
    }
    if (best == kNobody) return kNobody;
    level_.store(std::max(least, level_.load(std::memory_order_relaxed)),
                 std::memory_order_relaxed);
    return best;
  }

  // A task has taken this long.
  void account(std::size_t client, double ns) {
    used_[client].fetch_add(ns, std::memory_order_relaxed);
  }

 private:
  std::array<std::atomic<double>, kClients> used_{};
  std::atomic<double> level_{0};
};

}  // namespace pp

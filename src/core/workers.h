// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The threads: each runs tasks while there are any, looks a little longer, then parks.
//
// Protocol
//   Caller: 1. make tasks available; 2. wake(n).
//   Worker: 3. run tasks until there are none; 4. look for new ones for a few microseconds (a loop
//              that steps in quick succession then needs no wake-up); 5. park, after announcing it
//              and looking once more (see parking.h).
//   Caller: 6. stop(): set stop_, wake all, join. A worker finishes the task it is in.
//
//   stop_   written by the caller, read by workers between tasks; relaxed, since the parking's
//           atomics order it for a worker that is about to sleep.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "parking.h"

namespace pp {

class Workers {
 public:
  struct Options {
    std::size_t count = 1;
    std::vector<int> pin_to;  // CPUs for worker 0, 1, ... in turn; empty: not pinned
  };

  // `run_task()` runs one task if there is one and says whether it did; `has_task()` only looks.
  Workers(Options options, std::function<bool()> run_task, std::function<bool()> has_task);
  ~Workers() { stop(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return options_.count; }

  // Starts the threads, once. Throws if the system gives none.
  void start();

  // Lets up to `count` sleeping workers look for tasks.
  void wake(std::size_t count) { parking_.wake(static_cast<std::uint32_t>(count)); }

  // Joins the threads. Tasks not yet begun stay undone.
  void stop();

 private:
  void loop(std::size_t index);

  const Options options_;
  const std::function<bool()> run_task_;
  const std::function<bool()> has_task_;
  Parking parking_;
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

}  // namespace pp

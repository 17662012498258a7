// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The threads: each runs tasks while there are any, looks a little longer, then parks.
//
// Protocol
//   Caller: 1. make tasks available; 2. wake(n): the first n workers.
//   Worker: 3. run tasks while there are any for it; 4. look for new ones for a little while (see
//              spin.h); 5. park in its own place, after announcing it and looking once more (see
//              parking.h).
//   There is a task for worker i if there are enough for i + 1 workers; the pool decides. So with
//   little to do the same few workers stay awake, and the others asleep.
//   Caller: 6. stop(): set stop_, wake all, join. A worker finishes the task it is in.
//
//   stop_   written by the caller, read by workers between tasks; relaxed, since the parking's
//           atomics order it for a worker that is about to sleep.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
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

  // `run_task(i)` runs a task of worker i if there is one and says whether it did; `has_task(i)`
  // only looks.
  Workers(Options options, std::function<bool(std::size_t)> run_task,
          std::function<bool(std::size_t)> has_task);
  ~Workers() { stop(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return options_.count; }

  // Starts the threads, once. Throws if the system gives none.
  void start();

  // Has the first `count` workers look for tasks. One atomic operation for each that is awake.
  void wake(std::size_t count) {
    for (std::size_t i = 0; i < count && i < threads_.size(); ++i) places_[i].parking.wake();
  }

  // Joins the threads. Tasks not yet begun stay undone.
  void stop();

 private:
  void loop(std::size_t index);

  const Options options_;
  struct alignas(64) Place {
    Parking parking;
  };

  const std::function<bool(std::size_t)> run_task_;
  const std::function<bool(std::size_t)> has_task_;
  std::unique_ptr<Place[]> places_;
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The workers: each runs tasks while there are any, spins a little, then parks.
//
// Protocol
//   Caller: 1. make tasks available; 2. wake(n): as many workers as the tasks are worth, from the
//              first on. The caller wakes only a few itself: each sleeper that it wakes gets a
//              range of others to wake, so waking n workers takes log n wake-ups in sequence.
//   Worker: 3. wake those in its range; 4. run tasks while there are any for it; 5. spin for new
//              ones for a little while (see spin.h); 6. park in its own place, after announcing it
//              and checking once more (see parking.h).
//   There is a task for worker i if there are enough for i + 1 workers; the pool decides. So with
//   little work the same few workers stay awake, and the others asleep.
//   Caller: 7. stop(): set stop_, wake all, join. A worker finishes the task it is in.
//
//   stop_    written by the caller, read by workers between tasks; relaxed, since the parking's
//            atomics order it for a worker that is about to sleep.
//   busy     written by its worker before it takes a task (then the queue's head, acquire-release)
//            and after the task, read by the caller after the queue's size. Relaxed: a caller that
//            sees that the task was taken sees busy; one that does not counts the task as queued.
//   to_wake  exchanged by the waker, before it wakes the worker, and by the worker, after each
//            sleep or the announcement of one; acquire-release. Who gets a part wakes it. If the
//            worker turns out to be awake, its waker takes the part back.
//   sharings_  counted by the caller after it has written callers_cpu_, read by workers before they
//            wait. Both relaxed: results never depend on them.
//   waited   written by its worker, read by anyone; relaxed, a statistic.
#pragma once

#include <parallel_pool/core/threads/crew.h>
#include <parallel_pool/core/threads/parking.h>
#include <parallel_pool/core/threads/spin.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace pp {

class Workers final : public Crew {
 public:
  struct Options {
    std::size_t count = 1;
    // CPUs for worker 0, 1, ...; those of a worker without an entry, or an empty one, are not set.
    std::vector<std::vector<int>> bind_to = {};
  };

  // `run_task(i)` runs a task of worker i if there is one and says whether it did; `has_task(i)`
  // only checks.
  Workers(Options options, std::function<bool(std::size_t)> run_task,
          std::function<bool(std::size_t)> has_task);
  ~Workers() override { stop(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return options_.count; }

  void start() override;
  bool started() const override { return !threads_.empty(); }
  bool have_cpus(std::size_t threads) const override { return threads <= cpus_; }
  void wake(std::size_t count, std::size_t most, bool tasks_may_be_long) override;
  void begin_sharing() override;
  double waited_ns() const override;
  // Joins the threads.
  void stop() override;

 private:
  // The workers from `first` up to, not including, `last`.
  struct Part {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  struct alignas(64) Place {
    Parking parking;
    std::atomic<bool> busy{false};
    std::atomic<Part> to_wake{Part{}};
    std::atomic<double> waited_ns{0};
  };

  void loop(std::size_t index);
  void wait(Place& place, std::size_t index, AdaptiveSpin& spin);
  void wake(Part part);
  void wake_those_handed_to(Place& place);

  const Options options_;
  const std::function<bool(std::size_t)> run_task_;
  const std::function<bool(std::size_t)> has_task_;
  std::unique_ptr<Place[]> places_;
  std::size_t cpus_ = 0;
  std::atomic<bool> stop_{false};
  std::atomic<std::uint32_t> sharings_{0};
  std::atomic<int> callers_cpu_{-1};
  std::vector<std::thread> threads_;
};

}  // namespace pp

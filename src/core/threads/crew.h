// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The worker threads as a pool sees them: threads of its own, or those that it shares with others.
#pragma once

#include <cstddef>

namespace pp {

class Crew {
 public:
  virtual ~Crew() = default;

  // Starts the threads, once. Throws if the system gives none.
  virtual void start() = 0;
  // Whether they may run tasks of this pool.
  virtual bool started() const = 0;
  // Whether `threads` that work at a time have a CPU each. Known from the start on.
  virtual bool have_cpus(std::size_t threads) const = 0;
  // Has `count` of the first `most` workers look for tasks. Where tasks may be long, those that are
  // in the middle of one do not count.
  virtual void wake(std::size_t count, std::size_t most, bool tasks_may_be_long) = 0;
  // The calling thread begins to share quick work. Threads that had learnt not to spin spin again,
  // and those that are not pinned leave its CPU: the system tends to wake a thread on the CPU of
  // its waker, and may leave it there for long.
  virtual void begin_sharing() {}
  // How long the threads have waited for tasks, together.
  virtual double waited_ns() const = 0;
  // No thread runs a task of this pool from now on. Tasks that have not begun are not run.
  virtual void stop() = 0;
};

}  // namespace pp

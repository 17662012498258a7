// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Who runs what: which work stays in the calling thread, what is worth waking a worker, how long a
// task is. All by what steps and resets have cost so far; results never depend on it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "action_buffer_queue.h"
#include "cost_model.h"
#include "pool_options.h"

namespace pp {

class Schedule {
 public:
  Schedule(const PoolOptions& options, bool steps_are_bounded)
      : threads_(options.num_threads),
        chunk_size_(options.chunk_size),
        sync_(options.batch_size == options.num_envs),
        bounded_(steps_are_bounded) {}

  // What the tasks of `count` environments may take in one thread.
  double estimated_ns(std::size_t count, bool for_reset) const {
    return static_cast<double>(count) * (for_reset ? costs_.reset_ns() : costs_.step_ns());
  }
  // Accounts for tasks that are over.
  void record(std::size_t steps, std::size_t resets, double elapsed_ns) {
    costs_.record(steps, resets, elapsed_ns);
  }
  // Whether reading the clock would be felt in work that takes this long.
  static bool short_inline(double estimate_ns) { return estimate_ns < kAlwaysTimedNs; }
  bool short_chunk(std::size_t count) const {
    return costs_.step_ns() * static_cast<double>(count) < kChunkNs / 2;
  }

  // Whether a task is known to be so short that the calling thread may run it: it can not be
  // interrupted meanwhile.
  bool predictable(bool for_reset) const {
    return (costs_.measured(for_reset) || bounded_) && estimated_ns(1, for_reset) < kHelpNs;
  }

  // Whether the calling thread of a sync pool runs `count` tasks alone and at once.
  bool runs_inline(std::size_t count, bool for_reset) const {
    if (!predictable(for_reset)) return false;
    return estimated_ns(count, for_reset) < (threads_ == 1 ? kUninterruptedNs : kShareNs);
  }

  // How many workers the queued tasks are worth. In async mode any task may turn out long, and
  // those behind it must not wait for it: then every task is worth a worker, unless steps are
  // bounded.
  std::size_t workers_worth(std::size_t queued, bool for_reset) const {
    if (!sync_ && !bounded_) return queued;
    const double worker_ns = sync_ ? kShareNs : kQueueNs;
    return static_cast<std::size_t>(std::ceil(estimated_ns(queued, for_reset) / worker_ns));
  }

  // Whether worker i shall take a task. Once awake, workers finish what there is; only those of a
  // pool with short tasks and a queue that is refilled all the time retire when it is not worth
  // that many.
  bool has_task(std::size_t worker, std::size_t queued) const {
    if (sync_ || !bounded_) return queued > 0;
    return queued > 0 && static_cast<double>(worker) * kQueueNs / 2 < estimated_ns(queued, false);
  }

  // Whether the calling thread of an async pool, while it waits, may run a task in a sleeping
  // worker's place. A task that takes unexpectedly long would hold up results that are there, so
  // only environments that can not do that qualify.
  bool may_help_async(std::size_t queued) const {
    return bounded_ && !has_task(threads_ - 1, queued);
  }

  ChunkPolicy chunk_policy() const {
    return {.fixed = chunk_size_,
            .sharers = std::size_t{2} * threads_,
            .budget_ns = sync_ ? kChunkNs : kAsyncChunkNs,
            .step_ns = costs_.step_ns(),
            .reset_ns = costs_.reset_ns()};
  }

  // How many of a chunk's async results are published together.
  std::size_t published_at_once() const {
    return static_cast<std::size_t>(kPublishNs / costs_.step_ns());
  }

 private:
  // Work below this is not worth waking another thread.
  static constexpr double kShareNs = 25'000.0;
  // Work queued in async mode for which a worker more is woken.
  static constexpr double kQueueNs = 250'000.0;
  // A task lasts about this long.
  static constexpr double kChunkNs = 40'000.0;
  // In async mode shorter, so that nobody has to go to sleep to wait for the end of a task.
  static constexpr double kAsyncChunkNs = 3'000.0;
  // The calling thread runs a task only if it is estimated to be shorter than this...
  static constexpr double kHelpNs = 1'000'000.0;
  // ...and runs tasks without looking for signals in between only if together they are.
  static constexpr double kUninterruptedNs = 5'000'000.0;
  // Async results are published in groups of about this length.
  static constexpr double kPublishNs = 2'000.0;
  // Inline runs below this are timed only now and then.
  static constexpr double kAlwaysTimedNs = 2'000.0;

  const std::uint32_t threads_;
  const std::uint32_t chunk_size_;
  const bool sync_;
  const bool bounded_;
  CostModel costs_;
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Decides who runs what: which work stays in the calling thread, how many workers it is worth
// waking, and how long a task is. It goes by the measured costs of steps, resets and sharing;
// results never depend on it.
//
// The decision, for work that is estimated to take W in one thread:
//
//   W < kShareNs            The calling thread runs it. A hand-over takes two context switches:
//                           about 10 us of CPU time and, on a busy machine, a wait for a CPU.
//   W < kUninterruptedNs    It is shared while sharing pays: see Sharing.
//   above                   It is shared. Ctrl-C and timeouts can then end the wait for it, and
//                           the cost of the hand-over no longer matters.
//
//   Work whose length is not known (steps are not declared bounded, and were not measured yet) is
//   always handed over. In `step`, which waits anyway, measured steps count as known; in `send`,
//   which should return at once whatever happens, only declared ones.
//
//   Sync mode runs what stays in the calling thread where it is asked for: in `step`, `reset` or
//   `send`. Async mode leaves it in the queue, for the `recv` that needs it: first in, first out.
#pragma once

#include <parallel_pool/core/pool/cost_model.h>
#include <parallel_pool/core/pool/pool_options.h>
#include <parallel_pool/core/queues/action_buffer_queue.h>
#include <parallel_pool/core/queues/split_range.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace pp {

// Decides whether to share work with other threads, by trying both ways.
//
// A caller that shares saves the work that others do, but spends time on waking them and on waiting
// for them. On a busy machine, it may spend more than it saves: a worker that loses its CPU in the
// middle of a task holds up the batch for milliseconds. On a quiet machine, this can happen where
// batches take microseconds: environments and results move between the caches of CPUs. The calling
// thread's time for a step is therefore measured both ways. A reset counts as the number of steps
// that cost as much. Otherwise, a batch in which all episodes begin would distort the mean of the
// way in which it was run. The means cover many batches, because on a busy machine a few of them
// take most of the time.
//
// The slower way is tried again from time to time. What was measured of it before, such as beside
// programs that were just starting, then counts no more than the trial. Trials are frequent at
// first and after a change of the preferred way. Each trial that changes nothing doubles the rest
// until the next one, until trials take about 1 / kLongestRest of the time.
class Sharing {
 public:
  // Whether the next batch should be shared.
  bool pays() {
    if (trying_) {
      const double tried_ns = spent_ns_ - trial_start_ns_;
      if (trial_batches_++ < kTrialBatches || tried_ns < kTrialNs) return trial_shares_;
      trying_ = false;
      rest_ = trial_shares_ == preferred() ? kFirstRest : std::min(2 * rest_, kLongestRest);
      next_trial_ns_ = spent_ns_ + rest_ * tried_ns;
    } else if (spent_ns_ >= next_trial_ns_) {
      trying_ = true;
      trial_start_ns_ = spent_ns_;
      trial_batches_ = 1;
      trial_shares_ = !preferred();
      (trial_shares_ ? shared_ : alone_).keep(kTrialNs);
      return trial_shares_;
    }
    return preferred();
  }

  // What the calling thread spent on work worth `steps` that was shared, or ran alone.
  void shared(double steps, double spent_ns) { add(shared_, steps, spent_ns); }
  void alone(double steps, double spent_ns) { add(alone_, steps, spent_ns); }

 private:
  // The mean time of a step, over about the last kMemoryNs.
  class Mean {
   public:
    explicit Mean(double guess_ns) : mean_ns_(guess_ns) {}
    void add(double steps, double ns) {
      steps_ += steps;
      ns_ += ns;
      mean_ns_ = ns_ / steps_;
      if (ns_ >= kMemoryNs) keep(kMemoryNs / 2);
    }
    // Lets what was measured so far count as at most `ns` of time; the mean stays.
    void keep(double ns) {
      if (ns_ <= ns) return;
      steps_ *= ns / ns_;
      ns_ = ns;
    }
    double ns() const { return mean_ns_; }

   private:
    double steps_ = 0;
    double ns_ = 0;
    double mean_ns_;
  };

  void add(Mean& mean, double steps, double ns) {
    mean.add(steps, ns);
    spent_ns_ += ns;
  }
  // Sharing must save something, because it takes CPU time from other programs.
  bool preferred() const { return shared_.ns() < kWorth * alone_.ns(); }

  static constexpr double kWorth = 0.95;
  static constexpr double kMemoryNs = 50'000'000.0;
  // A trial lasts longer than a busy machine's scheduler usually takes a CPU away.
  static constexpr double kTrialNs = 4'000'000.0;
  static constexpr int kTrialBatches = 4;
  static constexpr double kFirstRest = 8.0;
  static constexpr double kLongestRest = 64.0;

  // These guesses make the pool try sharing first, and then working alone.
  Mean shared_{std::numeric_limits<double>::infinity()};
  Mean alone_{0};
  bool trying_ = false;
  bool trial_shares_ = false;
  int trial_batches_ = 0;
  // The time spent on batches; pauses between them do not count.
  double spent_ns_ = 0;
  double trial_start_ns_ = 0;
  double next_trial_ns_ = 0;
  double rest_ = kFirstRest / 2;  // the time until the next trial, as a multiple of the last one's
};

class Schedule {
 public:
  // `group`: how many environments at most step together.
  Schedule(const PoolOptions& options, bool steps_are_bounded, std::size_t group = 1)
      : threads_(options.num_threads),
        chunk_size_(options.chunk_size),
        together_(even_share(options.batch_size, options.num_threads, group)),
        sync_(options.sync()),
        bounded_(steps_are_bounded),
        costs_(steps_are_bounded ? CostModel(kBoundedGuessNs, kBoundedFirstNs)
                                 : CostModel(kGuessNs)) {}

  // What this may take in one thread.
  double estimated_ns(const Work& work) const { return costs_.ns(work); }
  // Accounts for work that is over.
  void record(const Work& work, double elapsed_ns) { costs_.record(work, elapsed_ns); }
  // The same for work that the calling thread did while no other thread did any.
  void record_alone(const Work& work, double elapsed_ns) {
    record(work, elapsed_ns);
    if (work.steps > 0) sharing_.alone(costs_.worth_in_steps(work), elapsed_ns);
  }
  // Whether reading the clock would be felt in work that takes this long.
  static bool short_inline(double estimate_ns) { return estimate_ns < kAlwaysTimedNs; }
  bool short_chunk(std::size_t count) const {
    return costs_.step_ns() * static_cast<double>(count) < kChunkNs / 2;
  }

  // --- Alone or shared: the calling thread asks
  // ---------------------------------------------------

  // Whether each task is known to be so short that the calling thread may run it: it cannot be
  // interrupted meanwhile.
  bool predictable(const Work& work) const {
    return (work.steps == 0 || predictable(TaskKind::kStep)) &&
           (work.resets == 0 || predictable(TaskKind::kReset));
  }

  // Whether the calling thread of a sync pool, which waits for this work, does it alone and at
  // once.
  bool runs_inline(const Work& work) {
    if (!predictable(work)) return false;
    const double estimate_ns = estimated_ns(work);
    return threads_ == 1 ? estimate_ns < kUninterruptedNs : stays(estimate_ns);
  }

  // Whether work that was sent stays with the calling thread: in sync mode `send` does it, in async
  // mode the `recv` that waits for it. One thread may be worth sharing with, too: it works while
  // the calling thread does something else.
  bool keeps_sent(const Work& work) { return bounded_ && stays(estimated_ns(work)); }

  // Records a shared batch that has been received. `spent_ns`: the calling thread's time from
  // handing it over to the end of the wait for it.
  void record_shared(const Work& work, double spent_ns) {
    if (work.steps > 0) sharing_.shared(costs_.worth_in_steps(work), spent_ns);
  }

  // --- How work is shared
  // --------------------------------------------------------------------------

  // How many workers the queued work is worth. In async mode any task may turn out long, and
  // those behind it must not wait for it: then every task is worth a worker, unless steps are
  // bounded.
  std::size_t workers_worth(const Work& queued) const {
    if (!sync_ && !bounded_) return queued.steps + queued.resets;
    const double worker_ns = sync_ ? kShareNs : kQueueNs;
    return static_cast<std::size_t>(std::ceil(estimated_ns(queued) / worker_ns));
  }

  // Whether a worker that is in the middle of a task must be taken for one that will not be back
  // soon.
  bool tasks_may_be_long() const { return sync_ || !bounded_; }

  // Whether worker i shall take a task. Once awake, workers finish what there is; only those of a
  // pool with short tasks and a queue that is refilled all the time retire when it is not worth
  // that many.
  bool has_task(std::size_t worker, std::size_t queued) const {
    if (sync_ || !bounded_) return queued > 0;
    return queued > 0 &&
           static_cast<double>(worker) * kQueueNs / 2 < estimated_ns({.steps = queued});
  }

  // Whether the calling thread of an async pool, while it waits, may run a task in a sleeping
  // worker's place. A task that takes unexpectedly long would hold up results that are there, so
  // only environments that cannot do that qualify.
  bool may_help_async(std::size_t queued) const {
    return bounded_ && !has_task(threads_ - 1, queued);
  }

  ChunkPolicy chunk_policy() const {
    return {.fixed = chunk_size_,
            .sharers = std::size_t{2} * threads_,
            .together = together_,
            .budget_ns = sync_ ? kChunkNs : kAsyncChunkNs,
            .step_ns = costs_.step_ns(),
            .reset_ns = costs_.reset_ns()};
  }
  // The same where nobody else takes tasks, and `needed` results complete the batch.
  ChunkPolicy lone_chunk_policy(std::size_t needed) const {
    ChunkPolicy policy = chunk_policy();
    policy.sharers = 1;
    policy.budget_ns = kChunkNs;
    policy.most = needed;
    return policy;
  }

  // The same for steps that are split among threads beforehand.
  SplitRange::Chunks chunks() const {
    const double step_ns = costs_.step_ns();  // once: other threads write it
    const auto steps_in = [&](double ns) {
      const double steps = std::min(ns / step_ns, 1e6);
      return static_cast<std::uint32_t>(std::max<std::size_t>(steps / together_, 1) * together_);
    };
    if (chunk_size_ > 0) return {chunk_size_, chunk_size_, 1};
    return {steps_in(kLeastChunkNs), steps_in(kChunkNs), static_cast<std::uint32_t>(together_)};
  }

  // How many of a chunk's async results are published together.
  std::size_t published_at_once() const {
    return std::max(together_, static_cast<std::size_t>(kPublishNs / costs_.step_ns()));
  }

 private:
  // The size of groups, at most `group`, that gives each thread equally many groups.
  static std::size_t even_share(std::size_t batch, std::size_t threads, std::size_t group) {
    const auto divided_up = [](std::size_t a, std::size_t b) { return (a + b - 1) / b; };
    return std::max<std::size_t>(divided_up(batch, threads * divided_up(batch, threads * group)),
                                 1);
  }

  bool predictable(TaskKind kind) const {
    return (costs_.measured(kind) || bounded_) && estimated_ns(Work::of(1, kind)) < kHelpNs;
  }

  bool stays(double estimate_ns) {
    if (estimate_ns < kShareNs) return true;
    return estimate_ns < kUninterruptedNs && !sharing_.pays();
  }

  // Work below this is not worth another thread: see above.
  static constexpr double kShareNs = 25'000.0;
  // Work queued in async mode for which a worker more is woken.
  static constexpr double kQueueNs = 250'000.0;
  // A task lasts about this long: a few hundred times what taking and publishing it costs.
  static constexpr double kChunkNs = 40'000.0;
  // Less is not worth taking from another thread.
  static constexpr double kLeastChunkNs = 2'000.0;
  // In async mode shorter, so that nobody has to go to sleep to wait for the end of a task.
  static constexpr double kAsyncChunkNs = 3'000.0;
  // The calling thread runs a task only if it is estimated to be shorter than this...
  static constexpr double kHelpNs = 1'000'000.0;
  // ...and runs tasks without looking for signals in between only if together they are: shorter
  // than a person or a timer can tell.
  static constexpr double kUninterruptedNs = 5'000'000.0;
  // Async results are published in groups of about this length.
  static constexpr double kPublishNs = 2'000.0;
  // Inline runs below this are timed only now and then.
  static constexpr double kAlwaysTimedNs = 2'000.0;
  // Before they are measured: so that the first chunks are short; and of steps that are declared to
  // take microseconds at most.
  static constexpr double kGuessNs = 10'000.0;
  static constexpr double kBoundedGuessNs = 1'000.0;
  // Of those, a first step or reset that took longer says more about caches than about their cost.
  static constexpr double kBoundedFirstNs = 2'000.0;

  const std::uint32_t threads_;
  const std::uint32_t chunk_size_;
  const std::size_t together_;
  const bool sync_;
  const bool bounded_;
  CostModel costs_;
  Sharing sharing_;  // the calling thread's
};

}  // namespace pp

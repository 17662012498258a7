// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The engine: sends environments to the workers, or runs them in the calling thread, and yields
// finished batches. Knows neither Python nor any environment class.
#pragma once

#include <parallel_pool/core/batches/action_store.h>
#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/episodes/env_group.h>
#include <parallel_pool/core/pool/env_status.h>
#include <parallel_pool/core/pool/pool_options.h>
#include <parallel_pool/core/pool/schedule.h>
#include <parallel_pool/core/pool/state_copies.h>
#include <parallel_pool/core/queues/split_range.h>
#include <parallel_pool/core/queues/state_buffer_queue.h>
#include <parallel_pool/core/queues/task_queues.h>
#include <parallel_pool/core/threads/call_guard.h>
#include <parallel_pool/core/threads/crew.h>
#include <parallel_pool/core/threads/fork_guard.h>
#include <parallel_pool/core/threads/spin.h>
#include <parallel_pool/core/threads/workers_api.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pp {

// A received batch: the first `rows` rows are valid.
struct ReceivedBatch {
  Batch* batch = nullptr;
  std::uint32_t rows = 0;
  std::uint32_t failures = 0;
};

// What the calling thread does after it has sent tasks. While it waits, it can help.
enum class Caller : std::uint8_t { kGoesOn, kWaits };

class Pool {
 public:
  using Clock = std::chrono::steady_clock;

  // `source` yields batches of `layout`; it outlives the pool. `options` are resolved. With
  // `workers` the pool shares these, and has no threads of its own.
  Pool(std::unique_ptr<EnvGroup> group, const PoolOptions& options, const EpisodeRules& rules,
       const BatchLayout& layout, BatchSource& source, const WorkersApi* workers = nullptr);
  ~Pool() { close(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  const PoolOptions& options() const { return options_; }
  bool sync() const { return state_queue_.sync(); }

  // In a forked child a pool cannot be used, closed or destroyed, only forgotten.
  bool forked() const { return fork_guard_.forked(); }

  // Joins the workers, frees the environments and gives back the batches that nobody received. A
  // call that waits in another thread gives up. From within a call all this happens as it ends.
  void close() {
    if (begin_close()) finish_close();
  }
  // The two halves of it: the first refuses calls from now on, and says whether the second is the
  // caller's to make, which waits and frees. Nobody makes it twice.
  bool begin_close();
  void finish_close();
  // The second half, if there is nothing to wait for: no call in progress, no worker that may be
  // within a step, no environment whose end may take long. Says whether it was done.
  bool finish_close_at_once();
  bool closed() const { return calls_.closing(); }
  // Within a call: whether it was closed from there.
  bool closes_after_call() const { return close_after_call_; }
  // Ends a call that was handed over, after which the pool closes. Any thread.
  void end_call();

  // One call of the calling thread. Throws if the pool is closed, forked or in another call.
  class Call : CallGuard::Call {
   public:
    Call(Pool& pool, const char* name);
    ~Call();
    // Another thread calls `end_call`.
    void hand_over();

   private:
    Pool& pool_;
    bool handed_over_ = false;
  };

  // --- All below only within a Call -------------------------------------------------------------

  EnvGroup& group() { return *group_; }
  ActionStore& actions() { return action_store_; }
  std::uint32_t in_flight() const { return state_queue_.outstanding(); }
  // How long the workers have waited for tasks, together, and the calling thread for results. A
  // wait counts when it is over.
  double waited_for_tasks_ns() const { return workers_->waited_ns(); }
  double waited_for_results_ns() const { return waited_ns_; }
  // What was sent must be claimed there before. A claim ends with the delivery of the result.
  EnvStatus& status() { return status_; }
  // Throws unless every environment is idle and, for a step, may be stepped.
  void check_all(TaskKind kind) const { status_.check_all(in_flight(), kind); }

  // Gets the batches that `count` more results need, so that the calls below don't ask the source.
  void acquire_batches(std::uint32_t count) { state_queue_.acquire_batches(count); }

  // Steps all environments, with what the action store holds.
  void step_all(Caller caller);
  // The same, but reads the caller's own columns, a row for each environment. Only where a step of
  // all `runs_inline`: it is over when this returns, so nobody can change what was checked.
  void step_all_in_place(const std::byte* const* columns);
  void reset_all(Caller caller);
  // Steps (with what the action store holds) or resets claimed environments. The rows come in this
  // order in sync mode.
  void send(std::span<const std::uint32_t> envs, Caller caller);
  void reset(std::span<const std::uint32_t> envs, Caller caller);
  // Resets claimed environments; the batch has a row for every environment, in order, and those not
  // reset are only observed. Sync mode, nothing else in flight.
  void reset_masked(std::span<const std::uint32_t> envs);

  bool ready() const { return state_queue_.ready(); }
  // Runs the tasks that were left to the calling thread until a batch is complete. They are short.
  void run_kept_tasks();
  // What that may take.
  double kept_ns() const {
    return keeps_tasks() ? schedule_.estimated_ns({.steps = state_queue_.missing()}) : 0.0;
  }
  // Runs tasks or sleeps until a batch is complete. False at the deadline or when the pool closes.
  bool wait_until(Clock::time_point deadline);
  // The complete batch. The caller owns it.
  ReceivedBatch receive();

  // Whether the calling thread runs tasks of `count` environments at once, without queue or
  // workers.
  bool runs_inline(std::size_t count, TaskKind kind, Caller caller);
  // What the tasks of `count` environments may take in the calling thread.
  double estimated_ns(std::size_t count, TaskKind kind) const {
    return schedule_.estimated_ns(work_of(count, kind));
  }

  // What a picture of an idle environment shows: one row of each render state column.
  void render_state(std::uint32_t env, std::byte* const* columns) const;
  // Appends the state of an idle environment to `bytes`.
  void save(std::uint32_t env, std::string& bytes);
  // Puts idle environments into saved states, all or, if one of them does not fit, none.
  // `known`: these very states are known to fit, so that nothing is noted of those they replace. If
  // one cannot be loaded all the same, the environments changed until then have to be reset.
  void load(std::span<const std::uint32_t> envs, std::span<const std::string_view> states,
            bool known = false);
  // Idle environments have these settings of their own from their next reset on; those that were
  // never reset at once.
  void set_settings(std::span<const std::uint32_t> envs, const SettingsPointer& settings);
  // Makes idle environments continue as others would: `to[i]` as `from[i]` at the time of the call.
  void clone(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to);

 private:
  // What was sent and not received yet. The calling thread's.
  struct Flight {
    bool masked = false;        // a masked reset, whose batch has rows of all environments
    bool in_order = false;      // the batch has a result of every environment, in order
    bool caller_helps = false;  // the tasks may run in the calling thread
    bool shares_steps = false;  // what was handed over last were steps
    double spent_ns = 0;        // by the calling thread on handing over and waiting
  };

  void submit(std::span<Task> tasks, TaskKind kind, Caller caller);
  void submit(std::span<const std::uint32_t> envs, TaskKind kind, Caller caller);
  void submit_all(TaskKind kind, Caller caller);
  void hand_over(std::span<Task> tasks, TaskKind kind, Caller caller);
  void share_steps(Caller caller);
  // `make_available` offers `count` tasks to that many workers and, perhaps, the calling thread.
  template <class MakeAvailable>
  void share(std::uint32_t count, TaskKind kind, Caller caller, MakeAvailable&& make_available);
  void load_known(std::span<const std::uint32_t> envs, std::span<const std::string_view> states);
  void undo_load(std::span<const std::uint32_t> envs);
  void note_loaded(std::span<const std::uint32_t> envs);
  Work work_of(std::size_t count, TaskKind kind) const;
  Work work_of(const ReceivedBatch& received) const;
  bool keeps_tasks() const { return keeps_tasks_.load(std::memory_order_relaxed); }
  bool may_help() const;
  std::size_t home_of(std::size_t worker) const;
  bool has_task(std::size_t worker) const;
  // `run` returns what it ran.
  template <class Run>
  void run_inline(double estimate_ns, Run&& run);
  template <class Run>
  void run_timed(bool alone, Run&& run);
  // Takes tasks of this home first. `alone`: no other thread runs tasks meanwhile.
  std::size_t run_chunk(std::size_t home, const ChunkPolicy& policy, bool alone);
  bool run_range(std::size_t part);
  template <class Run>
  void run_now_and_then_timed(std::size_t count, bool alone, Run&& run);
  bool wait_for_workers(Clock::time_point deadline);
  Work run_tasks(std::span<const Task> tasks);
  void account(const ReceivedBatch& received);
  void deliver(const ReceivedBatch& received);
  std::unique_ptr<Crew> make_crew(const WorkersApi* workers);
  void shut_down();

  const PoolOptions options_;
  const EpisodeRules rules_;
  const BatchLayout layout_;
  std::unique_ptr<EnvGroup> group_;
  ForkGuard fork_guard_;
  CallGuard calls_;
  bool close_after_call_ = false;  // the calling thread's
  Schedule schedule_;
  EnvStatus status_;
  StateCopies state_copies_;
  // The states that the current load replaces, one after another, and where each of them ends.
  std::string before_;
  std::vector<std::size_t> before_ends_;
  ActionStore action_store_;
  std::vector<Task> tasks_;  // scratch of the calling thread
  Flight flight_;
  // Async: what is queued is the calling thread's. Written by it, read by workers that look for
  // tasks; relaxed, since the parking orders it for who is about to sleep, and a task more or less
  // that a worker takes changes nothing.
  std::atomic<bool> keeps_tasks_{false};
  std::uint32_t inline_runs_ = 0;
  bool steps_alone_ = false;  // the calling thread ran the last step of all environments
  double waited_ns_ = 0;      // by the calling thread for workers, in all batches so far
  AdaptiveSpin spin_;         // of the calling thread
  TaskQueues action_queue_;
  SplitRange split_steps_;  // the calling thread's part, then each worker's
  StateBufferQueue state_queue_;
  std::unique_ptr<Crew> workers_;  // last: threads end before what they use
};

}  // namespace pp

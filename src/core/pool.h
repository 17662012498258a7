// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The engine: sends environments to the workers, or runs them in the calling thread, and yields
// finished batches. Knows neither Python nor any environment class.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "action_buffer_queue.h"
#include "action_store.h"
#include "batch.h"
#include "call_guard.h"
#include "env_group.h"
#include "env_status.h"
#include "fork_guard.h"
#include "pool_options.h"
#include "schedule.h"
#include "spin.h"
#include "state_buffer_queue.h"
#include "workers.h"

namespace pp {

// A received batch: the first `rows` rows are valid.
struct Received {
  Batch* batch = nullptr;
  std::uint32_t rows = 0;
  std::uint32_t failures = 0;
};

class Pool {
 public:
  using Clock = std::chrono::steady_clock;

  // `source` yields batches of `layout`; it outlives the pool. `options` are resolved.
  Pool(std::unique_ptr<EnvGroup> group, const PoolOptions& options, const EpisodeRules& rules,
       const BatchLayout& layout, BatchSource& source);
  ~Pool() { close(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  const PoolOptions& options() const { return options_; }
  bool sync() const { return results_.sync(); }

  // In a forked child a pool can not be used, closed or destroyed, only forgotten.
  bool forked() const { return fork_guard_.forked(); }

  // Joins the workers, frees the environments and gives back the batches that nobody received. A
  // call that waits in another thread gives up. From within a call all this happens as it ends.
  void close();
  bool closed() const { return calls_.closing(); }
  // Within a call: whether it was closed from there.
  bool closes_after_call() const { return close_after_call_; }
  // Closed, and all is done.
  bool is_shut_down() const { return shut_down_.load(std::memory_order_acquire); }

  // One call of the calling thread. Throws if the pool is closed, forked or in another call.
  class Call : CallGuard::Call {
   public:
    Call(Pool& pool, const char* name);
    ~Call();

   private:
    Pool& pool_;
  };

  // --- All below only within a Call -------------------------------------------------------------

  EnvGroup& group() { return *group_; }
  ActionStore& actions() { return action_store_; }
  std::uint32_t in_flight() const { return results_.outstanding(); }
  bool ended(std::uint32_t env) const { return status_.ended(env); }

  // Claims environments for a step or a reset, or throws and claims none. A claim ends with the
  // delivery of the result, or with `unclaim`.
  void claim(std::span<const std::uint32_t> envs, bool for_reset) {
    status_.claim(envs, for_reset);
  }
  void unclaim(std::span<const std::uint32_t> envs) { status_.unclaim(envs); }
  void check_idle(std::uint32_t env) const { status_.check_idle(env); }
  // Throws unless every environment is idle and, for a step, may be stepped.
  void check_all(bool for_reset) const;

  // Gets the batches that `count` more results need, so that the calls below don't ask the source.
  void arm(std::uint32_t count) { results_.arm(count); }

  // Steps all environments, with what the action store holds.
  void step_all();
  // The same, but reads the caller's own columns, a row for each environment. Only where a step of
  // all `runs_inline`: it is over when this returns, so nobody can change what was checked.
  void step_all_in_place(const std::byte* const* columns);
  void reset_all(bool wait_follows);
  // Steps (with what the action store holds) or resets claimed environments. The rows come in this
  // order in sync mode. `wait_follows` says that the calling thread will do nothing but wait.
  void send(std::span<const std::uint32_t> envs, bool wait_follows);
  void reset(std::span<const std::uint32_t> envs, bool wait_follows);
  // Resets claimed environments; the batch has a row for every environment, in order, and those not
  // reset are only observed. Sync mode, nothing else in flight.
  void reset_masked(std::span<const std::uint32_t> envs);

  bool ready() const { return results_.ready(); }
  // Runs tasks or sleeps until a batch is complete. False at the deadline or when the pool closes.
  bool wait_until(Clock::time_point deadline);
  // The complete batch. The caller owns it.
  Received receive();

  // Whether the calling thread runs tasks of `count` environments, for whose results it waits, at
  // once, without queue or workers.
  bool runs_inline(std::size_t count, bool for_reset) const;
  // What the tasks of `count` environments may take in the calling thread.
  double estimated_ns(std::size_t count, bool for_reset) const {
    return schedule_.estimated_ns(count, for_reset);
  }

  // What a picture of an idle environment shows: one row of each render state column.
  void render_state(std::uint32_t env, std::byte* const* columns) const;
  // The state of an idle environment.
  std::string save(std::uint32_t env);
  // Puts idle environments into saved states, all or, if one of them does not fit, none.
  void load(std::span<const std::uint32_t> envs, std::span<const std::string_view> states);

 private:
  void submit(std::span<Entry> entries, bool for_reset, bool wait_follows);
  void submit(std::span<const std::uint32_t> envs, bool for_reset, bool wait_follows);
  void submit_all(bool for_reset, bool wait_follows);
  bool may_help() const;
  bool has_task(std::size_t worker) const;
  // `run` works off `count` tasks and returns how many were resets.
  template <class Run>
  void run_inline(std::size_t count, double estimate_ns, Run&& run);
  template <class Run>
  void run_timed(std::size_t count, Run&& run);
  bool run_chunk();
  std::size_t run_entries(std::span<const Entry> entries);
  void deliver(const Received& received);
  CallGuard& calls_of(const char* name);
  void shut_down();

  const PoolOptions options_;
  const EpisodeRules rules_;
  const BatchLayout layout_;
  std::unique_ptr<EnvGroup> group_;
  ForkGuard fork_guard_;
  CallGuard calls_;
  bool close_after_call_ = false;  // the calling thread's
  // Released by the thread that shuts down, acquired by others.
  std::atomic<bool> shut_down_{false};
  Schedule schedule_;
  EnvStatus status_;
  ActionStore action_store_;
  std::vector<Entry> entries_;  // scratch of the calling thread
  bool caller_helps_ = false;   // the tasks in flight may run in the calling thread
  bool masked_ = false;         // the batch in flight is a masked reset's
  bool in_order_ = false;       // the batch in flight has a result of every environment, in order
  std::uint32_t inline_runs_ = 0;
  AdaptiveSpin spin_;  // of the calling thread
  ActionBufferQueue queue_;
  StateBufferQueue results_;
  Workers workers_;  // last: threads end before what they use
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Dispatch, inline execution, waiting and shutdown.
#include "pool.h"

#include <algorithm>
#include <utility>

#include "float_mode.h"
#include "spin.h"

namespace pp {
namespace {

// Where reading the clock would be felt, runs are timed only now and then.
constexpr std::uint32_t kTimedEvery = 16;

}  // namespace

// First of all, since a fork may have copied a guard that another thread of the parent held.
CallGuard& Pool::calls_of(const char* name) {
  if (!forked()) return calls_;
  throw Error(ErrorKind::kForked,
              std::string(name) +
                  "() was called in a forked child, where the pool's threads do not exist: create "
                  "the pool after forking, or start processes by 'spawn' or 'forkserver'");
}

Pool::Call::Call(Pool& pool, const char* name)
    : CallGuard::Call(pool.calls_of(name), name), pool_(pool) {}

Pool::Call::~Call() {
  if (pool_.close_after_call_ && !pool_.forked()) pool_.shut_down();
}

Pool::Pool(std::unique_ptr<EnvGroup> group, const PoolOptions& options, const EpisodeRules& rules,
           const BatchLayout& layout, BatchSource& source)
    : options_(options),
      rules_(rules),
      layout_(layout),
      group_(std::move(group)),
      schedule_(options, group_->steps_are_bounded()),
      status_(options.num_envs, rules.autoreset == AutoresetMode::kDisabled),
      action_store_(group_->fields().action, options.num_envs, group_->fields().max_players),
      entries_(options.num_envs),
      queue_(options.num_envs),
      results_(options.num_envs, options.batch_size, source),
      workers_(
          {options.num_threads, pinned_cpus(options)},
          [this](std::size_t worker) { return has_task(worker) && run_chunk(); },
          [this](std::size_t worker) { return has_task(worker); }) {}

void Pool::close() {
  calls_.begin_close();
  if (forked()) return;
  results_.wake_caller();
  if (calls_.inside()) {
    close_after_call_ = true;
    return;
  }
  calls_.wait_for_calls();
  shut_down();
  calls_.release();
}

void Pool::shut_down() {
  workers_.stop();
  group_.reset();
  results_.give_back_batches();
  shut_down_.store(true, std::memory_order_release);
}

void Pool::check_all(bool for_reset) const {
  if (in_flight() > 0) {
    throw Error(ErrorKind::kInFlight, std::to_string(in_flight()) +
                                          " results are in flight: recv them before a call that "
                                          "addresses all environments");
  }
  if (!for_reset) status_.check_all_can_step();
}

// --- Sending -----------------------------------------------------------------------------------

void Pool::step_all() { submit_all(false, true); }

void Pool::step_all_in_place(const std::byte* const* columns) {
  results_.expect(options_.num_envs);
  in_order_ = true;
  run_inline(options_.num_envs, estimated_ns(options_.num_envs, false),
             [&] { return group_->run_all(columns, results_); });
}

void Pool::reset_all(bool wait_follows) { submit_all(true, wait_follows); }

void Pool::send(std::span<const std::uint32_t> envs, bool wait_follows) {
  submit(envs, false, wait_follows);
}

void Pool::reset(std::span<const std::uint32_t> envs, bool wait_follows) {
  submit(envs, true, wait_follows);
}

void Pool::reset_masked(std::span<const std::uint32_t> envs) {
  for (std::size_t i = 0; i < envs.size(); ++i) entries_[i] = {envs[i], envs[i], 1};
  submit(std::span(entries_).first(envs.size()), true, true);
  masked_ = true;
  Batch& batch = *results_.filling();
  std::size_t next = 0;
  for (std::uint32_t env = 0; env < options_.num_envs; ++env) {
    if (next < envs.size() && envs[next] == env) {
      ++next;
    } else {
      group_->observe(env, batch, env);
    }
  }
}

void Pool::submit(std::span<const std::uint32_t> envs, bool for_reset, bool wait_follows) {
  const std::uint32_t first = sync() ? in_flight() : 0;
  for (std::uint32_t i = 0; i < envs.size(); ++i) {
    entries_[i] = {envs[i], first + i, for_reset || status_.ended(envs[i])};
  }
  submit(std::span(entries_).first(envs.size()), for_reset, wait_follows);
}

void Pool::submit_all(bool for_reset, bool wait_follows) {
  if (!for_reset && wait_follows && runs_inline(options_.num_envs, false)) {
    step_all_in_place(action_store_.columns());
    return;
  }
  for (std::uint32_t env = 0; env < options_.num_envs; ++env) {
    entries_[env] = {env, env, for_reset || status_.ended(env)};
  }
  submit(std::span(entries_), for_reset, wait_follows);
  in_order_ = sync();
  status_.claim_all();
}

// Entries name their rows already. Nothing is in flight that was not before if this throws.
void Pool::submit(std::span<Entry> entries, bool for_reset, bool wait_follows) {
  const auto count = static_cast<std::uint32_t>(entries.size());
  const double estimate = estimated_ns(count, for_reset);
  if (wait_follows && runs_inline(count, for_reset)) {
    results_.expect(count);
    run_inline(count, estimate, [&] { return run_entries(entries); });
    return;
  }
  const bool helps = wait_follows && sync() && schedule_.predictable(for_reset);
  const std::size_t workers = options_.num_threads - (helps ? 1 : 0);
  if (workers > 0) workers_.start();
  results_.expect(count);
  caller_helps_ = helps;
  queue_.push(entries);
  if (workers > 0) {
    const std::size_t worth = schedule_.workers_worth(queue_.size(), for_reset);
    workers_.wake(std::clamp<std::size_t>(worth, 1, workers));
  }
}

bool Pool::has_task(std::size_t worker) const { return schedule_.has_task(worker, queue_.size()); }

// Whether the calling thread, while it waits, may run a task. At most num_threads threads do so at
// a time: in sync mode one worker is left asleep for it, in async mode it takes a sleeping one's
// place.
bool Pool::may_help() const {
  return sync() ? caller_helps_ : schedule_.may_help_async(queue_.size());
}

// --- Running -----------------------------------------------------------------------------------

bool Pool::runs_inline(std::size_t count, bool for_reset) const {
  return sync() && in_flight() == 0 && schedule_.runs_inline(count, for_reset);
}

template <class Run>
void Pool::run_inline(std::size_t count, double estimate_ns, Run&& run) {
  const StandardFloatMode float_mode;
  const bool timed = !Schedule::short_inline(estimate_ns) || inline_runs_ % kTimedEvery == 0;
  ++inline_runs_;
  if (timed) {
    run_timed(count, run);
  } else {
    run();
  }
}

bool Pool::run_chunk() {
  // Threads that run short tasks share the cost model: a thread writes to it only now and then.
  static thread_local std::uint32_t chunks = 0;
  Entry entries[ChunkPolicy::kMaxEntries];
  const std::size_t count = queue_.pop(entries, schedule_.chunk_policy());
  if (count == 0) return false;
  const auto run = [&] { return run_entries({entries, count}); };
  if (!schedule_.short_chunk(count) || ++chunks % kTimedEvery == 0) {
    run_timed(count, run);
  } else {
    run();
  }
  return true;
}

template <class Run>
void Pool::run_timed(std::size_t count, Run&& run) {
  const Clock::time_point start = Clock::now();
  const std::size_t resets = run();
  const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
  schedule_.record(count - resets, resets, elapsed.count());
}

std::size_t Pool::run_entries(std::span<const Entry> entries) {
  const std::size_t at_once = sync() ? entries.size() : schedule_.published_at_once();
  return group_->run(entries, action_store_.columns(), at_once, results_);
}

// --- Receiving ---------------------------------------------------------------------------------

bool Pool::wait_until(Clock::time_point deadline) {
  const StandardFloatMode float_mode;
  while (!ready()) {
    if (closed()) return false;
    if (may_help() && run_chunk()) {
      if (Clock::now() >= deadline) return ready();
      continue;
    }
    if (spin_.until([this] { return ready() || closed(); })) continue;
    const Clock::time_point start = Clock::now();
    const bool done = results_.wait_until(deadline);
    const Clock::time_point end = Clock::now();
    spin_.slept(end - start);
    if (!done && end >= deadline) return false;
  }
  return true;
}

Received Pool::receive() {
  Received received;
  received.batch = results_.take(received.rows, received.failures);
  if (masked_) received.rows = options_.num_envs;
  deliver(received);
  masked_ = false;
  in_order_ = false;
  return received;
}

// Notes what the batch says about its environments, before the user can change it.
void Pool::deliver(const Received& received) {
  const Batch& batch = *received.batch;
  const bool* terminated = batch.column<bool>(layout_.terminated);
  const bool* truncated = batch.column<bool>(layout_.truncated);
  const bool may_end = rules_.autoreset != AutoresetMode::kSameStep;
  if (in_order_ && received.failures == 0) {
    status_.deliver_all(terminated, truncated, may_end);
  } else {
    const auto* env_ids = batch.column<std::int32_t>(layout_.env_id);
    const auto* kinds = batch.column<RowKind>(layout_.kind);
    for (std::uint32_t row = 0; row < received.rows; ++row) {
      if (kinds[row] == RowKind::kUntouched) continue;
      const bool ended = may_end && (terminated[row] || truncated[row]);
      const bool failed = kinds[row] == RowKind::kFailed;
      status_.deliver(static_cast<std::uint32_t>(env_ids[row]), ended, failed);
    }
  }
  if (status_.counts_needed() || received.failures > 0) status_.count_blocked();
}

// --- State -------------------------------------------------------------------------------------

std::string Pool::save(std::uint32_t env) {
  status_.check_idle(env);
  status_.check_begun(env);
  return group_->save(env);
}

void Pool::render_state(std::uint32_t env, std::byte* const* columns) const {
  status_.check_idle(env);
  status_.check_begun(env);
  group_->render_state(env, columns);
}

void Pool::load(std::span<const std::uint32_t> envs, std::span<const std::string_view> states) {
  status_.check_all_idle(envs);
  std::vector<std::string> before;
  try {
    for (std::size_t i = 0; i < envs.size(); ++i) {
      before.push_back(group_->save(envs[i]));
      group_->load(envs[i], states[i]);
    }
  } catch (...) {
    // The last one undid itself.
    for (std::size_t i = 0; i + 1 < before.size(); ++i) group_->load(envs[i], before[i]);
    throw;
  }
  for (const std::uint32_t env : envs) status_.deliver(env, group_->ended(env), false);
  status_.count_blocked();
}

}  // namespace pp

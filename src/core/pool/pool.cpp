// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Dispatch, inline execution, waiting and shutdown.
#include <parallel_pool/core/numerics/float_mode.h>
#include <parallel_pool/core/pool/pool.h>
#include <parallel_pool/core/threads/shared_crew.h>
#include <parallel_pool/core/threads/spin.h>
#include <parallel_pool/core/threads/workers.h>

#include <algorithm>
#include <utility>

namespace pp {
namespace {

// Where reading the clock would be felt, runs are timed only now and then.
constexpr std::uint32_t kTimedEvery = 16;

double ns_since(Pool::Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Pool::Clock::now() - start).count();
}

}  // namespace

Pool::Call::Call(Pool& pool, const char* name)
    : CallGuard::Call((pool.fork_guard_.check(name), pool.calls_), name), pool_(pool) {}

Pool::Call::~Call() {
  if (pool_.close_after_call_ && !handed_over_ && !pool_.forked()) pool_.shut_down();
}

void Pool::Call::hand_over() {
  handed_over_ = true;
  CallGuard::Call::hand_over();
}

void Pool::end_call() {
  shut_down();
  calls_.release();
}

Pool::Pool(std::unique_ptr<EnvGroup> group, const PoolOptions& options, const EpisodeRules& rules,
           const BatchLayout& layout, BatchSource& source, const WorkersApi* workers)
    : options_(options),
      rules_(rules),
      layout_(layout),
      group_(std::move(group)),
      schedule_(options, group_->steps_are_bounded(), group_->most_together()),
      status_(options.num_envs, rules),
      state_copies_(*group_),
      action_store_(group_->fields().action, options.num_envs, group_->fields().max_players),
      tasks_(options.num_envs),
      action_queue_(options.placement.homes, !options.sync() && group_->steps_are_bounded()),
      split_steps_(std::size_t{options.num_threads} + 1),
      state_queue_(options.num_envs, options.batch_size, source),
      workers_(make_crew(workers)) {}

std::unique_ptr<Crew> Pool::make_crew(const WorkersApi* workers) {
  const auto run = [this](std::size_t worker) {
    return run_range(worker + 1) ||
           (has_task(worker) && run_chunk(home_of(worker), schedule_.chunk_policy(), false) > 0);
  };
  const auto look = [this](std::size_t worker) { return has_task(worker); };
  if (workers != nullptr) return std::make_unique<SharedCrew>(*workers, run, look);
  return std::make_unique<Workers>(
      Workers::Options{options_.num_threads, options_.placement.worker_cpus()}, run, look);
}

bool Pool::begin_close() {
  if (!calls_.begin_close() || forked()) return false;
  state_queue_.wake_caller();
  if (calls_.inside()) close_after_call_ = true;
  return !close_after_call_;
}

void Pool::finish_close() {
  calls_.wait_for_calls();
  shut_down();
  calls_.release();
}

bool Pool::finish_close_at_once() {
  if (!group_->steps_are_bounded() || !calls_.try_enter()) return false;
  const bool at_once = !workers_->started();
  if (at_once) shut_down();
  calls_.release();
  return at_once;
}

void Pool::shut_down() {
  workers_->stop();
  group_.reset();
  state_queue_.give_back_batches();
}

// --- Sending -----------------------------------------------------------------------------------

void Pool::step_all(Caller caller) { submit_all(TaskKind::kStep, caller); }

void Pool::step_all_in_place(const std::byte* const* columns) {
  state_queue_.expect_rows(options_.num_envs);
  flight_.in_order = true;
  steps_alone_ = true;
  status_.claim_all();
  run_inline(estimated_ns(options_.num_envs, TaskKind::kStep),
             [&] { return group_->run_range(0, options_.num_envs, columns, state_queue_); });
}

void Pool::reset_all(Caller caller) { submit_all(TaskKind::kReset, caller); }

void Pool::send(std::span<const std::uint32_t> envs, Caller caller) {
  submit(envs, TaskKind::kStep, caller);
}

void Pool::reset(std::span<const std::uint32_t> envs, Caller caller) {
  submit(envs, TaskKind::kReset, caller);
}

void Pool::reset_masked(std::span<const std::uint32_t> envs) {
  for (std::size_t i = 0; i < envs.size(); ++i) tasks_[i] = {envs[i], envs[i], 1};
  submit(std::span(tasks_).first(envs.size()), TaskKind::kReset, Caller::kWaits);
  flight_.masked = true;
  Batch& batch = *state_queue_.filling_batch();
  std::size_t next = 0;
  for (std::uint32_t env = 0; env < options_.num_envs; ++env) {
    if (next < envs.size() && envs[next] == env) {
      ++next;
    } else {
      group_->observe(env, batch, env);
    }
  }
}

void Pool::submit(std::span<const std::uint32_t> envs, TaskKind kind, Caller caller) {
  const std::uint32_t first = sync() ? in_flight() : 0;
  Task* const tasks = tasks_.data();
  const EnvStatus::Beginnings begins = status_.beginnings();
  for (std::uint32_t i = 0; i < envs.size(); ++i) {
    tasks[i] = {envs[i], first + i, kind == TaskKind::kReset || begins[envs[i]]};
  }
  submit(std::span(tasks_).first(envs.size()), kind, caller);
}

void Pool::submit_all(TaskKind kind, Caller caller) {
  if (kind == TaskKind::kStep && sync()) {
    if (runs_inline(options_.num_envs, TaskKind::kStep, caller)) {
      step_all_in_place(action_store_.columns());
    } else {
      share_steps(caller);
    }
    return;
  }
  for (std::uint32_t env = 0; env < options_.num_envs; ++env) {
    tasks_[env] = {env, env, kind == TaskKind::kReset || status_.begins_episode(env)};
  }
  submit(std::span(tasks_), kind, caller);
  flight_.in_order = sync();
  status_.claim_all();
}

// An episode knows whether its step is a reset.
void Pool::share_steps(Caller caller) {
  if (std::exchange(steps_alone_, false)) {
    workers_->begin_sharing();
    spin_.renew();
  }
  share(options_.num_envs, TaskKind::kStep, caller, [&](std::size_t workers) {
    split_steps_.fill(options_.num_envs, flight_.caller_helps ? 0 : 1, 1 + workers,
                      schedule_.chunks().together);
  });
  flight_.in_order = true;
  status_.claim_all();
}

// Tasks name their rows already. Nothing is in flight that was not before if this throws.
void Pool::submit(std::span<Task> tasks, TaskKind kind, Caller caller) {
  const auto count = static_cast<std::uint32_t>(tasks.size());
  if (runs_inline(count, kind, caller)) {
    state_queue_.expect_rows(count);
    run_inline(estimated_ns(count, kind), [&] { return run_tasks(tasks); });
  } else {
    hand_over(tasks, kind, caller);
  }
}

void Pool::hand_over(std::span<Task> tasks, TaskKind kind, Caller caller) {
  const auto count = static_cast<std::uint32_t>(tasks.size());
  // A `recv` has no more of them to run than a batch.
  const std::size_t awaited =
      std::min<std::size_t>(action_queue_.size() + count, options_.batch_size);
  if (!sync() && schedule_.keeps_sent(Work::of(awaited, kind))) {
    keeps_tasks_.store(true, std::memory_order_relaxed);
    state_queue_.expect_rows(count);
    action_queue_.push(tasks);
    return;
  }
  share(count, kind, caller, [&](std::size_t) { action_queue_.push(tasks); });
}

template <class MakeAvailable>
void Pool::share(std::uint32_t count, TaskKind kind, Caller caller,
                 MakeAvailable&& make_available) {
  const Clock::time_point start = Clock::now();
  Work work = work_of(count, kind);
  const bool helps = caller == Caller::kWaits && sync() && schedule_.predictable(work);
  const std::size_t most = options_.num_threads - (helps ? 1 : 0);
  if (most > 0) workers_->start();
  state_queue_.expect_rows(count);
  flight_.caller_helps = helps;
  spin_.allow(workers_->have_cpus(most + 1));
  keeps_tasks_.store(false, std::memory_order_relaxed);
  (kind == TaskKind::kReset ? work.resets : work.steps) += action_queue_.size();
  const std::size_t worth = std::max<std::size_t>(schedule_.workers_worth(work), 1);
  make_available(std::min(worth, most));
  if (most > 0) {
    const Clock::time_point waking = Clock::now();
    workers_->wake(worth, most, schedule_.tasks_may_be_long());
    waited_ns_ += ns_since(waking);
  }
  flight_.shares_steps = kind == TaskKind::kStep;
  flight_.spent_ns += ns_since(start);
}

// In a step of all environments, it is known which begin an episode.
Work Pool::work_of(std::size_t count, TaskKind kind) const {
  if (kind == TaskKind::kReset || count < options_.num_envs) return Work::of(count, kind);
  return {.steps = count - status_.due_resets(), .resets = status_.due_resets()};
}

std::size_t Pool::home_of(std::size_t worker) const {
  // Shared workers, of which there may be more, have no homes.
  return options_.placement.homes.size() == 1 ? 0 : options_.placement.workers[worker].home;
}

bool Pool::has_task(std::size_t worker) const {
  if (keeps_tasks()) return false;
  return schedule_.has_task(worker, action_queue_.size()) || split_steps_.any();
}

// Whether the calling thread, while it waits, may run a task. At most num_threads threads do so at
// a time: in sync mode one worker is left asleep for it, in async mode it takes a sleeping one's
// place.
bool Pool::may_help() const {
  return sync() ? flight_.caller_helps : schedule_.may_help_async(action_queue_.size());
}

// --- Running -----------------------------------------------------------------------------------

bool Pool::runs_inline(std::size_t count, TaskKind kind, Caller caller) {
  if (!sync()) return false;
  const Work work = work_of(count, kind);
  if (caller == Caller::kGoesOn) return schedule_.keeps_sent(work);
  return in_flight() == 0 && schedule_.runs_inline(work);
}

template <class Run>
void Pool::run_inline(double estimate_ns, Run&& run) {
  const StandardFloatMode float_mode;
  const bool timed = !Schedule::short_inline(estimate_ns) || inline_runs_ % kTimedEvery == 0;
  ++inline_runs_;
  if (timed) {
    run_timed(true, run);
  } else {
    run();
  }
}

// Returns how many tasks it ran.
std::size_t Pool::run_chunk(std::size_t home, const ChunkPolicy& policy, bool alone) {
  Task tasks[ChunkPolicy::kMaxTasks];
  const std::size_t count = action_queue_.pop(home, tasks, policy);
  if (count == 0) return 0;
  run_now_and_then_timed(count, alone, [&] { return run_tasks({tasks, count}); });
  return count;
}

// Runs some of the steps that are split among threads. Returns whether there were any.
bool Pool::run_range(std::size_t part) {
  const SplitRange::Range range = split_steps_.take(part, schedule_.chunks());
  if (range.size() == 0) return false;
  run_now_and_then_timed(range.size(), false, [&] {
    return group_->run_range(range.first, range.last, action_store_.columns(), state_queue_);
  });
  return true;
}

// Threads that run short tasks share the cost model, so each writes to it only now and then.
template <class Run>
void Pool::run_now_and_then_timed(std::size_t count, bool alone, Run&& run) {
  static thread_local std::uint32_t runs = 0;
  if (!schedule_.short_chunk(count) || ++runs % kTimedEvery == 0) {
    run_timed(alone, run);
  } else {
    run();
  }
}

template <class Run>
void Pool::run_timed(bool alone, Run&& run) {
  const Clock::time_point start = Clock::now();
  const Work work = run();
  if (alone) {
    schedule_.record_alone(work, ns_since(start));
  } else {
    schedule_.record(work, ns_since(start));
  }
}

Work Pool::run_tasks(std::span<const Task> tasks) {
  // Where nobody else waits for them, results are published together.
  const bool together = sync() || keeps_tasks();
  const std::size_t at_once = together ? tasks.size() : schedule_.published_at_once();
  return group_->run(tasks, action_store_.columns(), at_once, state_queue_);
}

// --- Receiving ---------------------------------------------------------------------------------

void Pool::run_kept_tasks() {
  const StandardFloatMode float_mode;
  while (keeps_tasks() && !ready() && !closed() &&
         run_chunk(0, schedule_.lone_chunk_policy(state_queue_.missing()), true) > 0) {
  }
}

// Tasks that were kept for this call run before the deadline counts: had workers got them, they
// would be over.
bool Pool::wait_until(Clock::time_point deadline) {
  run_kept_tasks();
  if (ready()) return true;
  const Clock::time_point start = Clock::now();
  const bool done = wait_for_workers(deadline);
  flight_.spent_ns += ns_since(start);
  return done;
}

bool Pool::wait_for_workers(Clock::time_point deadline) {
  const StandardFloatMode float_mode;
  while (!ready()) {
    if (closed()) return false;
    if (may_help() && (run_range(0) || run_chunk(0, schedule_.chunk_policy(), false) > 0)) {
      if (Clock::now() >= deadline) return ready();
      continue;
    }
    const Clock::time_point start = Clock::now();
    if (spin_.until([this] { return ready() || closed(); })) {
      waited_ns_ += ns_since(start);
      continue;
    }
    const Clock::time_point asleep = Clock::now();
    const bool done = state_queue_.wait_until(deadline);
    spin_.slept(Clock::now() - asleep);
    waited_ns_ += ns_since(start);
    if (!done && Clock::now() >= deadline) return false;
  }
  return true;
}

}  // namespace pp

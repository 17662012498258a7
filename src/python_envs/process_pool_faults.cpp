// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Worker processes that die or hang: the rows they owe are filled in as failures.
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "process_pool.h"
#include "process_pool_call.h"

namespace pp {

namespace {

// How long a process may take to end that was killed.
constexpr int kDyingMs = 1000;

bool has_ended(int process, int milliseconds = 0) {
  pollfd look{process, POLLIN, 0};
  if (milliseconds == 0) return poll(&look, 1, 0) > 0;
  const nb::gil_scoped_release released;
  return poll(&look, 1, milliseconds) > 0;
}

void kill_process(int process) {
  syscall(SYS_pidfd_send_signal, process, SIGKILL, nullptr, 0);
  has_ended(process, kDyingMs);
}

std::string with_seconds(const char* what, double seconds) {
  char text[96];
  std::snprintf(text, sizeof text, "%s %g seconds", what, seconds);
  return text;
}

}  // namespace

// What a signal handler raises meanwhile comes out when the rows are in order; then the next look
// goes on.
void ProcessPool::look_after_workers() {
  restless_ = false;
  for (std::uint32_t i = 0; i < workers_.size(); ++i) {
    Worker& worker = workers_[i];
    if (worker.state == WorkerState::kRuns) {
      const bool ended = has_ended(worker.process, worker.channel->ended() ? kDyingMs : 0);
      const std::string reason = ended ? "" : why_hanging(i);
      if (ended || !reason.empty()) bury(i, reason);
    }
    if (worker.state == WorkerState::kToRestart) begin_restart(i);
    if (worker.state == WorkerState::kStarts) look_after_start(i);
    restless_ |= worker.state == WorkerState::kStarts || worker.asked != worker.answered;
  }
}

// Why a worker that is still there must be ended, or nothing.
std::string ProcessPool::why_hanging(std::uint32_t i) {
  Worker& worker = workers_[i];
  if (worker.channel->ended()) return "closed its connection";
  if (!step_timeout_) return "";
  const Clock::time_point now = Clock::now();
  const std::chrono::duration<double> most(*step_timeout_);
  if (worker.asked != worker.answered) worker.channel->advance();
  const Progress progress{worker.queue.progress(), worker.channel->moved()};
  const std::int64_t busy_since = progress.tasks.busy_since;
  if (busy_since > 0 && now.time_since_epoch() - Clock::duration(busy_since) > most) {
    return with_seconds("did not return within", *step_timeout_);
  }
  const bool owes_answer = worker.asked != worker.answered && worker.channel->front() == nullptr;
  if ((worker.queue.all_done() && !owes_answer) || progress != worker.seen) {
    worker.seen = progress;
    worker.seen_at = now;
  }
  if (now - worker.seen_at <= most) return "";
  return with_seconds("did not get on for", *step_timeout_);
}

// Ends what is left of a worker, and answers for its environments.
void ProcessPool::bury(std::uint32_t worker, const std::string& reason) {
  Worker& dead = workers_[worker];
  WorkerBox& box = dead.queue.box();
  if (!reason.empty()) kill_process(dead.process);
  dead.state = restarts_ ? WorkerState::kToRestart : WorkerState::kDead;
  dead.process = -1;
  dead.channel = nullptr;
  dead.channel_owner.reset();
  dead.asked = dead.answered = 0;
  dead.death = "worker process " + std::to_string(worker) + " has ended";
  const std::uint32_t env = box.current_env.exchange(kNoEnv, std::memory_order_relaxed);
  std::exception_ptr raised;
  try {
    const nb::object running = env == kNoEnv ? nb::object(nb::none()) : nb::int_(env);
    dead.death = nb::cast<std::string>(starter_.attr("died")(worker, reason, running));
  } catch (...) {
    raised = std::current_exception();
  }
  box.busy_since.store(0, std::memory_order_relaxed);
  dead.queue.restart();
  fill_in_rows(worker, dead.death);
  for (std::uint32_t i = plan_.first_env(worker); i < plan_.first_env(worker + 1); ++i) {
    if (rows_due_[i] == kNoEnv) status_.deliver(i, false, true);
  }
  status_.count_blocked();
  if (raised) std::rethrow_exception(raised);
}

// --- Another one in its place ------------------------------------------------------------------

// If it is interrupted, it is tried again.
void ProcessPool::begin_restart(std::uint32_t worker) {
  const auto failure = nb::cast<std::string>(starter_.attr("restart")(worker));
  if (!failure.empty()) return give_up(worker, failure);
  workers_[worker].state = WorkerState::kStarts;
}

void ProcessPool::look_after_start(std::uint32_t worker) {
  const nb::object result = starter_.attr("started")(worker);
  if (result.is_none() || workers_[worker].state == WorkerState::kRuns) return;
  give_up(worker, nb::cast<std::string>(result));
}

void ProcessPool::give_up(std::uint32_t worker, const std::string& why) {
  Worker& dead = workers_[worker];
  dead.state = WorkerState::kDead;
  dead.death = why;
  dead.queue.restart();
  fill_in_rows(worker, why);
  starter_.attr("gave_up")(why);
}

// --- Rows --------------------------------------------------------------------------------------

void ProcessPool::fill_in_rows(std::uint32_t worker, const std::string& why) {
  std::vector<std::uint32_t> lost;
  for (std::uint32_t env = plan_.first_env(worker); env < plan_.first_env(worker + 1); ++env) {
    if (rows_due_[env] != kNoEnv) lost.push_back(env);
  }
  if (lost.empty()) return;
  rows_.count_cells();
  if (plan_.sync()) {
    for (const std::uint32_t env : lost) {
      const SharedRows::Place place{0, rows_due_[env]};
      if (!rows_.is_written(place)) write_failed_row(place, env, why);
    }
    return;
  }
  rows_.for_each_written([&](SharedRows::Place place) {
    const auto* const ids =
        reinterpret_cast<const std::uint32_t*>(rows_.column(place.slot, plan_.layout.env_id));
    std::erase(lost, ids[place.row]);
  });
  const RowClaim claim = rows_.claim_of(worker);
  for (std::uint64_t number = claim.number; number < claim.number + claim.count; ++number) {
    if (number < rows_.base() || lost.empty()) continue;
    const SharedRows::Place place = rows_.place_of(number);
    if (rows_.is_written(place)) continue;
    write_failed_row(place, lost.front(), why);
    lost.erase(lost.begin());
  }
  for (const std::uint32_t env : lost) {
    write_failed_row(rows_.place_of(rows_.claim(1, plan_.options.num_workers)), env, why);
  }
}

void ProcessPool::write_failed_row(SharedRows::Place place, std::uint32_t env,
                                   const std::string& why) {
  const BatchLayout& layout = plan_.layout;
  const auto zero = [&](std::size_t column) {
    const Column& kind = layout.columns[column];
    const std::size_t bytes = kind.row_bytes() * (kind.per_player ? layout.max_players : 1);
    std::memset(rows_.column(place.slot, column) + place.row * bytes, 0, bytes);
  };
  for (std::size_t i = 0; i <= layout.elapsed_step; ++i) zero(i);
  if (layout.multi_player) zero(layout.players);
  reinterpret_cast<std::uint32_t*>(rows_.column(place.slot, layout.env_id))[place.row] = env;
  failures_[env] = why;
  rows_.kind(place).store(static_cast<std::uint8_t>(RowKind::kFailed), std::memory_order_release);
  rows_.publish(place.slot, rows_.batch_number(place.slot), 1);
}

}  // namespace pp

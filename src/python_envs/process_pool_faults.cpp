// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Worker processes that die or hang: the rows they owe are filled in as failures.
#include <poll.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "process_pool.h"
#include "process_pool_call.h"

namespace pp {

void ProcessPool::look_after_workers() {
  const Call call(*this, "call");
  find_dead();
}

void ProcessPool::find_dead() {
  for (std::uint32_t i = 0; i < workers_.size(); ++i) {
    if (workers_[i].process < 0) continue;
    pollfd look{workers_[i].process, POLLIN, 0};
    if (poll(&look, 1, 0) > 0) {
      bury(i, "");
    } else if (hangs(i)) {
      char reason[64];
      std::snprintf(reason, sizeof reason, "did not return within %g seconds", *step_timeout_);
      bury(i, reason);
    }
  }
}

bool ProcessPool::hangs(std::uint32_t worker) const {
  if (!step_timeout_) return false;
  const std::int64_t since =
      workers_[worker].queue.box().busy_since.load(std::memory_order_relaxed);
  const std::chrono::duration<double> busy(Clock::now().time_since_epoch() -
                                           Clock::duration(since));
  return since > 0 && busy.count() > *step_timeout_;
}

// Ends what is left of a worker, and answers for its environments.
void ProcessPool::bury(std::uint32_t worker, const std::string& reason) {
  Worker& dead = workers_[worker];
  WorkerBox& box = dead.queue.box();
  dead.process = -1;
  const std::uint32_t env = box.current_env.exchange(kNoEnv, std::memory_order_relaxed);
  const nb::object running = env == kNoEnv ? nb::object(nb::none()) : nb::int_(env);
  dead.epitaph = nb::cast<std::string>(on_death_.attr("died")(worker, reason, running));
  box.busy_since.store(0, std::memory_order_relaxed);
  dead.queue.restart();
  fill_in_rows(worker, dead.epitaph);
  for (std::uint32_t i = plan_.first_env(worker); i < plan_.first_env(worker + 1); ++i) {
    if (rows_due_[i] == kNoEnv) status_.deliver(i, false, true);
  }
  status_.count_blocked();
  on_death_.attr("buried")(worker);
}

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
  rows_.publish(place.slot, 1);
}

}  // namespace pp

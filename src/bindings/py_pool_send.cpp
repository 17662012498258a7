// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What calls send to the threads of a pool.
#include <parallel_pool/bindings/py_pool.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pp {

bool PyPool::step_all(nb::handle actions, Caller caller) {
  if (multi_player_) return false;
  pool_->check_all(TaskKind::kStep);
  actions_.parse(actions, num_envs_, 0);
  check_actions(all_envs_);
  step_all_in_place_or_share(caller);
  return true;
}

void PyPool::send_claimed_steps(Caller caller) {
  copy_actions();
  const auto count = static_cast<std::uint32_t>(envs_.size());
  shared_generators_.take(pool_->group(), envs_);
  pool_->group().prepare(envs_, actions_.columns());
  pool_->acquire_batches(count);
  launch(TaskKind::kStep, count, [&] { pool_->send(envs_, caller); });
}

// The fast path. The engine reads the caller's arrays in place if it is done with them before any
// other Python code can run, and so change what was checked.
void PyPool::step_all_in_place_or_share(Caller caller) {
  const std::uint32_t count = num_envs_;
  shared_generators_.take(pool_->group(), all_envs_);
  pool_->group().prepare(all_envs_, actions_.columns());
  pool_->acquire_batches(count);
  if (pool_->runs_inline(count, TaskKind::kStep, caller) && keeps_gil(count, TaskKind::kStep)) {
    pool_->step_all_in_place(actions_.columns());
  } else {
    pool_->actions().set_all(actions_.columns());
    launch(TaskKind::kStep, count, [&] { pool_->step_all(caller); });
  }
  actions_.clear();
}

void PyPool::read_resets(nb::handle seeds, nb::handle options) {
  parse_seeds(seeds);
  reset_options_ =
      options.is_none() ? nullptr : type_.parse_reset_options(nb::cast<nb::dict>(options));
}

void PyPool::send_claimed_resets(Resets which, Caller caller) {
  shared_generators_.take(pool_->group(), envs_);
  pool_->acquire_batches(static_cast<std::uint32_t>(envs_.size()));
  give_seeds();
  if (reset_options_ != nullptr) {
    for (const std::uint32_t env : envs_) {
      pool_->group().set_reset_options(env, reset_options_.get());
    }
  }
  pool_->group().prepare(envs_, nullptr);
  launch(TaskKind::kReset, envs_.size(), [&] {
    if (which == Resets::kAll) {
      pool_->reset_all(caller);
    } else if (which == Resets::kMasked) {
      pool_->reset_masked(envs_);
    } else {
      pool_->reset(envs_, caller);
    }
  });
}

bool PyPool::keeps_gil(std::size_t count, TaskKind kind) const {
  return pool_->estimated_ns(count, kind) < kReleaseNs;
}

// Runs what may execute tasks in this thread; without the GIL if that may take long.
template <class Run>
void PyPool::launch(TaskKind kind, std::size_t count, Run&& run) {
  if (keeps_gil(count, kind)) {
    run();
  } else {
    const nb::gil_scoped_release released;
    run();
  }
}

// A list of a seed or None for each environment of the current call, or None.
void PyPool::parse_seeds(nb::handle seeds) {
  seeds_.clear();
  if (seeds.is_none()) return;
  for (const nb::handle seed : nb::cast<nb::list>(seeds)) {
    seeds_.push_back(seed.is_none() ? SeedWords{} : parse_seed(seed));
  }
}

// To the environments of the current call; empty words leave the streams there are.
void PyPool::give_seeds() {
  for (std::size_t i = 0; i < seeds_.size(); ++i) {
    if (seeds_[i].empty()) continue;
    pool_->group().set_seed(envs_[i], seeds_[i]);
    shared_generators_.release(envs_[i]);  // a seed begins another stream
  }
}

void PyPool::copy_actions() {
  for (std::size_t leaf = 0; leaf < fields_.action.size(); ++leaf) {
    const Field& field = fields_.action[leaf];
    const std::byte* source = actions_.columns()[leaf];
    if (!field.leaf.per_player) {
      pool_->actions().set_rows(leaf, envs_, source);
      continue;
    }
    for (const std::uint32_t env : envs_) {
      const std::size_t bytes = field.row_bytes * players_[env];
      pool_->actions().set(leaf, env, source, bytes);
      source += bytes;
    }
  }
}

}  // namespace pp

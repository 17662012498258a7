// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Drives a pool from C++ as the bindings do from Python: one environment class, one action leaf.
#pragma once

#include <parallel_pool/core/episodes/typed_env_group.h>
#include <parallel_pool/core/pool/home_memory.h>
#include <parallel_pool/core/pool/pool.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "check.h"

namespace pp::testing {

struct ReleaseBatch {
  void operator()(Batch* batch) const noexcept { batch->release(); }
};
using BatchPointer = std::unique_ptr<Batch, ReleaseBatch>;

// What one receive yields.
struct Result {
  BatchPointer batch;
  std::uint32_t rows = 0;
  std::uint32_t failures = 0;
};

template <class Env>
struct DriverOptions {
  PoolOptions pool;
  EpisodeRules rules;
  typename Env::Config config = {};
  std::size_t keep = 1000;  // free batches; so many that none is ever given back to the system
  const WorkersApi* workers = nullptr;  // shared ones
  Topology topology = read_topology();
};

template <class Env>
class Driver {
 public:
  explicit Driver(DriverOptions<Env> options)
      : Driver(options, resolve(options.pool, options.topology)) {}

  Pool& pool() { return *pool_; }
  const BatchLayout& layout() const { return layout_; }
  BatchStore& store() { return *store_; }
  std::uint32_t num_envs() const { return options_.num_envs; }

  // Environment i starts from seed + i.
  void seed(std::uint64_t seed) {
    const Pool::Call call(*pool_, "seed");
    for (std::uint32_t env = 0; env < num_envs(); ++env) {
      pool_->group().set_seed(env, seed_words(seed + env));
    }
  }

  Result reset() {
    const Pool::Call call(*pool_, "reset");
    pool_->check_all(TaskKind::kReset);
    pool_->acquire_batches(num_envs());
    pool_->reset_all(Caller::kWaits);
    return finish();
  }

  // Resets all without waiting.
  void async_reset() {
    const Pool::Call call(*pool_, "async_reset");
    pool_->check_all(TaskKind::kReset);
    pool_->acquire_batches(num_envs());
    pool_->reset_all(Caller::kGoesOn);
  }

  // Steps all environments; reads `actions` in place where that is allowed.
  Result step(const void* actions) {
    const Pool::Call call(*pool_, "step");
    pool_->check_all(TaskKind::kStep);
    pool_->acquire_batches(num_envs());
    const auto* const column = static_cast<const std::byte*>(actions);
    if (pool_->runs_inline(num_envs(), TaskKind::kStep, Caller::kWaits)) {
      pool_->step_all_in_place(&column);
    } else {
      pool_->actions().set_all(&column);
      pool_->step_all(Caller::kWaits);
    }
    return finish();
  }

  // Steps some: action k is that of envs[k].
  template <class Action>
  void send(std::span<const std::uint32_t> envs, const Action* actions) {
    const Pool::Call call(*pool_, "send");
    pool_->status().claim(envs, TaskKind::kStep);
    for (std::size_t k = 0; k < envs.size(); ++k) {
      pool_->actions().set(0, envs[k], reinterpret_cast<const std::byte*>(actions + k),
                           sizeof(Action));
    }
    pool_->acquire_batches(static_cast<std::uint32_t>(envs.size()));
    pool_->send(envs, Caller::kGoesOn);
  }

  // Resets some, without waiting.
  void send_resets(std::span<const std::uint32_t> envs) {
    const Pool::Call call(*pool_, "reset");
    pool_->status().claim(envs, TaskKind::kReset);
    pool_->acquire_batches(static_cast<std::uint32_t>(envs.size()));
    pool_->reset(envs, Caller::kGoesOn);
  }

  Result receive() {
    const Pool::Call call(*pool_, "recv");
    return finish();
  }

  // Of one row: which environment, and how it fared.
  std::uint32_t env_id(const Result& result, std::uint32_t row) const {
    return static_cast<std::uint32_t>(column<std::int32_t>(result, layout_.env_id)[row]);
  }
  double reward(const Result& result, std::uint32_t row) const {
    return column<double>(result, layout_.reward)[row];
  }
  bool terminated(const Result& result, std::uint32_t row) const {
    return column<bool>(result, layout_.terminated)[row];
  }
  bool truncated(const Result& result, std::uint32_t row) const {
    return column<bool>(result, layout_.truncated)[row];
  }
  RowKind kind(const Result& result, std::uint32_t row) const {
    return column<RowKind>(result, layout_.kind)[row];
  }
  template <class T>
  const T* column(const Result& result, std::size_t index) const {
    return result.batch->template column<T>(index);
  }

 private:
  Driver(const DriverOptions<Env>& options, const PoolOptions& pool)
      : options_(pool),
        layout_(layout_of(options, pool)),
        store_(std::make_shared<BatchStore>(layout_, options.keep, batch_memory(layout_, pool))),
        pool_(std::make_unique<Pool>(std::make_unique<TypedEnvGroup<Env>>(
                                         options.config, places_of(pool.placement), options.rules),
                                     pool, options.rules, layout_, *store_, options.workers)) {}

  static BatchLayout layout_of(const DriverOptions<Env>& options, const PoolOptions& pool) {
    const GroupFields fields = fields_of(Env::spec(options.config));
    return BatchLayout(fields.observation, fields.info, pool.batch_size, fields.max_players,
                       fields.multi_player, options.rules.autoreset == AutoresetMode::kSameStep);
  }
  // No test waits for long unless a wake-up or a row was lost.
  Result finish() {
    const auto deadline = Pool::Clock::now() + std::chrono::minutes(2);
    if (!pool_->ready()) check(pool_->wait_until(deadline), "the pool did not finish");
    const ReceivedBatch received = pool_->receive();
    return {BatchPointer(received.batch), received.rows, received.failures};
  }

  const PoolOptions options_;
  const BatchLayout layout_;
  std::shared_ptr<BatchStore> store_;
  std::unique_ptr<Pool> pool_;
};

}  // namespace pp::testing

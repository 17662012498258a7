// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Batches: their memory is laid out without overlap, recycled, bounded, and outlives the store and
// the pool as long as someone holds a batch.
#include <parallel_pool/core/batches/batch.h>

#include <atomic>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "check.h"
#include "scripted_pool.h"

namespace pp::testing {
namespace {

BatchLayout small_layout() { return BatchLayout({}, {}, 3, 1, false, false); }

void columns_are_aligned_and_apart() {
  const GroupFields fields = fields_of(Scripted::spec({.payload = 7}));
  const BatchLayout layout(fields.observation, fields.info, 5, 1, false, true);
  const auto store = std::make_shared<BatchStore>(layout, 1);
  const BatchPointer batch(store->acquire());
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    std::byte* const column = batch->columns()[i];
    check_equal(reinterpret_cast<std::uintptr_t>(column) % 64, 0u);
    const std::size_t bytes = 5 * layout.columns[i].row_bytes();
    if (i + 1 < layout.columns.size()) check(column + bytes <= batch->columns()[i + 1]);
    std::memset(column, 1, bytes);  // AddressSanitizer looks at the last one's end
  }
}

void released_batches_come_back() {
  const auto store = std::make_shared<BatchStore>(small_layout(), 2);
  std::set<Batch*> first;
  std::vector<BatchPointer> held;
  for (int i = 0; i < 3; ++i) first.insert(held.emplace_back(store->acquire()).get());
  check_equal(first.size(), 3u);
  held.clear();
  check_equal(store->free_count(), 2u, "no more are kept than asked for");
  for (int i = 0; i < 2; ++i) {
    check(first.contains(held.emplace_back(store->acquire()).get()), "reused");
  }
  check_equal(store->free_count(), 0u);
}

void a_batch_outlives_its_store() {
  auto store = std::make_shared<BatchStore>(small_layout(), 4);
  BatchPointer batch(store->acquire());
  BatchPointer other(store->acquire());
  const std::weak_ptr<BatchStore> watch = store;
  store.reset();
  check(!watch.expired(), "batches that are out keep their store");
  batch->column<double>(0)[2] = 1.5;
  batch.reset();
  check(!watch.expired());
  other.reset();
  check(watch.expired(), "the last batch frees it");
}

void a_batch_outlives_its_pool() {
  Result result;
  {
    ScriptedPool pool({.pool = {.num_envs = 8, .num_threads = 2}, .rules = {}, .config = {}});
    pool.reset();
    const Commands commands(8);
    result = pool.step(commands.data());
  }
  // Four counters a row, of which the second counts steps.
  const std::int64_t* const counters = result.batch->column<std::int64_t>(0);
  for (std::size_t row = 0; row < 8; ++row) check_equal(counters[4 * row + 1], 1, "steps");
}

// Batches are dropped by other threads while the first one acquires.
void releases_from_many_threads() {
  constexpr std::size_t kThreads = 3;
  constexpr int kBatches = 20'000;
  const auto store = std::make_shared<BatchStore>(small_layout(), 4);
  std::atomic<Batch*> hand[kThreads] = {};
  std::atomic<bool> finished{false};
  std::vector<std::thread> threads;
  for (auto& mine : hand) {
    threads.emplace_back([&] {
      while (true) {
        const bool last = finished.load(std::memory_order_acquire);
        Batch* const batch = mine.exchange(nullptr, std::memory_order_acq_rel);
        if (batch != nullptr) {
          check_equal(batch->column<double>(0)[0], batch->column<double>(0)[1], "nobody else's");
          batch->release();
        } else if (last) {
          return;
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  for (int i = 0; i < kBatches; ++i) {
    Batch* const batch = store->acquire();
    batch->column<double>(0)[0] = i;
    batch->column<double>(0)[1] = i;
    Batch* const before = hand[i % kThreads].exchange(batch, std::memory_order_acq_rel);
    if (before != nullptr) before->release();
  }
  finished.store(true, std::memory_order_release);
  for (std::thread& thread : threads) thread.join();
  check(store->free_count() <= 4);
}

// The batches that ever exist at a time are at most twice those in flight, for a user who drops
// each once the next actions are sent.
void memory_is_bounded(std::uint32_t num_envs, std::uint32_t batch_size, std::uint32_t threads) {
  ScriptedPool pool(
      {.pool = {.num_envs = num_envs, .batch_size = batch_size, .num_threads = threads},
       .rules = {},
       .config = {}});
  const Commands commands(num_envs);
  pool.async_reset();
  for (int i = 0; i < 2000; ++i) {
    const Result result = pool.receive();
    const EnvIds envs = env_ids(pool, result);
    pool.send(std::span(envs), commands.data());
  }
  std::uint32_t left = num_envs;
  while (left > 0) left -= pool.receive().rows;
  const std::size_t in_flight = (num_envs + batch_size - 1) / batch_size;
  check(pool.store().free_count() <= 2 * in_flight, "at most twice the batches in flight");
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  columns_are_aligned_and_apart();
  released_batches_come_back();
  a_batch_outlives_its_store();
  a_batch_outlives_its_pool();
  releases_from_many_threads();
  memory_is_bounded(8, 8, 1);
  memory_is_bounded(8, 8, 3);
  memory_is_bounded(8, 2, 2);
  memory_is_bounded(8, 3, 2);
  memory_is_bounded(9, 8, 2);
  memory_is_bounded(64, 1, 3);
}

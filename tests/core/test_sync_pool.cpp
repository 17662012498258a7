// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A pool in sync mode: rows in env order at any number of threads, subsets and masks, the three
// autoreset modes, batches that stay as they were while they are held.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "scripted_pool.h"

namespace pp::testing {
namespace {

constexpr std::uint32_t kEnvs = 50;

DriverOptions<Scripted> options(std::uint32_t threads, std::uint32_t chunk = 0) {
  return {.pool = {.num_envs = kEnvs, .num_threads = threads, .chunk_size = chunk},
          .rules = {},
          .config = {.spin_us = 2, .spin_always = threads > 1}};
}

void rows_come_in_env_order(std::uint32_t threads, std::uint32_t chunk) {
  ScriptedPool pool(options(threads, chunk));
  pool.seed(0);
  const Result first = pool.reset();
  check_equal(first.rows, kEnvs);
  Commands commands(kEnvs);
  for (std::int64_t step = 1; step <= 100; ++step) {
    for (std::uint32_t env = 0; env < kEnvs; ++env) {
      commands[env] = (env + step) % 2 == 0 ? Scripted::kSpin : Scripted::kGoOn;
    }
    const Result result = pool.step(commands.data());
    check_equal(result.rows, kEnvs);
    for (std::uint32_t env = 0; env < kEnvs; ++env) {
      check_equal(pool.env_id(result, env), env);
      check_equal(counters(pool, result, env)[1], step);
      check_equal(counters(pool, result, env)[2], commands[env]);
      check(pool.kind(result, env) == RowKind::kStep);
    }
  }
}

void subsets_come_in_the_order_sent(std::uint32_t threads) {
  ScriptedPool pool(options(threads, 2));
  pool.reset();
  const EnvIds first = {30, 2, 49, 7, 8, 9, 0};
  const EnvIds second = {1, 48, 3};
  const Commands commands(kEnvs);
  pool.send(std::span(first), commands.data());
  pool.send_resets(second);
  const Result result = pool.receive();
  EnvIds expected = first;
  expected.insert(expected.end(), second.begin(), second.end());
  check(env_ids(pool, result) == expected);
  for (std::uint32_t row = 0; row < result.rows; ++row) {
    const bool was_reset = row >= first.size();
    check_equal(counters(pool, result, row)[0], was_reset ? 2 : 1, "episodes");
    check_equal(counters(pool, result, row)[1], was_reset ? 0 : 1, "steps");
  }
}

void a_masked_reset_observes_the_others(std::uint32_t threads) {
  ScriptedPool pool(options(threads, 3));
  pool.reset();
  const Commands commands(kEnvs);
  for (int i = 0; i < 5; ++i) pool.step(commands.data());
  const EnvIds some = {0, 3, 4, 49};
  const Pool::Call call(pool.pool(), "reset");
  pool.pool().status().claim(some, TaskKind::kReset);
  pool.pool().acquire_batches(some.size());
  pool.pool().reset_masked(some);
  while (!pool.pool().ready()) pool.pool().wait_until(Pool::Clock::now() + std::chrono::minutes(1));
  const ReceivedBatch received = pool.pool().receive();
  const Result result{BatchPointer(received.batch), received.rows, received.failures};
  check_equal(result.rows, kEnvs);
  for (std::uint32_t env = 0; env < kEnvs; ++env) {
    const bool was_reset = std::ranges::find(some, env) != some.end();
    check_equal(counters(pool, result, env)[1], was_reset ? 0 : 5);
    check(pool.kind(result, env) == (was_reset ? RowKind::kReset : RowKind::kUntouched));
  }
}

// What the row after an episode's end shows, and where the end itself is seen.
void autoreset_modes(std::uint32_t threads) {
  for (const auto mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep, AutoresetMode::kDisabled}) {
    DriverOptions<Scripted> chosen = options(threads);
    chosen.rules = {.autoreset = mode, .max_episode_steps = 3};
    ScriptedPool pool(chosen);
    pool.reset();
    Commands commands(kEnvs);
    commands[1] = Scripted::kTerminate;
    Result result = pool.step(commands.data());
    check(pool.terminated(result, 1) && !pool.truncated(result, 1) && !pool.terminated(result, 0));
    commands[1] = Scripted::kGoOn;
    const bool same_step = mode == AutoresetMode::kSameStep;
    check_equal(counters(pool, result, 1)[1], same_step ? 0 : 1, "the end or the new start");
    if (same_step) {
      const auto* final = pool.column<std::int64_t>(result, pool.layout().final_observation);
      check_equal(final[4 + 1], 1, "the final observation");
    }
    if (mode == AutoresetMode::kDisabled) {
      check_refused(ErrorKind::kResetNeeded, "env id 1", [&] { pool.step(commands.data()); });
      pool.send_resets(EnvIds{1});
      pool.receive();
    }
    result = pool.step(commands.data());
    const bool next_step = mode == AutoresetMode::kNextStep;
    check(pool.kind(result, 1) == (next_step ? RowKind::kReset : RowKind::kStep));
    check_equal(counters(pool, result, 1)[1], next_step ? 0 : 1);
    result = pool.step(commands.data());
    check(pool.truncated(result, 0), "the time limit");
    check(!pool.truncated(result, 1), "a limit of its own");
  }
}

void held_batches_do_not_change(std::uint32_t threads) {
  ScriptedPool pool(options(threads));
  pool.reset();
  const Commands commands(kEnvs);
  std::vector<std::pair<Result, std::int64_t>> held;
  for (std::int64_t step = 1; step <= 200; ++step) {
    held.emplace_back(pool.step(commands.data()), step);
    if (held.size() == 7) held.erase(held.begin() + step % 7);
    for (const auto& [result, then] : held) {
      for (std::uint32_t env = 0; env < kEnvs; ++env) {
        check_equal(counters(pool, result, env)[1], then);
      }
    }
  }
}

void what_can_not_be_is_refused() {
  ScriptedPool pool(options(2));
  const Commands commands(kEnvs);
  check_refused(ErrorKind::kResetNeeded, "env id 0 was never reset",
                [&] { pool.step(commands.data()); });
  pool.reset();
  const EnvIds twice = {4, 5, 4};
  check_refused(ErrorKind::kValue, "env id 4 appears twice",
                [&] { pool.send(std::span(twice), commands.data()); });
  const EnvIds outside = {4, kEnvs};
  check_refused(ErrorKind::kIndex, "env id 50 is out of range",
                [&] { pool.send(std::span(outside), commands.data()); });
  const EnvIds some = {4};
  pool.send(std::span(some), commands.data());
  check_refused(ErrorKind::kInFlight, "1 results are in flight",
                [&] { pool.step(commands.data()); });
  check_refused(ErrorKind::kInFlight, "env id 4 is in flight",
                [&] { pool.send(std::span(some), commands.data()); });
  pool.receive();
  check_equal(pool.step(commands.data()).rows, kEnvs, "the pool goes on");
  check_refused(ErrorKind::kValue, "num_envs", [] { resolve({.num_envs = 0}); });
  check_refused(ErrorKind::kValue, "batch_size", [] { resolve({.num_envs = 2, .batch_size = 3}); });
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  for (const std::uint32_t threads : {1u, 2u, 4u}) {
    for (const std::uint32_t chunk : {0u, 1u, 7u}) rows_come_in_env_order(threads, chunk);
    subsets_come_in_the_order_sent(threads);
    a_masked_reset_observes_the_others(threads);
    autoreset_modes(threads);
    held_batches_do_not_change(threads);
  }
  what_can_not_be_is_refused();
}

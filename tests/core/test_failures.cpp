// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment that throws fails its own row: it is counted and named, its neighbours go on, and
// a reset brings it back.
#include <array>
#include <random>
#include <string>
#include <vector>

#include "scripted_pool.h"

namespace pp::testing {
namespace {

std::string cause(ScriptedPool& pool, std::uint32_t env) {
  const Pool::Call call(pool.pool(), "cause");
  return pool.pool().group().take_failure(env);
}

void a_failure_is_its_rows_own(std::uint32_t threads) {
  constexpr std::uint32_t kEnvs = 20;
  ScriptedPool pool({.pool = {.num_envs = kEnvs, .num_threads = threads, .chunk_size = 3},
                     .rules = {},
                     .config = {.payload = 5}});
  pool.reset();
  Commands commands(kEnvs);
  commands[3] = Scripted::kThrow;
  commands[4] = Scripted::kThrowLater;
  commands[19] = Scripted::kThrowNoException;
  {
    const Result result = pool.step(commands.data());
    check_equal(result.failures, 3u);
    for (std::uint32_t env = 0; env < kEnvs; ++env) {
      const bool failed = env == 3 || env == 4 || env == 19;
      check((pool.kind(result, env) == RowKind::kFailed) == failed);
      check_equal(counters(pool, result, env)[1], failed ? 0 : 1, "zeros, or the step");
      check_equal(pool.reward(result, env), failed ? 0.0 : 1.0);
    }
  }
  check(cause(pool, 3) == "asked to fail at step 0");
  check(cause(pool, 4) == "asked to fail in observe");
  check(cause(pool, 19) == "an exception that is no std::exception");
  check(cause(pool, 19) == "unknown failure", "told once");
  check_refused(ErrorKind::kResetNeeded, "env id 3 failed: reset it first",
                [&] { pool.step(commands.data()); });
  pool.send_resets(EnvIds{3, 4, 19});
  check_equal(pool.receive().failures, 0u);
  const Commands go_on(kEnvs);
  const Result result = pool.step(go_on.data());
  check_equal(result.failures, 0u);
  for (std::uint32_t env = 0; env < kEnvs; ++env) {
    check_equal(counters(pool, result, env)[1], env == 3 || env == 4 || env == 19 ? 1 : 2);
  }
}

// As many failures as were asked for, each in its own environment's row.
void failures_under_load(std::uint32_t batch, std::uint32_t threads) {
  constexpr std::uint32_t kEnvs = 24;
  ScriptedPool pool({.pool = {.num_envs = kEnvs, .batch_size = batch, .num_threads = threads},
                     .rules = {},
                     .config = {.spin_us = 5}});
  std::mt19937 random(threads);
  enum class Task { kIdle, kSuccess, kFailure };
  std::vector<Task> tasks(kEnvs, Task::kSuccess);
  constexpr std::array kChoice{Scripted::kThrow, Scripted::kThrowLater, Scripted::kSpin,
                               Scripted::kSpin,  Scripted::kGoOn,       Scripted::kGoOn};
  std::uint64_t asked = 0;
  std::uint64_t failed = 0;
  pool.async_reset();
  for (int round = 0; round < 3'000; ++round) {
    const Result result = pool.receive();
    failed += result.failures;
    EnvIds resets;
    EnvIds steps;
    Commands commands;
    for (std::uint32_t row = 0; row < result.rows; ++row) {
      Task& task = tasks[pool.env_id(result, row)];
      check(task != Task::kIdle, "one result for each task");
      check_equal(pool.kind(result, row) == RowKind::kFailed, task == Task::kFailure);
      if (task == Task::kFailure) {
        check(cause(pool, pool.env_id(result, row)) != "unknown failure");
        resets.push_back(pool.env_id(result, row));
      } else {
        steps.push_back(pool.env_id(result, row));
        commands.push_back(kChoice[random() % kChoice.size()]);
      }
      task = Task::kIdle;
    }
    for (const std::uint32_t env : resets) tasks[env] = Task::kSuccess;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool fails = commands[i] == Scripted::kThrow || commands[i] == Scripted::kThrowLater;
      tasks[steps[i]] = fails ? Task::kFailure : Task::kSuccess;
      asked += fails ? 1 : 0;
    }
    if (!resets.empty()) pool.send_resets(resets);
    if (!steps.empty()) pool.send(std::span(steps), commands.data());
  }
  while (pool.pool().in_flight() > 0) failed += pool.receive().failures;
  check_equal(failed, asked);
  check(asked > 1000);
}

// A failure in observe, after an episode's end under SameStep, and in a reset.
void failures_in_other_places() {
  ScriptedPool pool({.pool = {.num_envs = 3, .num_threads = 1},
                     .rules = {.autoreset = AutoresetMode::kSameStep, .max_episode_steps = 1},
                     .config = {}});
  pool.reset();
  const Commands commands = {Scripted::kGoOn, Scripted::kThrowLater, Scripted::kGoOn};
  const Result result = pool.step(commands.data());
  check_equal(result.failures, 1u);
  check(pool.truncated(result, 0) && pool.kind(result, 1) == RowKind::kFailed);
  check(!pool.truncated(result, 1), "a failed row tells nothing else");
  const Scripted::ResetOptions failing{.offset = 0, .fail = true};
  {
    const Pool::Call call(pool.pool(), "options");
    pool.pool().group().set_reset_options(2, &failing);
  }
  const Result after = pool.reset();
  check_equal(after.failures, 1u);
  check(pool.kind(after, 2) == RowKind::kFailed);
  check_equal(pool.reset().failures, 0u, "the options were for one reset");
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  for (const std::uint32_t threads : {1u, 2u, 4u}) {
    a_failure_is_its_rows_own(threads);
    failures_under_load(24, threads);
    failures_under_load(5, threads);
  }
  failures_in_other_places();
}

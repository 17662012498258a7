// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A pool in async mode: every result comes once, with the environment's newest state; the first
// that finish come first; no environment starves.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "scripted_pool.h"

namespace pp::testing {
namespace {

struct Shape {
  std::uint32_t envs;
  std::uint32_t batch;
  std::uint32_t threads;
  std::uint32_t chunk;
};

// Random commands to whatever was received, followed by a model of each environment.
void results_follow_a_model(const Shape& shape) {
  ScriptedPool pool({.pool = {.num_envs = shape.envs,
                              .batch_size = shape.batch,
                              .num_threads = shape.threads,
                              .chunk_size = shape.chunk},
                     .rules = {.max_episode_steps = 9},
                     .config = {.spin_us = 20}});
  struct Model {
    std::int64_t steps = 0;
    bool ended = true;
    bool in_flight = true;
    std::int64_t command = 0;
  };
  std::vector<Model> models(shape.envs);
  std::mt19937 random(shape.envs + shape.batch);
  pool.async_reset();
  EnvIds ids;
  Commands commands;
  for (int round = 0; round < 4'000; ++round) {
    const Result result = pool.receive();
    check_equal(result.rows, shape.batch);
    ids = env_ids(pool, result);
    for (std::uint32_t row = 0; row < result.rows; ++row) {
      Model& model = models[ids[row]];
      check(model.in_flight, "one result for each task");
      model.in_flight = false;
      model.steps = model.ended ? 0 : model.steps + 1;
      check_equal(counters(pool, result, row)[1], model.steps);
      check((pool.kind(result, row) == RowKind::kReset) == model.ended);
      const bool terminates = !model.ended && model.command == Scripted::kTerminate;
      check_equal(pool.terminated(result, row), terminates);
      check_equal(pool.truncated(result, row), model.steps == 9);
      model.ended = terminates || model.steps == 9;
    }
    constexpr std::array kChoice{Scripted::kGoOn, Scripted::kSpin, Scripted::kGoOn,
                                 Scripted::kTerminate};
    commands.clear();
    for (const std::uint32_t env : ids) {
      models[env].command = kChoice[random() % kChoice.size()];
      models[env].in_flight = true;
      commands.push_back(models[env].command);
    }
    pool.send(std::span(ids), commands.data());
  }
  std::size_t left = shape.envs;
  while (left > 0) left -= pool.receive().rows;
  check_equal(pool.pool().in_flight(), 0u);
}

// The environments of one batch sleep; those of the others need not wait for them.
void the_first_that_finish_come_first() {
  ScriptedPool pool({.pool = {.num_envs = 4, .batch_size = 2, .num_threads = 3},
                     .rules = {},
                     .config = {.sleep_ms = 400}});
  pool.async_reset();
  pool.receive();
  pool.receive();
  const EnvIds all = {0, 1, 2, 3};
  const Commands commands = {Scripted::kSleep, Scripted::kGoOn, Scripted::kSleep, Scripted::kGoOn};
  pool.send(std::span(all), commands.data());
  EnvIds first = env_ids(pool, pool.receive());
  EnvIds second = env_ids(pool, pool.receive());
  std::ranges::sort(first);
  std::ranges::sort(second);
  check(first == EnvIds{1, 3} && second == EnvIds{0, 2});
}

// Tasks are begun in the order in which they were sent: with one thread, results show it.
void no_environment_starves() {
  constexpr std::uint32_t kEnvs = 24;
  ScriptedPool pool(
      {.pool = {.num_envs = kEnvs, .batch_size = 5, .num_threads = 1}, .rules = {}, .config = {}});
  pool.async_reset();
  std::vector<std::uint32_t> expected;
  for (std::uint32_t env = 0; env < kEnvs; ++env) expected.push_back(env);
  const Commands commands(kEnvs);
  for (int round = 0; round < 3'000; ++round) {
    const EnvIds ids = env_ids(pool, pool.receive());
    check(std::equal(ids.begin(), ids.end(), expected.begin()), "first in, first out");
    std::rotate(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(ids.size()),
                expected.end());
    pool.send(std::span(ids), commands.data());
  }
}

// Its step returns once the steps of as many environments run at the same time.
class Meeting {
 public:
  struct Config {};
  struct Action {
    Row<std::int64_t> ignored;
  };
  struct Observation {
    Row<std::int64_t> there;
  };
  static constexpr int kGuests = 4;

  static Spec<Meeting> spec(const Config&) {
    return {.observation = box(&Observation::there, 0, kGuests),
            .action = discrete(&Action::ignored, 2)};
  }
  explicit Meeting(const Config&) {}
  void reset(Rng&) {}
  Transition step(const Action&) {
    ++here_;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (here_ % kGuests != 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {};
  }
  void observe(Observation& out) const { out.there = here_ % kGuests; }

 private:
  static inline std::atomic<int> here_{0};
};

// Though the workers that are first in turn are in the middle of one already.
void each_long_task_gets_a_worker() {
  constexpr std::uint32_t kEnvs = Meeting::kGuests;
  Driver<Meeting> pool(
      {.pool = {.num_envs = kEnvs, .batch_size = 1, .num_threads = kEnvs}, .rules = {}});
  pool.async_reset();
  for (std::uint32_t i = 0; i < kEnvs; ++i) pool.receive();
  for (int round = 0; round < 20; ++round) {
    for (std::uint32_t env = 0; env < kEnvs; ++env) {
      const EnvIds one = {env};
      const Commands commands(1);
      pool.send(std::span(one), commands.data());
    }
    for (std::uint32_t i = 0; i < kEnvs; ++i) {
      const Result result = pool.receive();
      check_equal(pool.column<std::int64_t>(result, pool.layout().observation)[0], 0,
                  "all four were there");
    }
  }
}

// More workers than are woken one by one: those that are woken wake the others.
void many_workers_wake_each_other() {
  constexpr std::uint32_t kEnvs = 40;
  ScriptedPool pool({.pool = {.num_envs = kEnvs, .batch_size = 8, .num_threads = kEnvs},
                     .rules = {},
                     .config = {.sleep_ms = 1}});
  pool.async_reset();
  const Commands commands(kEnvs, Scripted::kSleep);
  for (int round = 0; round < 300; ++round) {
    const EnvIds ids = env_ids(pool, pool.receive());
    pool.send(std::span(ids), commands.data());
  }
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  results_follow_a_model({.envs = 16, .batch = 4, .threads = 1, .chunk = 0});
  results_follow_a_model({.envs = 16, .batch = 4, .threads = 2, .chunk = 0});
  results_follow_a_model({.envs = 40, .batch = 7, .threads = 4, .chunk = 3});
  results_follow_a_model({.envs = 9, .batch = 8, .threads = 3, .chunk = 1});
  results_follow_a_model({.envs = 12, .batch = 1, .threads = 2, .chunk = 0});
  the_first_that_finish_come_first();
  no_environment_starves();
  each_long_task_gets_a_worker();
  many_workers_wake_each_other();
}

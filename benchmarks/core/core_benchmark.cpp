// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The engine without Python: a pool against a bare loop over the same classes, two threads against
// one, an idle pool's CPU time, the memory of batches. Prints CSV.
//
// Times are the least over many rounds, in which the contestants take turns: what else the machine
// does can only add to them. The bare loop steps, resets, limits and observes as the pool does and
// writes the same arrays (bare_loop.h; schedules.h compares the two bit by bit).
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "busy.h"
#include "driver.h"
#include "families/classic_control/bare_rows.h"
#include "families/toy_text/bare_rows.h"

namespace pp::benchmarks {
namespace {

using testing::BareLoop;
using testing::Driver;
using testing::Result;
using testing::Rows;

constexpr std::uint32_t kEnvs = 1024;
constexpr std::size_t kActionSets = 64;

void report(const std::string& name, const char* quantity, double value, const char* unit) {
  std::printf("%s,%s,%.4g,%s\n", name.c_str(), quantity, value, unit);
  std::fflush(stdout);
}

// Nanoseconds that `run` takes.
template <class Run>
double time_ns(Run&& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count();
}

// The compiler must have all results in memory by now.
void results_are_seen() { __asm__ volatile("" : : : "memory"); }

template <class Env>
std::vector<typename Rows<Env>::ActionType> random_actions() {
  std::vector<typename Rows<Env>::ActionType> actions(kEnvs * kActionSets);
  std::mt19937 random(1);
  for (auto& action : actions) {
    if constexpr (Rows<Env>::kActions == 0) {
      action = static_cast<float>(random() % 4000) / 1000.0f - 2.0f;
    } else {
      action = random() % Rows<Env>::kActions;
    }
  }
  return actions;
}

template <class Env>
void against_a_bare_loop(const std::string& name, std::int64_t limit, int rounds) {
  constexpr int kSteps = 20;
  const auto actions = random_actions<Env>();
  BareLoop<Env> bare(kEnvs, limit);
  Driver<Env> pool(
      {.pool = {.num_envs = kEnvs, .num_threads = 1}, .rules = {.max_episode_steps = limit}});
  bare.reset(0);
  pool.seed(0);
  Result result = pool.reset();
  double best_bare = 1e18;
  double best_pool = 1e18;
  std::size_t set = 0;
  for (int round = 0; round < rounds; ++round) {
    best_bare = std::min(best_bare, time_ns([&] {
                           for (int i = 0; i < kSteps; ++i) {
                             bare.step(&actions[(set + i) % kActionSets * kEnvs]);
                             results_are_seen();
                           }
                         }));
    best_pool = std::min(best_pool, time_ns([&] {
                           for (int i = 0; i < kSteps; ++i) {
                             result = pool.step(&actions[(set + i) % kActionSets * kEnvs]);
                             results_are_seen();
                           }
                         }));
    set += kSteps;
  }
  report(name, "bare loop", best_bare / kSteps / kEnvs, "ns/step");
  report(name, "pool with 1 thread", best_pool / kSteps / kEnvs, "ns/step");
  report(name, "pool's speed to the bare loop's", best_bare / best_pool, "ratio");
}

// The pools take turns, so the second thread has gone to sleep before each batch and is woken for
// it.
void two_threads_against_one(double step_us, std::uint32_t num_envs, int rounds) {
  const Busy::Config config{.iterations = Busy::iterations_for(step_us * 1000)};
  const auto make = [&](std::uint32_t threads) {
    return std::make_unique<Driver<Busy>>(testing::DriverOptions<Busy>{
        .pool = {.num_envs = num_envs, .num_threads = threads}, .rules = {}, .config = config});
  };
  const std::unique_ptr<Driver<Busy>> pools[] = {make(1), make(2)};
  const std::vector<std::int64_t> actions(num_envs);
  double best[2] = {1e18, 1e18};
  for (const auto& pool : pools) pool->reset();
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < 2; ++i) {
      best[i] = std::min(best[i], time_ns([&] { pools[i]->step(actions.data()); }));
    }
  }
  const std::string name = "a step of " + std::to_string(static_cast<int>(step_us)) + " us, " +
                           std::to_string(num_envs) + " environments";
  report(name, "pool with 1 thread", best[0] / num_envs / 1000, "us/step");
  report(name, "pool with 2 threads", best[1] / num_envs / 1000, "us/step");
  report(name, "2 threads to 1", best[0] / best[1], "ratio");
}

double cpu_ms() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto ms = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

// Its workers have run, and have nothing more to do.
void an_idle_pool() {
  Driver<Busy> pool({.pool = {.num_envs = 256, .batch_size = 64, .num_threads = 4},
                     .rules = {},
                     .config = {.iterations = 2000}});
  pool.async_reset();
  for (int i = 0; i < 4; ++i) pool.receive();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const double before = cpu_ms();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  report("an idle pool", "CPU time in a second", cpu_ms() - before, "ms");
}

double heap_bytes() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

// A user who holds one batch while the next one fills.
void memory(std::uint32_t batch) {
  using Env = classic_control::CartPole;
  const std::string name = "CartPole, batch " + std::to_string(batch) + " of 1024";
  const double before = heap_bytes();
  Driver<Env> pool(
      {.pool = {.num_envs = kEnvs, .batch_size = batch, .num_threads = 2}, .rules = {}});
  const double made = heap_bytes();
  pool.async_reset();
  std::vector<std::uint32_t> envs;
  const std::vector<std::int64_t> actions(kEnvs);
  std::uint32_t left = kEnvs;
  for (int i = 0; i < 2000; ++i) {
    const Result result = pool.receive();
    envs.clear();
    for (std::uint32_t row = 0; row < result.rows; ++row) envs.push_back(pool.env_id(result, row));
    pool.send(std::span<const std::uint32_t>(envs), actions.data());
  }
  report(name, "pool without batches", (made - before) / 1024, "KiB");
  report(name, "one batch", static_cast<double>(pool.layout().bytes) / 1024, "KiB");
  report(name, "batches in flight", kEnvs / batch, "batches");
  while (left > 0) left -= pool.receive().rows;
  report(name, "batches allocated", static_cast<double>(pool.store().free_count()), "batches");
}

}  // namespace
}  // namespace pp::benchmarks

// The one argument, a number, scales how long it runs.
int main(int argc, char** argv) {
  using namespace pp::benchmarks;
  const double scale = argc > 1 ? std::atof(argv[1]) : 1.0;
  const auto rounds = static_cast<int>(1000 * scale);
  std::puts("case,quantity,value,unit");
  against_a_bare_loop<pp::classic_control::CartPole>("CartPole", 500, rounds);
  against_a_bare_loop<pp::classic_control::Pendulum>("Pendulum", 200, rounds);
  against_a_bare_loop<pp::classic_control::MountainCar>("MountainCar", 200, rounds);
  against_a_bare_loop<pp::classic_control::ContinuousMountainCar>("MountainCarContinuous", 999,
                                                                  rounds);
  against_a_bare_loop<pp::classic_control::Acrobot>("Acrobot", 500, rounds);
  against_a_bare_loop<pp::toy_text::FrozenLake>("FrozenLake", 100, rounds);
  against_a_bare_loop<pp::toy_text::Blackjack>("Blackjack", 0, rounds);
  against_a_bare_loop<pp::toy_text::CliffWalking>("CliffWalking", 0, rounds);
  against_a_bare_loop<pp::toy_text::Taxi>("Taxi", 200, rounds);
  against_a_bare_loop<pp::toy_text::Catch>("Catch", 0, rounds);
  against_a_bare_loop<pp::toy_text::NChain>("NChain", 1000, rounds);
  for (const std::uint32_t num_envs : {64u, 256u})
    two_threads_against_one(5.0, num_envs, 3 * rounds);
  an_idle_pool();
  memory(1024);
  memory(256);
}

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// In steady state a step allocates nothing: zero calls of malloc over thousands of steps, in sync
// and async mode, inline and with workers, in every autoreset mode.
#pragma once

#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "bare_loop.h"
#include "driver.h"
#include "heap_counter.h"

namespace pp::testing {

struct Shape {
  std::uint32_t envs;
  std::uint32_t batch;
  std::uint32_t threads;
  int warm_up;
  int steps;
};

// Steps a pool over and over; which environments ended is noted for autoreset mode Disabled.
template <class Env>
class Stepper {
 public:
  Stepper(const Shape& shape, AutoresetMode mode)
      : driver_({.pool = {.num_envs = shape.envs,
                          .batch_size = shape.batch,
                          .num_threads = shape.threads},
                 .rules = {.autoreset = mode, .max_episode_steps = 100}}),
        async_(shape.batch < shape.envs),
        resets_by_hand_(mode == AutoresetMode::kDisabled),
        actions_(shape.envs) {
    envs_.reserve(shape.envs);
    ended_.reserve(shape.envs);
    driver_.seed(5);
    if (async_) {
      start_async();
    } else {
      driver_.reset();
    }
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      for (auto& action : actions_) action = static_cast<ActionType>(++dice_ * 2654435761u >> 31);
      if (async_) {
        step_async();
      } else {
        step_sync();
      }
    }
  }

 private:
  using ActionType = typename Rows<Env>::ActionType;

  void step_sync() {
    {
      const Result result = driver_.step(actions_.data());
      sort(result);
    }
    if (ended_.empty()) return;
    driver_.send_resets(ended_);
    driver_.receive();
  }

  // Returns when every environment had its first reset, which makes a generator out of a seed and
  // allocates. Were they sent on one by one, a worker that the system puts aside could keep the
  // last of the first resets until long after the warm-up.
  void start_async() {
    driver_.async_reset();
    for (std::uint32_t left = driver_.num_envs(); left > 0; left -= driver_.receive().rows) {
    }
    envs_.resize(driver_.num_envs());
    std::iota(envs_.begin(), envs_.end(), 0u);
    driver_.send(std::span<const std::uint32_t>(envs_), actions_.data());
  }

  void step_async() {
    {
      const Result result = driver_.receive();
      sort(result);
    }
    if (!envs_.empty()) driver_.send(std::span<const std::uint32_t>(envs_), actions_.data());
    if (!ended_.empty()) driver_.send_resets(ended_);
  }

  // Who goes on and who is to be reset by hand.
  void sort(const Result& result) {
    envs_.clear();
    ended_.clear();
    for (std::uint32_t row = 0; row < result.rows; ++row) {
      const bool ended = driver_.terminated(result, row) || driver_.truncated(result, row);
      (resets_by_hand_ && ended ? ended_ : envs_).push_back(driver_.env_id(result, row));
    }
  }

  Driver<Env> driver_;
  const bool async_;
  const bool resets_by_hand_;
  std::vector<ActionType> actions_;
  std::vector<std::uint32_t> envs_;
  std::vector<std::uint32_t> ended_;
  std::uint32_t dice_ = 0;
};

template <class Env>
std::uint64_t allocations_of(Stepper<Env>& stepper, int steps) {
  const std::uint64_t before = allocations();
  stepper.run(steps);
  return allocations() - before;
}

template <class Env>
void steps_allocate_nothing(const std::string& name) {
  // The second shape is large enough for its work to be shared with a worker.
  const Shape shapes[] = {
      {.envs = 64, .batch = 64, .threads = 1, .warm_up = 300, .steps = 2'000},
      {.envs = 2048, .batch = 2048, .threads = 2, .warm_up = 100, .steps = 200},
      {.envs = 64, .batch = 16, .threads = 1, .warm_up = 500, .steps = 2'000},
      {.envs = 256, .batch = 64, .threads = 2, .warm_up = 500, .steps = 2'000},
  };
  for (const Shape& shape : shapes) {
    for (const auto mode :
         {AutoresetMode::kNextStep, AutoresetMode::kSameStep, AutoresetMode::kDisabled}) {
      Stepper<Env> stepper(shape, mode);
      stepper.run(shape.warm_up);
      std::uint64_t found = allocations_of(stepper, shape.steps);
      // Where steps are slow, a pool may start its worker only now, which allocates once.
      if (found > 0 && shape.threads > 1) found = allocations_of(stepper, shape.steps);
      check_equal(found, 0u,
                  name + ", batch " + std::to_string(shape.batch) + " of " +
                      std::to_string(shape.envs) + ", threads " + std::to_string(shape.threads) +
                      ", mode " + std::to_string(static_cast<int>(mode)));
    }
  }
}

// Nor does a copy of environments, once the first ones were made.
template <class Env>
void clones_allocate_nothing(const std::string& name) {
  constexpr std::uint32_t kEnvs = 32;
  Driver<Env> driver({.pool = {.num_envs = kEnvs, .num_threads = 1}, .rules = {}});
  driver.seed(5);
  driver.reset();
  const Pool::Call call(driver.pool(), "clone");
  std::vector<std::uint32_t> same(kEnvs, 3), all(kEnvs), turned(kEnvs);
  std::iota(all.begin(), all.end(), 0u);
  std::iota(turned.rbegin(), turned.rend(), 0u);
  std::uint64_t before = 0;
  for (int i = 0; i < 20; ++i) {
    if (i == 3) before = allocations();
    driver.pool().clone(same, all);
    driver.pool().clone(turned, all);
  }
  const std::uint64_t after = allocations();
  check_equal(after - before, 0u, name + ", clones");
}

}  // namespace pp::testing

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Results do not depend on how the work is shared: each environment's trajectory is that of a bare
// loop over the same class, at any number of threads, batch size and chunk size, bit for bit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bare_loop.h"
#include "driver.h"

namespace pp::testing {
namespace schedules {

constexpr std::uint32_t kEnvs = 37;
constexpr std::uint32_t kSteps = 250;
constexpr std::int64_t kLimit = 60;
constexpr std::uint64_t kSeed = 11;

// FNV-1a over what an environment showed.
class Hash {
 public:
  void add(const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) {
      value_ = (value_ ^ static_cast<const std::uint8_t*>(data)[i]) * 0x100000001b3u;
    }
  }
  bool operator==(const Hash&) const = default;

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};
using Hashes = std::vector<Hash>;

// The action that an environment gets in its own step `step`.
template <class Env>
typename Rows<Env>::ActionType action_of(std::uint32_t env, std::uint32_t step) {
  const std::uint32_t dice = ((env * 7919u + step) * 2654435761u) >> 16;
  if constexpr (Rows<Env>::kActions == 0) {
    return static_cast<float>(dice % 500) / 100.0f - 2.5f;
  } else {
    return dice % Rows<Env>::kActions;
  }
}

template <class Env>
Hashes bare_hashes() {
  BareLoop<Env> loop(kEnvs, kLimit);
  Hashes hashes(kEnvs);
  std::vector<typename Rows<Env>::ActionType> actions(kEnvs);
  const auto note = [&] {
    for (std::uint32_t env = 0; env < kEnvs; ++env) {
      for (std::size_t leaf = 0; leaf < loop.kLeaves; ++leaf) {
        const std::size_t bytes = Rows<Env>::kBytes[leaf];
        hashes[env].add(loop.observations[leaf].data() + env * bytes, bytes);
      }
      hashes[env].add(&loop.rewards[env], sizeof(double));
      hashes[env].add(&loop.terminated[env], 1);
      hashes[env].add(&loop.truncated[env], 1);
    }
  };
  loop.reset(kSeed);
  note();
  for (std::uint32_t step = 0; step < kSteps; ++step) {
    for (std::uint32_t env = 0; env < kEnvs; ++env) actions[env] = action_of<Env>(env, step);
    loop.step(actions.data());
    note();
  }
  return hashes;
}

template <class Env>
void note(const Driver<Env>& driver, const Result& result, Hashes& hashes) {
  const BatchLayout& layout = driver.layout();
  for (std::uint32_t row = 0; row < result.rows; ++row) {
    Hash& hash = hashes[driver.env_id(result, row)];
    for (std::size_t leaf = 0; leaf < Rows<Env>::kBytes.size(); ++leaf) {
      const std::size_t bytes = Rows<Env>::kBytes[leaf];
      hash.add(result.batch->columns()[layout.observation + leaf] + row * bytes, bytes);
    }
    hash.add(driver.template column<double>(result, layout.reward) + row, sizeof(double));
    hash.add(driver.template column<bool>(result, layout.terminated) + row, 1);
    hash.add(driver.template column<bool>(result, layout.truncated) + row, 1);
  }
}

template <class Env>
Hashes sync_hashes(Driver<Env>& driver) {
  Hashes hashes(kEnvs);
  std::vector<typename Rows<Env>::ActionType> actions(kEnvs);
  note(driver, driver.reset(), hashes);
  for (std::uint32_t step = 0; step < kSteps; ++step) {
    for (std::uint32_t env = 0; env < kEnvs; ++env) actions[env] = action_of<Env>(env, step);
    note(driver, driver.step(actions.data()), hashes);
  }
  return hashes;
}

// Each environment goes its own pace until it has had all its steps.
template <class Env>
Hashes async_hashes(Driver<Env>& driver) {
  Hashes hashes(kEnvs);
  std::vector<std::uint32_t> steps(kEnvs);
  std::vector<std::uint32_t> envs;
  std::vector<typename Rows<Env>::ActionType> actions;
  driver.async_reset();
  for (std::uint32_t in_flight = kEnvs; in_flight > 0;) {
    const Result result = driver.receive();
    note(driver, result, hashes);
    in_flight -= result.rows;
    envs.clear();
    actions.clear();
    for (std::uint32_t row = 0; row < result.rows; ++row) {
      const std::uint32_t env = driver.env_id(result, row);
      if (steps[env] == kSteps) continue;
      envs.push_back(env);
      actions.push_back(action_of<Env>(env, steps[env]++));
    }
    if (!envs.empty()) driver.send(std::span<const std::uint32_t>(envs), actions.data());
    in_flight += static_cast<std::uint32_t>(envs.size());
  }
  return hashes;
}

}  // namespace schedules

template <class Env>
void trajectories_are_the_bare_loops() {
  using namespace schedules;
  const Hashes expected = bare_hashes<Env>();
  for (const std::uint32_t threads : {1u, 2u, 4u}) {
    for (const std::uint32_t batch : {kEnvs, 8u, 1u}) {
      for (const std::uint32_t chunk : {0u, 1u, 5u}) {
        Driver<Env> driver({.pool = {.num_envs = kEnvs,
                                     .batch_size = batch,
                                     .num_threads = threads,
                                     .chunk_size = chunk},
                            .rules = {.max_episode_steps = kLimit}});
        driver.seed(kSeed);
        check((batch == kEnvs ? sync_hashes(driver) : async_hashes(driver)) == expected);
      }
    }
  }
}

}  // namespace pp::testing

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Fills in defaults, refuses invalid options, and selects CPUs.
#include <parallel_pool/core/pool/pool_options.h>
#include <parallel_pool/core/threads/cpu.h>
#include <parallel_pool/error.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pp {

PoolOptions resolve(PoolOptions options, const Topology& topology) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorKind::kValue, message); };
  if (options.num_envs < 1) refuse("num_envs must be at least 1, got 0");
  if (options.num_envs >= 1u << 31) {
    refuse("num_envs must be below 2**31, got " + std::to_string(options.num_envs));
  }
  if (options.batch_size == 0) options.batch_size = options.num_envs;
  if (options.batch_size > options.num_envs) {
    refuse("batch_size must be at most num_envs = " + std::to_string(options.num_envs) + ", got " +
           std::to_string(options.batch_size));
  }
  if (options.num_threads == 0) {
    const std::size_t cpus = std::min(available_parallelism(), cpus_of(options.numa, topology));
    options.num_threads =
        static_cast<std::uint32_t>(std::min<std::size_t>(cpus, options.batch_size));
  }
  options.num_threads = std::min(options.num_threads, options.num_envs);
  options.placement = place({.num_envs = options.num_envs,
                             .num_threads = options.num_threads,
                             .thread_affinity_offset = options.thread_affinity_offset,
                             .numa = options.numa},
                            topology);
  return options;
}

EnvPlaces places_of(const Placement& placement) {
  std::vector<EnvPlaces::Block> blocks;
  for (const Home& home : placement.homes) blocks.push_back({home.last_env, home.cpus});
  return EnvPlaces(std::move(blocks));
}

}  // namespace pp

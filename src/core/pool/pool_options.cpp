// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Fills in defaults, refuses invalid options, and selects CPUs.
#include <parallel_pool/core/author/error.h>
#include <parallel_pool/core/pool/pool_options.h>
#include <parallel_pool/core/threads/cpu.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace pp {

PoolOptions resolve(PoolOptions options) {
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
    options.num_threads = static_cast<std::uint32_t>(
        std::min<std::size_t>(available_parallelism(), options.batch_size));
  }
  options.num_threads = std::min(options.num_threads, options.num_envs);
  return options;
}

std::vector<int> pinned_cpus(const PoolOptions& options) {
  std::vector<int> cpus;
  if (options.numa_node >= 0) {
    cpus = numa_node_cpus(options.numa_node);
  } else if (options.thread_affinity_offset >= 0) {
    cpus = allowed_cpus();
  }
  if (options.thread_affinity_offset > 0) {
    const auto shift = static_cast<std::size_t>(options.thread_affinity_offset) % cpus.size();
    std::rotate(cpus.begin(), cpus.begin() + static_cast<std::ptrdiff_t>(shift), cpus.end());
  }
  return cpus;
}

}  // namespace pp

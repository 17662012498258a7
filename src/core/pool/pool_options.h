// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How many environments a pool has, and which threads run them.
#pragma once

#include <parallel_pool/core/episodes/env_places.h>
#include <parallel_pool/core/threads/placement.h>

#include <cstdint>

namespace pp {

// The most batches that a pool fills at once: each environment has at most one row in flight.
constexpr std::uint32_t batches_in_use(std::uint32_t num_envs, std::uint32_t batch_size) {
  return batch_size == num_envs ? 1 : num_envs / batch_size + 2;
}

struct PoolOptions {
  std::uint32_t num_envs = 1;
  std::uint32_t batch_size = 0;              // 0: num_envs, that is sync mode
  std::uint32_t num_threads = 0;             // 0: the CPUs this process may use, at most batch_size
  std::uint32_t chunk_size = 0;              // environments that a task runs; 0: by measured cost
  std::int32_t thread_affinity_offset = -1;  // >= 0: pin workers to CPUs, from this one on
  NumaChoice numa = {};                      // the nodes that workers spread over
  bool shared = false;       // other processes may map the batches; ignored but on Linux
  Placement placement = {};  // filled in by `resolve`

  // The following are true of resolved options.
  bool sync() const { return batch_size == num_envs; }
  std::uint32_t batches_in_use() const { return pp::batches_in_use(num_envs, batch_size); }
};

// Fills in the defaults and refuses what is impossible.
PoolOptions resolve(PoolOptions options, const Topology& topology = read_topology());

// Where the environments of a pool are made.
EnvPlaces places_of(const Placement& placement);

}  // namespace pp

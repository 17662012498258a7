// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Which CPUs the workers of a pool may use, and next to which of them its environments live.
#pragma once

#include <parallel_pool/core/threads/topology.h>

#include <cstdint>
#include <vector>

namespace pp {

// Which NUMA nodes a pool may use.
struct NumaChoice {
  enum class Kind : std::uint8_t { kAuto, kOff, kNodes };
  Kind kind = Kind::kAuto;
  std::vector<int> nodes;  // of kNodes
};

// A node, or the whole machine, with its workers and a block of neighbouring environments.
struct Home {
  int node = -1;          // -1: the whole machine
  std::vector<int> cpus;  // empty: any
  std::uint32_t workers = 0;
  std::uint32_t first_env = 0;
  std::uint32_t last_env = 0;  // one after the last
};

struct Placement {
  struct Worker {
    std::uint32_t home = 0;
    std::vector<int> cpus;  // that it is bound to; none: it is not bound
  };
  std::vector<Home> homes;      // at least one; each has a worker
  std::vector<Worker> workers;  // in the order of their homes

  std::vector<std::vector<int>> worker_cpus() const;
};

struct PlacementOptions {
  std::uint32_t num_envs = 0;
  std::uint32_t num_threads = 1;
  std::int32_t thread_affinity_offset = -1;  // >= 0: each worker gets one CPU, from this one on
  NumaChoice numa = {};
};

// Spreads workers over nodes in proportion to their CPUs, and environments in proportion to the
// workers. Neighbouring workers and environments share a home, so that a batch that is split among
// the workers in their order finds each environment at home. kAuto uses the nodes if there are more
// workers than one node has CPUs. Throws Error if a node that was asked for has no CPU for this
// process.
Placement place(const PlacementOptions& options, const Topology& topology);

// The CPUs that a pool with this choice may use; throws as `place`.
std::size_t cpus_of(const NumaChoice& numa, const Topology& topology);

}  // namespace pp

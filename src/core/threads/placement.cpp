// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Selects NUMA nodes, and spreads workers and environments over them.
#include <parallel_pool/core/threads/placement.h>
#include <parallel_pool/error.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace pp {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorKind::kValue, "numa: " + message);
}

const NumaNode& node_of(const Topology& topology, int id) {
  const auto node = std::ranges::find(topology, id, &NumaNode::id);
  if (node == topology.end()) {
    refuse("this machine has no NUMA node " + std::to_string(id) + " with CPUs");
  }
  if (node->cpus.empty()) {
    refuse("this process may not use any CPU of node " + std::to_string(id));
  }
  return *node;
}

Topology named_nodes(const std::vector<int>& ids, const Topology& topology) {
  Topology nodes;
  for (const int id : ids) {
    if (std::ranges::count(ids, id) > 1) refuse("node " + std::to_string(id) + " was given twice");
    nodes.push_back(node_of(topology, id));
  }
  if (nodes.empty()) refuse("name at least one node, or give \"off\"");
  return nodes;
}

// The nodes that `threads` workers spread over; none if they may go anywhere.
Topology nodes_for(const NumaChoice& numa, std::uint32_t threads, const Topology& topology) {
  if (numa.kind == NumaChoice::Kind::kNodes) return named_nodes(numa.nodes, topology);
  if (numa.kind == NumaChoice::Kind::kOff) return {};
  Topology usable;
  std::ranges::copy_if(topology, std::back_inserter(usable),
                       [](const NumaNode& node) { return !node.cpus.empty(); });
  const bool fit_in_one = std::ranges::any_of(
      usable, [&](const NumaNode& node) { return threads <= node.cpus.size(); });
  return fit_in_one || usable.size() < 2 ? Topology{} : usable;
}

std::vector<int> all_cpus(const Topology& topology) {
  std::vector<int> cpus;
  for (const NumaNode& node : topology) cpus.insert(cpus.end(), node.cpus.begin(), node.cpus.end());
  std::ranges::sort(cpus);
  return cpus;
}

// The home that has the fewest workers for its CPUs once it gets one more.
Home& emptiest(std::vector<Home>& homes) {
  return *std::ranges::min_element(homes, {}, [](const Home& home) {
    return static_cast<double>(home.workers + 1) / static_cast<double>(home.cpus.size());
  });
}

void spread_envs(std::vector<Home>& homes, std::uint32_t num_envs, std::uint32_t num_threads) {
  std::uint64_t workers = 0;
  std::uint32_t first = 0;
  for (Home& home : homes) {
    workers += home.workers;
    home.first_env = first;
    home.last_env = static_cast<std::uint32_t>(workers * num_envs / num_threads);
    first = home.last_env;
  }
}

}  // namespace

std::vector<std::vector<int>> Placement::worker_cpus() const {
  std::vector<std::vector<int>> cpus;
  for (const Worker& worker : workers) cpus.push_back(worker.cpus);
  return cpus;
}

Placement place(const PlacementOptions& options, const Topology& topology) {
  Placement placement;
  for (NumaNode& node : nodes_for(options.numa, options.num_threads, topology)) {
    if (placement.homes.size() == options.num_threads) break;  // the others would have no worker
    placement.homes.push_back({.node = node.id, .cpus = std::move(node.cpus)});
  }
  const bool anywhere = placement.homes.empty();
  const std::vector<int> cpus = all_cpus(topology);
  if (anywhere) placement.homes.push_back({.cpus = cpus});
  const auto homes = static_cast<std::uint32_t>(placement.homes.size());
  for (Home& home : placement.homes) home.workers = 1;
  for (std::uint32_t i = homes; i < options.num_threads; ++i) ++emptiest(placement.homes).workers;
  for (std::uint32_t index = 0; index < placement.homes.size(); ++index) {
    const Home& home = placement.homes[index];
    for (std::uint32_t i = 0; i < home.workers; ++i) {
      std::vector<int> bound_to = anywhere ? std::vector<int>{} : home.cpus;
      if (options.thread_affinity_offset >= 0) {
        const auto offset = static_cast<std::size_t>(options.thread_affinity_offset);
        bound_to = {home.cpus[(offset + i) % home.cpus.size()]};
      }
      placement.workers.push_back({index, std::move(bound_to)});
    }
  }
  if (anywhere) placement.homes[0].cpus.clear();
  spread_envs(placement.homes, options.num_envs, options.num_threads);
  return placement;
}

std::size_t cpus_of(const NumaChoice& numa, const Topology& topology) {
  const bool named = numa.kind == NumaChoice::Kind::kNodes;
  return all_cpus(named ? named_nodes(numa.nodes, topology) : topology).size();
}

}  // namespace pp

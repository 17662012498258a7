// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads the NUMA nodes and the cores from the files that Linux has below /sys.
#include <parallel_pool/core/threads/topology.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

namespace pp {
namespace {

// The CPUs or nodes that a file lists; none if there is no such file.
std::vector<int> listed_in(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<int> numbers = parse_cpu_list(line);
  std::ranges::sort(numbers);
  return numbers;
}

std::vector<int> common(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<int> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both;
}

// How many usable CPUs of its core come before this one.
std::ptrdiff_t rank_in_core(int cpu, const std::vector<int>& allowed, const std::string& root) {
  const std::string path =
      root + "/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list";
  const std::vector<int> siblings = common(listed_in(path), allowed);
  return std::ranges::count_if(siblings, [&](int sibling) { return sibling < cpu; });
}

void put_one_of_each_core_first(std::vector<int>& cpus, const std::vector<int>& allowed,
                                const std::string& root) {
  std::map<int, std::ptrdiff_t> ranks;
  for (const int cpu : cpus) ranks[cpu] = rank_in_core(cpu, allowed, root);
  std::ranges::stable_sort(cpus, {}, [&](int cpu) { return ranks[cpu]; });
}

}  // namespace

Topology read_topology() {
  // It does not change while the machine runs, but for the CPUs that may be used.
  thread_local std::vector<int> known_for;
  thread_local Topology topology;
  std::vector<int> allowed = allowed_cpus();
  if (allowed != known_for) {
    topology = read_topology(allowed);
    known_for = std::move(allowed);
  }
  return topology;
}

Topology read_topology(const std::vector<int>& allowed, const std::string& root) {
  Topology topology;
  std::size_t described = 0;
  for (const int node : listed_in(root + "/node/online")) {
    const std::vector<int> all = listed_in(root + "/node/node" + std::to_string(node) + "/cpulist");
    if (all.empty()) continue;
    topology.push_back({node, common(all, allowed)});
    described += topology.back().cpus.size();
  }
  if (described != allowed.size()) topology = {{0, allowed}};
  for (NumaNode& node : topology) put_one_of_each_core_first(node.cpus, allowed, root);
  return topology;
}

}  // namespace pp

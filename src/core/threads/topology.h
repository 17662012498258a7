// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The NUMA nodes of a machine: which CPUs are next to the same memory.
#pragma once

#include <parallel_pool/core/threads/cpu.h>

#include <string>
#include <vector>

namespace pp {

struct NumaNode {
  int id = 0;
  // Those that this process may use, perhaps none. One CPU of each core comes first, then the
  // others, so that the first n threads get n cores where there are as many.
  std::vector<int> cpus;
};

// All nodes with CPUs, in the order of their ids.
using Topology = std::vector<NumaNode>;

// This machine, with the CPUs that the calling thread may use. The description is read once.
Topology read_topology();

// Reads Linux's description of the machine, or a recording of one below `root`. If there is no
// description of every CPU in `allowed`, they are one node.
Topology read_topology(const std::vector<int>& allowed,
                       const std::string& root = "/sys/devices/system");

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Which CPUs a thread of this process may use: affinity mask and cgroup quota.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pp {

// CPU numbers that the calling thread may use, ascending.
std::vector<int> allowed_cpus();

// The CPU time that the calling thread's pools may use, in CPUs, rounded up: allowed_cpus() and the
// cgroup's quota.
std::size_t available_parallelism();

// How many threads of this process may look for work rather than sleep without keeping each other
// from working: as many as there are CPUs; none under a quota, where looking uses up what is there
// for working.
std::size_t cpus_to_spare();

// The smallest quota of the cgroups (v1 and v2) that the process is in and of those above them, in
// CPUs; 0 is none. The paths are those of Linux, or a test's.
double process_quota(const std::string& membership = "/proc/self/cgroup",
                     const std::string& root = "/sys/fs/cgroup");

// The quota of a cgroup v2 `cpu.max` text ("200000 100000", "max 100000") in CPUs; 0 is none.
double cgroup_quota(const std::string& cpu_max);

// Binds the calling thread to some CPUs. False if the system refuses.
bool bind_current_thread(const std::vector<int>& cpus);

// The CPU that the calling thread is running on; -1 if the system does not tell.
int current_cpu();

// Moves the calling thread to another CPU if it is running on this one and may run on others. The
// system may move it back later.
void leave_cpu(int cpu);

// "0-3,8,10-11" as numbers.
std::vector<int> parse_cpu_list(const std::string& text);

}  // namespace pp

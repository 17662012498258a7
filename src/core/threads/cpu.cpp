// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads the affinity mask and the cgroup files of Linux, and the affinity mask of Windows (of up to 64
// CPUs); elsewhere it uses the standard library's count.
#include <parallel_pool/core/threads/cpu.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#elif defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#endif

namespace pp {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// A cgroup's quota in CPUs, by either version's files.
double quota_of(const std::string& folder) {
  const std::string v2 = first_line(folder + "/cpu.max");
  if (!v2.empty()) return cgroup_quota(v2);
  return cgroup_quota(first_line(folder + "/cpu.cfs_quota_us") + " " +
                      first_line(folder + "/cpu.cfs_period_us"));
}

// The quota of this process as it was within the last second: who makes many small pools would read
// the same files again and again. Threads have their own, since a lock could be held in a fork.
double recent_quota() {
  using Clock = std::chrono::steady_clock;
  thread_local Clock::time_point read_at = Clock::time_point::min();
  thread_local double quota = 0.0;
  const Clock::time_point now = Clock::now();
  if (read_at == Clock::time_point::min() || now - read_at > std::chrono::seconds(1)) {
    quota = process_quota();
    read_at = now;
  }
  return quota;
}

// Where the hierarchy of a line of /proc/self/cgroup, "id:controllers:group", is mounted; empty if
// it does not limit CPU time. Version 2 has no controllers here.
std::string mount_of(const std::string& controllers, const std::string& root) {
  if (controllers.empty()) return root;
  std::istringstream names(controllers);
  for (std::string name; std::getline(names, name, ',');) {
    if (name == "cpu") return root + "/cpu";
  }
  return "";
}

}  // namespace

std::vector<int> parse_cpu_list(const std::string& text) {
  std::vector<int> cpus;
  std::istringstream ranges(text);
  for (std::string range; std::getline(ranges, range, ',');) {
    std::istringstream ends(range);
    int first = 0;
    if (!(ends >> first)) continue;
    int last = first;
    if (ends.peek() == '-') {
      ends.get();
      ends >> last;
    }
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

double process_quota(const std::string& membership, const std::string& root) {
  double quota = 0.0;
  std::ifstream lines(membership);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string id, controllers, group;
    std::getline(fields, id, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, group);
    const std::string mount = mount_of(controllers, root);
    if (mount.empty()) continue;
    while (true) {
      const double here = quota_of(mount + group);
      if (here > 0.0) quota = quota > 0.0 ? std::min(quota, here) : here;
      if (group.empty()) break;
      group.resize(std::min(group.rfind('/'), group.size() - 1));
    }
  }
  return quota;
}

double cgroup_quota(const std::string& cpu_max) {
  std::istringstream fields(cpu_max);
  double quota = 0.0;
  double period = 0.0;
  if (!(fields >> quota >> period) || quota <= 0.0 || period <= 0.0) return 0.0;
  return quota / period;
}

std::vector<int> allowed_cpus() {
  std::vector<int> cpus;
#if defined(__linux__)
  for (int size = CPU_SETSIZE; size <= 1 << 16; size *= 2) {
    cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(size));
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(size));
    const bool read = set != nullptr && sched_getaffinity(0, bytes, set) == 0;
    for (int cpu = 0; read && cpu < size; ++cpu) {
      if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, set)) cpus.push_back(cpu);
    }
    CPU_FREE(set);
    if (read) break;
  }
#elif defined(_WIN32)
  DWORD_PTR process = 0;
  DWORD_PTR machine = 0;
  GetProcessAffinityMask(GetCurrentProcess(), &process, &machine);
  GROUP_AFFINITY thread{};
  const DWORD_PTR allowed =
      GetThreadGroupAffinity(GetCurrentThread(), &thread) != 0 ? thread.Mask : process;
  for (int cpu = 0; cpu < 64; ++cpu) {
    if ((allowed >> cpu & 1) != 0) cpus.push_back(cpu);
  }
#endif
  if (cpus.empty()) {
    const unsigned count = std::max(1u, std::thread::hardware_concurrency());
    for (unsigned cpu = 0; cpu < count; ++cpu) cpus.push_back(static_cast<int>(cpu));
  }
  return cpus;
}

std::size_t available_parallelism() {
  const std::size_t allowed = allowed_cpus().size();
  const double quota = recent_quota();
  if (quota <= 0.0) return allowed;
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(quota)), 1, allowed);
}

std::size_t cpus_to_spare() { return recent_quota() > 0.0 ? 0 : allowed_cpus().size(); }

int current_cpu() {
#if defined(__linux__)
  return sched_getcpu();
#elif defined(_WIN32)
  return static_cast<int>(GetCurrentProcessorNumber());
#else
  return -1;
#endif
}

void leave_cpu(int cpu) {
#if defined(__linux__)
  if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getcpu() != cpu) return;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0 || CPU_COUNT(&allowed) < 2) return;
  cpu_set_t others = allowed;
  CPU_CLR(static_cast<std::size_t>(cpu), &others);
  if (sched_setaffinity(0, sizeof(others), &others) != 0) return;
  sched_setaffinity(0, sizeof(allowed), &allowed);
#else
  (void)cpu;
#endif
}

bool bind_current_thread(const std::vector<int>& cpus) {
#if defined(__linux__)
  if (cpus.empty()) return false;
  const auto size = static_cast<std::size_t>(std::ranges::max(cpus)) + 1;
  cpu_set_t* set = CPU_ALLOC(size);
  if (set == nullptr) return false;
  const std::size_t bytes = CPU_ALLOC_SIZE(size);
  CPU_ZERO_S(bytes, set);
  for (const int cpu : cpus) CPU_SET_S(static_cast<std::size_t>(cpu), bytes, set);
  const bool done = pthread_setaffinity_np(pthread_self(), bytes, set) == 0;
  CPU_FREE(set);
  return done;
#elif defined(_WIN32)
  DWORD_PTR mask = 0;
  for (const int cpu : cpus) mask |= cpu < 64 ? DWORD_PTR{1} << cpu : 0;
  return mask != 0 && SetThreadAffinityMask(GetCurrentThread(), mask) != 0;
#else
  (void)cpus;
  return false;
#endif
}

}  // namespace pp

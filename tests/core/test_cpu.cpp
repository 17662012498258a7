// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The texts from which the number of usable CPUs is read.
#include <parallel_pool/core/threads/cpu.h>

#include <vector>

#include "check.h"

int main() {
  using pp::testing::check;
  using pp::testing::check_equal;
  check(pp::parse_cpu_list("0-3,8,10-11\n") == std::vector<int>{0, 1, 2, 3, 8, 10, 11});
  check(pp::parse_cpu_list("5") == std::vector<int>{5});
  check(pp::parse_cpu_list("").empty());
  check_equal(pp::cgroup_quota("max 100000\n"), 0.0);
  check_equal(pp::cgroup_quota("200000 100000\n"), 2.0);
  check_equal(pp::cgroup_quota("150000 100000"), 1.5);
  check_equal(pp::cgroup_quota(""), 0.0);
  const std::vector<int> cpus = pp::allowed_cpus();
  check(!cpus.empty());
  check(pp::available_parallelism() >= 1 && pp::available_parallelism() <= cpus.size());
  pp::leave_cpu(pp::current_cpu());
  check(pp::allowed_cpus() == cpus, "it may run where it might before");
  check(!pp::bind_current_thread({}));
  check(pp::bind_current_thread({cpus.back()}));
  pp::leave_cpu(cpus.back());
  check_equal(pp::current_cpu(), cpus.back(), "there is no other");
}

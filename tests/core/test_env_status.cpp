// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the calling thread knows of environments: here, how many a step of all would reset.
#include <parallel_pool/core/pool/env_status.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "check.h"

namespace pp::testing {
namespace {

constexpr std::uint32_t kEnvs = 5;

std::uint32_t counted(const EnvStatus& status) {
  std::uint32_t count = 0;
  for (std::uint32_t env = 0; env < kEnvs; ++env) count += status.begins_episode(env);
  return count;
}

// After anything that may happen to them, in any order.
void due_resets_are_counted(bool first_step_resets, unsigned seed) {
  EnvStatus status(kEnvs, {.first_step_resets = first_step_resets});
  check_equal(status.due_resets(), first_step_resets ? kEnvs : 0u);
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (int i = 0; i < 1'000; ++i) {
    const std::uint32_t env = below(kEnvs);
    switch (below(4)) {
      case 0: {
        std::array<bool, kEnvs> terminated{};
        std::array<bool, kEnvs> truncated{};
        for (bool& flag : terminated) flag = below(2) != 0;
        for (bool& flag : truncated) flag = below(2) != 0;
        status.deliver_all(terminated.data(), truncated.data(), below(3) != 0);
        break;
      }
      case 1:
        status.deliver(env, below(2) != 0, false);
        break;
      case 2:
        status.deliver(env, false, true);
        break;
      default: {
        const std::array from{env};
        const std::array to{below(kEnvs)};
        status.clone(from, to);
      }
    }
    check_equal(status.due_resets(), counted(status));
  }
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  for (unsigned seed = 0; seed < 20; ++seed) due_resets_are_counted(seed % 2 != 0, seed);
}

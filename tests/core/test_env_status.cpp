// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the calling thread knows of environments: here, how many a step of all would reset.
#include <parallel_pool/core/pool/env_status.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
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
void due_resets_are_counted(const EpisodeRules& rules, unsigned seed) {
  EnvStatus status(kEnvs, rules);
  EnvStatus one_by_one(kEnvs, rules);  // told the same, a row at a time
  check_equal(status.due_resets(), rules.first_step_resets ? kEnvs : 0u);
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::array<std::uint32_t, kEnvs> order;
  std::iota(order.begin(), order.end(), 0u);
  for (int i = 0; i < 1'000; ++i) {
    std::array<bool, kEnvs> terminated{};
    std::array<bool, kEnvs> truncated{};
    std::array<RowKind, kEnvs> kinds{};
    for (bool& flag : terminated) flag = below(2) != 0;
    for (bool& flag : truncated) flag = below(2) != 0;
    for (RowKind& kind : kinds) kind = RowKind{static_cast<std::uint8_t>(below(4))};
    std::ranges::shuffle(order, random);
    const bool may_end = below(3) != 0;
    switch (below(3)) {
      case 0:
        status.deliver_all(terminated.data(), truncated.data(), may_end);
        for (std::uint32_t env = 0; env < kEnvs; ++env) {
          one_by_one.deliver(env, may_end && (terminated[env] || truncated[env]), false);
        }
        break;
      case 1: {
        std::array<std::int32_t, kEnvs> ids;
        std::ranges::copy(order, ids.begin());
        const std::uint32_t rows = below(kEnvs + 1);
        status.deliver_rows(rows, ids.data(), kinds.data(), terminated.data(), truncated.data(),
                            may_end);
        for (std::uint32_t row = 0; row < rows; ++row) {
          if (kinds[row] == RowKind::kUntouched) continue;
          one_by_one.deliver(order[row], may_end && (terminated[row] || truncated[row]),
                             kinds[row] == RowKind::kFailed);
        }
        break;
      }
      default: {
        const std::span to = std::span(order).first(1 + below(kEnvs));
        const std::vector<std::uint32_t> from(to.size(), below(kEnvs));
        status.clone(from, to);
        one_by_one.clone(from, to);
      }
    }
    check_equal(status.due_resets(), counted(status));
    for (std::uint32_t env = 0; env < kEnvs; ++env) {
      check_equal(status.ended(env), one_by_one.ended(env));
      check_equal(status.failed(env), one_by_one.failed(env));
      check_equal(status.fresh(env), one_by_one.fresh(env));
      check_equal(status.needs_reset(env), one_by_one.needs_reset(env));
    }
  }
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp;
  using enum AutoresetMode;
  for (unsigned seed = 0; seed < 20; ++seed) {
    for (const AutoresetMode mode : {kNextStep, kSameStep, kDisabled}) {
      testing::due_resets_are_counted({.autoreset = mode, .first_step_resets = seed % 2 != 0},
                                      seed);
    }
  }
}

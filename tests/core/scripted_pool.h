// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A pool of the environment that does what its actions say, and names for what its rows show.
#pragma once

#include <cstdint>
#include <vector>

#include "driver.h"
#include "scripted.h"

namespace pp::testing {

using ScriptedPool = Driver<Scripted>;
using Commands = std::vector<std::int64_t>;
using EnvIds = std::vector<std::uint32_t>;

// Episodes, steps, last command and offset of a row's environment.
inline const std::int64_t* counters(const ScriptedPool& pool, const Result& result,
                                    std::uint32_t row) {
  return pool.column<std::int64_t>(result, pool.layout().observation) + 4 * row;
}

inline EnvIds env_ids(const ScriptedPool& pool, const Result& result) {
  EnvIds ids;
  for (std::uint32_t row = 0; row < result.rows; ++row) ids.push_back(pool.env_id(result, row));
  return ids;
}

}  // namespace pp::testing

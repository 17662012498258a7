// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Bounds of options that many environments have. Larger values are surely mistakes.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace pp {

inline constexpr std::int64_t kMostStacked = 1024;       // frames or observations in a stack
inline constexpr std::int64_t kMostSkipped = 1'000'000;  // simulation steps in a time step
inline constexpr std::int64_t kMostPixels = 4096;        // along a side of a picture

// Throws std::invalid_argument for an option that is not from 1 to `most`.
inline void check_count(const char* name, std::int64_t count, std::int64_t most) {
  if (count >= 1 && count <= most) return;
  throw std::invalid_argument(std::string(name) + " must be " +
                              (count < 1 ? "at least 1" : "at most " + std::to_string(most)) +
                              ", got " + std::to_string(count));
}

}  // namespace pp

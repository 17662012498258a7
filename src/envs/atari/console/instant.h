// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The processor's count of time: cycles and executed instructions in one number, so that both are
// increased at once.
#pragma once

#include <cstdint>

namespace pp::atari {

using Instant = std::int64_t;  // cycles in the upper bits, instructions in the lower ones

inline constexpr int kInstructionBits = 16;
inline constexpr Instant kCycle = Instant{1} << kInstructionBits;
inline constexpr Instant kInstruction = 1;

constexpr std::int64_t cycles_of(Instant instant) { return instant >> kInstructionBits; }
constexpr int instructions_of(Instant instant) { return static_cast<std::uint16_t>(instant); }

}  // namespace pp::atari

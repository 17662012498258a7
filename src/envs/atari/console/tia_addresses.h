// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The addresses of the TIA's registers for writes, and when a write acts.
#pragma once

#include <array>
#include <cstdint>

namespace pp::atari {

enum TiaRegister : int {
  kVsync = 0x00,
  kVblank = 0x01,
  kWsync = 0x02,
  kNusiz0 = 0x04,
  kNusiz1 = 0x05,
  kColup0 = 0x06,
  kColubk = 0x09,
  kCtrlpf = 0x0a,
  kRefp0 = 0x0b,
  kRefp1 = 0x0c,
  kPf0 = 0x0d,
  kPf2 = 0x0f,
  kResp0 = 0x10,
  kResp1 = 0x11,
  kResm0 = 0x12,
  kResm1 = 0x13,
  kResbl = 0x14,
  kGrp0 = 0x1b,
  kGrp1 = 0x1c,
  kEnam0 = 0x1d,
  kEnam1 = 0x1e,
  kEnabl = 0x1f,
  kHmp0 = 0x20,
  kHmbl = 0x24,
  kVdelp0 = 0x25,
  kVdelbl = 0x27,
  kResmp0 = 0x28,
  kResmp1 = 0x29,
  kHmove = 0x2a,
  kHmclr = 0x2b,
  kCxclr = 0x2c,
};
inline constexpr int kTiaRegisters = 64;  // also what has no register

namespace detail {

constexpr auto delay_table() {
  std::array<std::array<std::uint8_t, kTiaRegisters>, 4> table{};
  constexpr std::uint8_t kPlayfieldDelays[4] = {4, 5, 2, 3};
  for (int phase = 0; phase < 4; ++phase) {
    auto& delays = table[phase];
    for (const int soon : {+kVblank, +kRefp0, +kRefp1, +kGrp0, +kGrp1}) delays[soon] = 1;
    for (const int late : {+kNusiz0, +kNusiz1, +kResm0, +kResm1}) delays[late] = 8;
    for (int i = kPf0; i <= kPf2; ++i) delays[i] = kPlayfieldDelays[phase];
  }
  return table;
}

}  // namespace detail

// Clocks from a write until the picture shows it, by the cycle of the frame modulo 4 and register.
inline constexpr auto kDelays = detail::delay_table();
// The same by register, without the playfield's, which are the only ones that depend on the cycle.
inline constexpr auto kSteadyDelays = [] {
  auto delays = kDelays[0];
  for (int i = kPf0; i <= kPf2; ++i) delays[i] = 0;
  return delays;
}();
inline constexpr int kLongestDelay = 8;

}  // namespace pp::atari

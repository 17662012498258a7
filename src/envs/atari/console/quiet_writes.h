// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Which writes to the TIA would change nothing. Most are of this kind: programs write the same line
// again and again.
#pragma once

#include <array>
#include <cstdint>

#include "tia_addresses.h"

namespace pp::atari {

namespace detail {

// The bits of a value that matter, and a bit that no value has; 0 if the register has no effect.
constexpr auto quiet_mask_table() {
  std::array<std::uint16_t, kTiaRegisters> masks{};
  const auto set = [&masks](int first, int last, int bits) {
    for (int i = first; i <= last; ++i) masks[i] = static_cast<std::uint16_t>(0x100 | bits);
  };
  set(kVsync, kWsync, 0xff);
  set(kNusiz0, kNusiz1, 0x37);
  set(kColup0, kColubk, 0xfe);
  set(kCtrlpf, kCtrlpf, 0x37);
  set(kRefp0, kRefp1, 0x08);
  set(kPf0, kPf2, 0xff);
  set(kResp0, kResbl, 0xff);
  set(kGrp0, kGrp1, 0xff);
  set(kEnam0, kEnabl, 0x02);
  set(kHmp0, kHmbl, 0xf0);
  set(kVdelp0, kVdelbl, 0x01);
  set(kResmp0, kResmp1, 0x02);
  set(kHmove, kHmove, 0xff);
  set(kHmclr, kHmclr, 0);  // whatever the value
  set(kCxclr, kCxclr, 0xff);
  return masks;
}
inline constexpr auto kQuietMasks = quiet_mask_table();

}  // namespace detail

class QuietWrites {
 public:
  QuietWrites() { forget(); }

  // Every write counts as a change, except for registers without any effect.
  void forget() { values_.fill(kNone); }
  // From now on writing this value changes nothing.
  void expect(int address, std::uint8_t value) { values_[address] = value; }
  // Every value may change something.
  void expect_nothing(int address) { values_[address] = kNone; }

  [[gnu::always_inline]] bool contains(unsigned address, std::uint8_t value) const {
    return ((values_[address] ^ value) & masks_[address]) == 0;
  }

 private:
  static constexpr std::uint16_t kNone = 0x100;  // no value has this bit, and it matters

  std::array<std::uint16_t, kTiaRegisters> values_;
  // Beside the values, both are found from where the TIA lies.
  std::array<std::uint16_t, kTiaRegisters> masks_ = detail::kQuietMasks;
};

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How long a paddle charges its capacitor, which VBLANK's bit 7 discharges, through its resistance.
#pragma once

#include <cstdint>

namespace pp::atari {

class PaddleCharge {
 public:
  // The cycles that it takes; those of the last resistance are remembered.
  std::uint32_t cycles(std::int32_t resistance) {
    if (resistance != resistance_) [[unlikely]] {
      resistance_ = resistance;
      cycles_ = static_cast<std::uint32_t>((1.6 * resistance * 0.01e-6) * 1.19e6);
    }
    return cycles_;
  }

 private:
  std::int32_t resistance_ = 0;
  std::uint32_t cycles_ = 0;
};

}  // namespace pp::atari

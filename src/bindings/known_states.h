// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Which states a pool saved or loaded lately, by their checksums. They can be loaded: a load of them
// need not keep what they replace. A planner returns to such states again and again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pp {

class KnownStates {
 public:
  // A state pushes out another one whose checksum ends with the same bits.
  void add(std::uint64_t sum) { sums_[sum % kPlaces] = sum; }
  bool has(std::uint64_t sum) const { return sum != 0 && sums_[sum % kPlaces] == sum; }

 private:
  static constexpr std::size_t kPlaces = 256;
  std::array<std::uint64_t, kPlaces> sums_{};
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// NumPy's SeedSequence: turns any non-negative integer into well-mixed generator state, so that
// an environment seeded here has the same stream as the reference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pp {

// A seed as NumPy sees it: the 32-bit words of a non-negative integer, lowest first, at least one.
using SeedWords = std::vector<std::uint32_t>;

SeedWords seed_words(std::uint64_t seed);

// 128 bits from the operating system, as numpy.random.SeedSequence() draws them.
SeedWords fresh_entropy();

class SeedSequence {
 public:
  explicit SeedSequence(std::span<const std::uint32_t> entropy);

  // numpy.random.SeedSequence.generate_state(out.size(), uint32 or uint64).
  void generate_state(std::span<std::uint32_t> out) const;
  void generate_state(std::span<std::uint64_t> out) const;

  // The lowest 32 or 64 bits of the integer itself, for rules whose reference takes seeds as they
  // are.
  std::uint32_t low_word() const { return static_cast<std::uint32_t>(low_bits_); }
  std::uint64_t low_bits() const { return low_bits_; }

 private:
  std::array<std::uint32_t, 4> pool_{};
  std::uint64_t low_bits_ = 0;
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// numpy.random.MT19937, with the seedings of SeedSequence, RandomState and std::mt19937.
#pragma once

#include <parallel_pool/core/random/seed_sequence.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace pp {

class Mt19937 {
 public:
  static constexpr std::size_t kWords = 624;

  Mt19937() { seed_legacy(5489u); }
  explicit Mt19937(const SeedSequence& sequence) { seed(sequence); }

  // numpy.random.MT19937(seed).
  void seed(const SeedSequence& sequence) {
    sequence.generate_state(std::span<std::uint32_t>(key_));
    key_[0] = 0x80000000u;
    position_ = kWords - 1;
  }

  // numpy.random.RandomState(int), std::mt19937(int), random.seed-free C code: init_genrand.
  void seed_legacy(std::uint32_t seed) {
    key_[0] = seed;
    for (std::uint32_t i = 1; i < kWords; ++i) {
      key_[i] = 1812433253u * (key_[i - 1] ^ (key_[i - 1] >> 30)) + i;
    }
    position_ = kWords;
  }

  // numpy.random.RandomState(array): init_by_array.
  void seed_legacy(std::span<const std::uint32_t> seeds) {
    seed_legacy(19650218u);
    const std::size_t length = seeds.size();
    std::size_t i = 1;
    std::size_t j = 0;
    const auto step = [&] {
      if (++i >= kWords) {
        key_[0] = key_[kWords - 1];
        i = 1;
      }
    };
    const auto previous = [&] { return key_[i - 1] ^ (key_[i - 1] >> 30); };
    for (std::size_t k = kWords > length ? kWords : length; k > 0; --k) {
      key_[i] = (key_[i] ^ (previous() * 1664525u)) + seeds[j] + static_cast<std::uint32_t>(j);
      if (++j >= length) j = 0;
      step();
    }
    for (std::size_t k = kWords - 1; k > 0; --k) {
      key_[i] = (key_[i] ^ (previous() * 1566083941u)) - static_cast<std::uint32_t>(i);
      step();
    }
    key_[0] = 0x80000000u;
    position_ = kWords;
  }

  std::uint32_t next32() {
    if (position_ >= kWords) refill();
    std::uint32_t y = key_[position_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }

  std::uint64_t next64() {
    const std::uint64_t high = next32();
    return (high << 32) | next32();
  }

  // Uniform in [0, 1) with 53 bits from two words.
  double next_double() {
    const std::uint32_t a = next32() >> 5;
    const std::uint32_t b = next32() >> 6;
    return (a * 67108864.0 + b) / 9007199254740992.0;
  }

  const std::array<std::uint32_t, kWords>& key() const { return key_; }
  std::uint32_t position() const { return position_; }

  template <class Io>
  void serialize(Io& io) {
    io(key_);
    io.within(position_, 0, kWords, "position in a generator's key");
    // Such a key yields zeros for ever, and a loop that rejects zero would never end.
    // The lower bits of the first word have no influence.
    const auto is_zero = [](std::uint32_t word) { return word == 0; };
    io.require((key_[0] & 0x80000000u) != 0 || !std::all_of(key_.begin() + 1, key_.end(), is_zero),
               "the state holds a generator whose key is zero");
  }

 private:
  void refill() {
    constexpr std::size_t kShift = 397;
    const auto twist = [](std::uint32_t upper, std::uint32_t lower) {
      const std::uint32_t y = (upper & 0x80000000u) | (lower & 0x7fffffffu);
      return (y >> 1) ^ ((y & 1u) != 0 ? 0x9908b0dfu : 0u);
    };
    for (std::size_t i = 0; i < kWords; ++i) {
      key_[i] = key_[(i + kShift) % kWords] ^ twist(key_[i], key_[(i + 1) % kWords]);
    }
    position_ = 0;
  }

  std::array<std::uint32_t, kWords> key_{};
  std::uint32_t position_ = kWords;
};

}  // namespace pp

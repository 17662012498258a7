// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The mixing constants and rounds of NumPy's SeedSequence (after M. E. O'Neill's seed_seq_fe).
#include <parallel_pool/core/random/seed_sequence.h>

#include <random>

namespace pp {
namespace {

constexpr std::uint32_t kInitA = 0x43b0d7e5u;
constexpr std::uint32_t kMultA = 0x931e8875u;
constexpr std::uint32_t kInitB = 0x8b51f9ddu;
constexpr std::uint32_t kMultB = 0x58f38dedu;
constexpr std::uint32_t kMixLeft = 0xca01f9ddu;
constexpr std::uint32_t kMixRight = 0x4973f715u;

constexpr std::uint32_t fold(std::uint32_t value) { return value ^ (value >> 16); }

constexpr std::uint32_t mix(std::uint32_t x, std::uint32_t y) {
  return fold(kMixLeft * x - kMixRight * y);
}

// A multiplicative hash whose constant moves on with every use.
class Hash {
 public:
  constexpr Hash(std::uint32_t init, std::uint32_t mult) : constant_(init), mult_(mult) {}
  constexpr std::uint32_t operator()(std::uint32_t value) {
    value ^= constant_;
    constant_ *= mult_;
    return fold(value * constant_);
  }

 private:
  std::uint32_t constant_;
  std::uint32_t mult_;
};

}  // namespace

SeedWords seed_words(std::uint64_t seed) {
  const auto low = static_cast<std::uint32_t>(seed);
  const auto high = static_cast<std::uint32_t>(seed >> 32);
  return high == 0 ? SeedWords{low} : SeedWords{low, high};
}

SeedWords fresh_entropy() {
  std::random_device device;
  SeedWords words(4);
  for (auto& word : words) word = device();
  while (words.size() > 1 && words.back() == 0) words.pop_back();
  return words;
}

SeedSequence::SeedSequence(std::span<const std::uint32_t> entropy)
    : low_bits_((entropy.size() > 1 ? std::uint64_t{entropy[1]} << 32 : 0u) |
                (entropy.empty() ? 0u : entropy[0])) {
  Hash hash(kInitA, kMultA);
  for (std::size_t i = 0; i < pool_.size(); ++i) {
    pool_[i] = hash(i < entropy.size() ? entropy[i] : 0u);
  }
  for (std::size_t from = 0; from < pool_.size(); ++from) {
    for (std::size_t to = 0; to < pool_.size(); ++to) {
      if (from != to) pool_[to] = mix(pool_[to], hash(pool_[from]));
    }
  }
  for (std::size_t from = pool_.size(); from < entropy.size(); ++from) {
    for (auto& word : pool_) word = mix(word, hash(entropy[from]));
  }
}

void SeedSequence::generate_state(std::span<std::uint32_t> out) const {
  Hash hash(kInitB, kMultB);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = hash(pool_[i % pool_.size()]);
}

void SeedSequence::generate_state(std::span<std::uint64_t> out) const {
  std::vector<std::uint32_t> words(out.size() * 2);
  generate_state(std::span<std::uint32_t>(words));
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = words[2 * i] | (static_cast<std::uint64_t>(words[2 * i + 1]) << 32);
  }
}

}  // namespace pp

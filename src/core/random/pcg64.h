// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// numpy.random.PCG64 (128-bit LCG, XSL-RR output), with NumPy's buffering of 32-bit halves.
#pragma once

#include <parallel_pool/core/random/seed_sequence.h>

#include <bit>
#include <cstdint>
#include <span>

namespace pp {

class Pcg64 {
 public:
  Pcg64() = default;
  explicit Pcg64(const SeedSequence& sequence) { seed(sequence); }

  void seed(const SeedSequence& sequence) {
    std::uint64_t words[4];
    sequence.generate_state(std::span<std::uint64_t>(words));
    state_ = 0;
    increment_ = (join(words[2], words[3]) << 1) | 1u;
    advance();
    state_ += join(words[0], words[1]);
    advance();
    has_uint32_ = 0;
    uint32_ = 0;
  }

  std::uint64_t next64() {
    advance();
    const auto high = static_cast<std::uint64_t>(state_ >> 64);
    const auto low = static_cast<std::uint64_t>(state_);
    return std::rotr(high ^ low, static_cast<int>(high >> 58));
  }

  std::uint32_t next32() {
    if (has_uint32_ != 0) {
      has_uint32_ = 0;
      return uint32_;
    }
    const std::uint64_t next = next64();
    has_uint32_ = 1;
    uint32_ = static_cast<std::uint32_t>(next >> 32);
    return static_cast<std::uint32_t>(next);
  }

  // Uniform in [0, 1) with 53 bits.
  double next_double() { return static_cast<double>(next64() >> 11) * 0x1.0p-53; }

  // The six words of NumPy's PCG64.state: state and increment (low, high), has_uint32, uinteger.
  void words(std::span<std::uint64_t, 6> out) const {
    out[0] = static_cast<std::uint64_t>(state_);
    out[1] = static_cast<std::uint64_t>(state_ >> 64);
    out[2] = static_cast<std::uint64_t>(increment_);
    out[3] = static_cast<std::uint64_t>(increment_ >> 64);
    out[4] = has_uint32_;
    out[5] = uint32_;
  }
  void set_words(std::span<const std::uint64_t, 6> in) {
    state_ = join(in[1], in[0]);
    increment_ = join(in[3], in[2]);
    has_uint32_ = static_cast<std::uint32_t>(in[4]);
    uint32_ = static_cast<std::uint32_t>(in[5]);
  }

  template <class Io>
  void serialize(Io& io) {
    std::uint64_t buffer[6];
    words(buffer);
    io(buffer);
    set_words(buffer);
    increment_ |= 1;  // always so; a generator that another number stops would hang who draws
  }

 private:
  __extension__ using Uint128 = unsigned __int128;

  static Uint128 join(std::uint64_t high, std::uint64_t low) {
    return (static_cast<Uint128>(high) << 64) | low;
  }
  void advance() {
    state_ = state_ * join(0x2360ED051FC65DA4ull, 0x4385DF649FCCF645ull) + increment_;
  }

  Uint128 state_ = 0;
  Uint128 increment_ = 1;
  std::uint32_t has_uint32_ = 0;
  std::uint32_t uint32_ = 0;
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// numpy.random.RandomState, NumPy's legacy generator: its draws and their order are frozen.
#pragma once

#include <parallel_pool/core/random/mt19937.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace pp {

class RandomState {
 public:
  RandomState() = default;
  explicit RandomState(std::uint32_t seed) { this->seed(seed); }

  // RandomState(seed).
  void seed(std::uint32_t seed) {
    bits_.seed_legacy(seed);
    has_gauss_ = false;
    gauss_ = 0.0;
  }

  // RandomState(list of seeds).
  void seed(std::span<const std::uint32_t> seeds) {
    bits_.seed_legacy(seeds);
    has_gauss_ = false;
    gauss_ = 0.0;
  }

  double rand() { return bits_.next_double(); }
  double uniform(double low, double high) { return low + (high - low) * bits_.next_double(); }

  // Marsaglia's polar method, which yields two values at a time.
  double randn() {
    if (has_gauss_) {
      has_gauss_ = false;
      return std::exchange(gauss_, 0.0);
    }
    double x, y, square;
    do {
      x = 2.0 * bits_.next_double() - 1.0;
      y = 2.0 * bits_.next_double() - 1.0;
      square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    const double factor = std::sqrt(-2.0 * std::log(square) / square);
    gauss_ = factor * x;
    has_gauss_ = true;
    return factor * y;
  }

  // randint(n): one of 0, ..., n - 1, for 1 <= n <= 2**32 - 1.
  std::uint32_t randint(std::uint32_t n) {
    const std::uint32_t last = n - 1;
    std::uint32_t mask = last;
    for (int shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
    if (last == 0) return 0;
    std::uint32_t value;
    do {
      value = bits_.next32() & mask;
    } while (value > last);
    return value;
  }

  // choice(p.size(), p=p).
  std::size_t choice(std::span<const double> p) {
    double total = 0.0;
    for (const double one : p) total += one;
    const double drawn = bits_.next_double();
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      sum += p[i];
      if (drawn < sum / total) return i;
    }
    return p.size() - 1;
  }

  template <class Io>
  void serialize(Io& io) {
    io(bits_, has_gauss_);
    io.finite("second normal number", gauss_);
  }

 private:
  Mt19937 bits_;
  bool has_gauss_ = false;
  double gauss_ = 0.0;
};

}  // namespace pp

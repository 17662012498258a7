// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sines, cosines and squares of four at a time against the C library's, bit by bit.
#include <parallel_pool/core/numerics/four_trig.h>

#include <cmath>
#include <cstdio>

#ifdef PARALLEL_POOL_FOUR_AT_ONCE

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "check.h"

namespace pp::testing {
namespace {

using Values = std::array<double, 4>;

struct Results {
  Values sines, cosines, squares;
};

[[gnu::target("avx2,fma"), gnu::noinline]] Results four_at_once(const Values& x) {
  const math::Four in = _mm256_loadu_pd(x.data());
  const math::FourAngles angles(in);
  Results out;
  _mm256_storeu_pd(out.sines.data(), angles.sines());
  _mm256_storeu_pd(out.cosines.data(), angles.cosines());
  _mm256_storeu_pd(out.squares.data(), math::square(in));
  return out;
}

void same(const char* name, double x, double expected, double value) {
  const bool equal = std::isnan(expected) ? std::isnan(value)
                                          : std::bit_cast<std::uint64_t>(expected) ==
                                                std::bit_cast<std::uint64_t>(value);
  check(equal, std::string(name) + " of " + std::to_string(x));
}

void compare(const Values& x) {
  const Results results = four_at_once(x);
  for (std::size_t i = 0; i < 4; ++i) {
    same("the sine", x[i], std::sin(x[i]), results.sines[i]);
    same("the cosine", x[i], std::cos(x[i]), results.cosines[i]);
    same("the square", x[i], math::power(x[i], 2.0), results.squares[i]);
  }
}

void random_values_agree() {
  std::mt19937_64 random(1);
  for (const double scale : {1e-9, 0.01, 0.1, 1.0, 3.2, 10.0, 63.9, 70.0, 1e6}) {
    for (int i = 0; i < 30'000; ++i) {
      Values x;
      for (double& value : x) {
        value = scale * (static_cast<double>(random() >> 11) * 0x1.0p-52 - 1.0);
      }
      compare(x);
    }
  }
}

// Around each multiple of pi/64, where what is left is nearly nothing.
void neighbours_of_the_table_agree() {
  for (int k = -1300; k <= 1300; ++k) {
    const double x = k * (3.14159265358979323846 / 64);
    double up = x;
    double down = x;
    for (int step = 0; step < 8; ++step) {
      compare({x, up, down, -up});
      up = std::nextafter(up, 100.0);
      down = std::nextafter(down, -100.0);
    }
  }
}

void special_values_agree() {
  const double huge = std::numeric_limits<double>::max();
  const double infinity = std::numeric_limits<double>::infinity();
  const double tiny = std::numeric_limits<double>::denorm_min();
  compare({0.0, -0.0, tiny, -tiny});
  compare({huge, -huge, infinity, -infinity});
  compare({std::nan(""), 64.0, -64.0, 1.0});
  compare({1e-300, 1e-160, 0x1.0p-20, 0x1.0p20});
}

}  // namespace
}  // namespace pp::testing

int main() {
  if (!pp::math::has_four_at_once()) {
    std::puts("this processor has no AVX2 or no fused multiply-add: nothing to test");
    return 0;
  }
  pp::testing::random_values_agree();
  pp::testing::neighbours_of_the_table_agree();
  pp::testing::special_values_agree();
  return 0;
}

#else

int main() { std::puts("four at once is for x86-64 with glibc: nothing to test"); }

#endif

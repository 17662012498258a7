// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sines, cosines and squares of four doubles at a time, each to the last bit as the C library's.
//
// A value is computed as a sum of two doubles, with an error below E. glibc returns the double next
// to the true value, unless the latter lies within G of the middle between two doubles, where G is
// how far glibc's result may be off before its last rounding. So where the sum lies more than E + G
// from the middle, glibc can return no other double. That holds for 98 of 100 values; the C library
// computes the rest.
//
// E, for an angle that is r beyond a multiple of pi/64 whose sine (or cosine) is a: less than 1.5
// |a| 2^-62, of which the roundings of 1 - cos(r) are the most, and 1.375 |r| 2^-61, of which the
// series' next term is the most.
//
// G, from how glibc has computed since 2.28, with or without fused multiply-add:
// - Results below 1/8 come from a series x + t with |t| < x^2/6 |x|. Up to four roundings lead to
//   t, each relative: 2/3 x^2 of a unit in the last place at most.
// - Others come from a table's value and a correction below 2^-8. The roundings of the correction's
//   largest product, of the sine within it and of the correction itself are at most 2^-62 each, and
//   all else together is below another: less than 2^-60. glibc states 0.018 units in the last
//   place.
// - Reducing an angle below 64 adds less than 0.001 units to results of at least 2^-8. The C
//   library computes smaller ones.
// On platforms other than x86-64 with glibc, and on processors without AVX2 and fused multiply-add,
// four at once is not available.
#pragma once

#include <parallel_pool/core/numerics/math.h>

#if defined(__x86_64__) && defined(__GLIBC__)
#define PARALLEL_POOL_FOUR_AT_ONCE 1

#include <immintrin.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace pp::math {

// Whether this processor can run the functions below, and others that are declared as they are.
inline bool has_four_at_once() {
  static const bool answer = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return answer;
}

using Four = double __attribute__((vector_size(32)));
using FourBits = std::uint64_t __attribute__((vector_size(32)));

// Row i becomes column i.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline void transpose(std::array<Four, 4>& rows) {
  const Four ab = _mm256_unpacklo_pd(rows[0], rows[1]);
  const Four ab_odd = _mm256_unpackhi_pd(rows[0], rows[1]);
  const Four cd = _mm256_unpacklo_pd(rows[2], rows[3]);
  const Four cd_odd = _mm256_unpackhi_pd(rows[2], rows[3]);
  rows = {_mm256_permute2f128_pd(ab, cd, 0x20), _mm256_permute2f128_pd(ab_odd, cd_odd, 0x20),
          _mm256_permute2f128_pd(ab, cd, 0x31), _mm256_permute2f128_pd(ab_odd, cd_odd, 0x31)};
}

namespace detail {

using Mask = std::int64_t __attribute__((vector_size(32)));  // all bits set, or none

// Sine and cosine of k * pi/64, each as a sum of two doubles.
class Directions {
 public:
  static constexpr std::size_t kCount = 128;  // in a full turn

  Directions() {
    for (std::size_t k = 0; k < kCount; ++k) {
      const long double sine = sine_of(k);
      const long double cosine = sine_of(k + kCount / 4);
      table_[k] = {leading(sine), rest(sine), leading(cosine), rest(cosine)};
    }
  }
  const double* operator[](std::size_t k) const { return table_[k].data(); }

 private:
  // By way of the first eighth of a turn, where all values are exact to their last bits.
  static long double sine_of(std::size_t k) {
    constexpr long double kStep = 3.141592653589793238462643383279502884L / 64;
    const std::size_t quarter = k / 32 % 4;
    const auto within = static_cast<long double>(quarter % 2 == 0 ? k % 32 : 32 - k % 32);
    const long double sine =
        within <= 16 ? std::sin(within * kStep) : std::cos((32 - within) * kStep);
    return quarter < 2 ? sine : -sine;
  }
  static double leading(long double value) { return static_cast<double>(value); }
  static double rest(long double value) { return static_cast<double>(value - leading(value)); }

  alignas(32) std::array<std::array<double, 4>, kCount> table_;
};

inline const Directions kDirections;

[[gnu::target("avx2,fma"), gnu::always_inline]] inline Four magnitude(Four x) {
  return (Four)((FourBits)x & ~(std::uint64_t{1} << 63));
}

// kShare of the distance of x from the next double towards zero; x is not zero.
template <double kShare>
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Four share_of_unit(Four x) {
  return (Four)(((FourBits)x - 1) & 0x7ff0'0000'0000'0000u) * (kShare * 0x1.0p-52);
}

// c[0] x^n + ... + c[n]
template <std::size_t kTerms>
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Four polynomial(Four x,
                                                                       const double (&c)[kTerms]) {
  Four value = _mm256_set1_pd(c[0]);
  for (std::size_t i = 1; i < kTerms; ++i) {
    value = _mm256_fmadd_pd(value, x, _mm256_set1_pd(c[i]));
  }
  return value;
}

// `values`, but exact(x) where they are not `sure`.
template <class Exact>
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Four assured(Four values, Mask sure, Four x,
                                                                    Exact exact) {
  unsigned unsure = static_cast<unsigned>(_mm256_movemask_pd((Four)sure)) ^ 15;
  for (; unsure != 0; unsure &= unsure - 1) {
    const int i = std::countr_zero(unsure);
    values[i] = exact(x[i]);
  }
  return values;
}

}  // namespace detail

// Four angles, taken apart so that sines and cosines are at hand.
class FourAngles {
 public:
  [[gnu::target("avx2,fma"), gnu::always_inline]] explicit FourAngles(Four angles) : x_(angles) {
    // In units of pi/64. Adding kRounder leaves no digits after the point.
    constexpr double kRounder = 0x1.8p52;
    const Four shifted =
        _mm256_fmadd_pd(x_, _mm256_set1_pd(0x1.45f306dc9c883p+4), _mm256_set1_pd(kRounder));
    const Four turns = shifted - kRounder;
    // pi/64 in three parts, so short that the first two products are exact.
    const Four first = _mm256_fnmadd_pd(turns, _mm256_set1_pd(0x1.921fb54442p-5), x_);
    const Four second = turns * 0x1.a308d31318p-46;
    rest_ = first - second;
    const Four sum = rest_ + second;
    const Four lost = (first - sum) + ((sum - rest_) - second);
    const Four rest_rest = _mm256_fnmadd_pd(turns, _mm256_set1_pd(0x1.8a2e03707344ap-86), lost);
    const Four square = rest_ * rest_;
    const Four sine_terms = detail::polynomial(
        square, {-0x1.a01a01a01a01ap-13, 0x1.1111111111111p-7, -0x1.5555555555555p-3});
    sine_less_rest_ = _mm256_fmadd_pd(rest_ * square, sine_terms, rest_rest);
    cosine_less_one_ =
        square * detail::polynomial(square, {0x1.a01a01a01a01ap-16, -0x1.6c16c16c16c17p-10,
                                             0x1.5555555555555p-5, -0.5});
    look_up((FourBits)shifted & (detail::Directions::kCount - 1));
    const Four size = detail::magnitude(x_);
    usual_ = (size < 64.0) & (size > 0x1.0p-300);  // false for NaN
  }

  [[gnu::target("avx2,fma"), gnu::always_inline]] Four sines() const {
    return combined(sine_, sine_rest_, cosine_, cosine_rest_, [](double x) { return std::sin(x); });
  }
  [[gnu::target("avx2,fma"), gnu::always_inline]] Four cosines() const {
    return combined(cosine_, cosine_rest_, -sine_, -sine_rest_,
                    [](double x) { return std::cos(x); });
  }

 private:
  [[gnu::target("avx2,fma"), gnu::always_inline]] void look_up(FourBits k) {
    const Four a = _mm256_load_pd(detail::kDirections[k[0]]);
    const Four b = _mm256_load_pd(detail::kDirections[k[1]]);
    const Four c = _mm256_load_pd(detail::kDirections[k[2]]);
    const Four d = _mm256_load_pd(detail::kDirections[k[3]]);
    const Four ab = _mm256_unpacklo_pd(a, b);
    const Four cd = _mm256_unpacklo_pd(c, d);
    const Four ab_rest = _mm256_unpackhi_pd(a, b);
    const Four cd_rest = _mm256_unpackhi_pd(c, d);
    sine_ = _mm256_permute2f128_pd(ab, cd, 0x20);
    sine_rest_ = _mm256_permute2f128_pd(ab_rest, cd_rest, 0x20);
    cosine_ = _mm256_permute2f128_pd(ab, cd, 0x31);
    cosine_rest_ = _mm256_permute2f128_pd(ab_rest, cd_rest, 0x31);
  }

  // a * cos(rest) + b * sin(rest), as high + low, rounded once.
  template <class Exact>
  [[gnu::target("avx2,fma"), gnu::always_inline]] Four combined(Four a, Four a_rest, Four b,
                                                                Four b_rest, Exact exact) const {
    const Four product = b * rest_;
    const Four product_rest = _mm256_fmsub_pd(b, rest_, product);
    const Four high = a + product;
    const Four high_rest = product - (high - a);
    Four low = _mm256_fmadd_pd(a, cosine_less_one_, b * sine_less_rest_);
    low = a_rest + _mm256_fmadd_pd(b_rest, rest_, low);
    low = high_rest + (product_rest + low);
    const Four value = high + low;
    const Four error = low - (value - high);
    const Four own = _mm256_fmadd_pd(detail::magnitude(a), _mm256_set1_pd(0x1.8p-62),
                                     detail::magnitude(rest_) * 0x1.6p-61);
    const Four half = detail::share_of_unit<0.5>(value);
    const Four square = value * value;
    const Four of_table = _mm256_min_pd(half * 0.04, _mm256_set1_pd(0x1.0p-60));
    const Four of_glibc = square < 0x1.0p-6 ? half * (1.4 * square + 0.002) : of_table;
    const detail::Mask sure =
        (detail::magnitude(error) + own < half - of_glibc) & (square >= 0x1.0p-16);
    return detail::assured(value, sure & usual_, x_, exact);
  }

  Four x_;                                        // k * pi/64 + rest
  Four rest_, sine_less_rest_, cosine_less_one_;  // sin(rest) - rest, cos(rest) - 1
  Four sine_, sine_rest_, cosine_, cosine_rest_;  // of k * pi/64
  detail::Mask usual_;                            // what is promised holds for such angles
};

// What `square` returns for each; its comment says why.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Four square(Four x) {
  const Four high = x * x;
  const Four low = _mm256_fmsub_pd(x, x, high);
  const detail::Mask sure = (detail::magnitude(low) <= detail::share_of_unit<0.485>(high)) &
                            (high >= 0x1.0p-40) & (high < 0x1.0p41);
  return detail::assured(high, sure, x, [](double value) { return power(value, 2.0); });
}

}  // namespace pp::math

#endif

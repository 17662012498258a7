// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Connects our bit generators to the distributions in NumPy's libnpyrandom.
#include <numpy/random/bitgen.h>
#include <numpy/random/distributions.h>
#include <parallel_pool/core/random/generator.h>

#include <type_traits>
#include <vector>

namespace pp {
namespace {

// NumPy's view of one of our bit generators, for the duration of one call.
template <class Bits>
class BitGen {
 public:
  explicit BitGen(Bits& bits) : view_{&bits, next64, next32, next_double, next_raw} {}
  operator bitgen_t*() { return &view_; }

 private:
  static std::uint64_t next64(void* bits) { return static_cast<Bits*>(bits)->next64(); }
  static std::uint32_t next32(void* bits) { return static_cast<Bits*>(bits)->next32(); }
  static double next_double(void* bits) { return static_cast<Bits*>(bits)->next_double(); }
  static std::uint64_t next_raw(void* bits) {
    if constexpr (std::is_same_v<Bits, Mt19937>) {
      return static_cast<Bits*>(bits)->next32();
    } else {
      return static_cast<Bits*>(bits)->next64();
    }
  }

  bitgen_t view_;
};

}  // namespace

template <class Bits>
float Generator<Bits>::random_float() {
  return random_standard_uniform_f(BitGen(bits_));
}
template <class Bits>
double Generator<Bits>::uniform(double low, double high) {
  return random_uniform(BitGen(bits_), low, high - low);
}

template <class Bits>
template <class Int>
Int Generator<Bits>::integers(Int low, Int high) {
  BitGen bitgen(bits_);
  using Unsigned = std::make_unsigned_t<Int>;
  const auto offset = static_cast<Unsigned>(low);
  const auto range = static_cast<Unsigned>(static_cast<Unsigned>(high) - 1u - offset);
  int count = 0;
  std::uint32_t buffer = 0;
  if constexpr (sizeof(Int) == 8) {
    return static_cast<Int>(random_bounded_uint64(bitgen, offset, range, 0, false));
  } else if constexpr (sizeof(Int) == 4) {
    return static_cast<Int>(
        random_buffered_bounded_uint32(bitgen, offset, range, 0, false, &count, &buffer));
  } else if constexpr (sizeof(Int) == 2) {
    return static_cast<Int>(
        random_buffered_bounded_uint16(bitgen, offset, range, 0, false, &count, &buffer));
  } else {
    return static_cast<Int>(
        random_buffered_bounded_uint8(bitgen, offset, range, 0, false, &count, &buffer));
  }
}

template <class Bits>
double Generator<Bits>::standard_normal() {
  return random_standard_normal(BitGen(bits_));
}
template <class Bits>
float Generator<Bits>::standard_normal_float() {
  return random_standard_normal_f(BitGen(bits_));
}
template <class Bits>
double Generator<Bits>::normal(double loc, double scale) {
  return random_normal(BitGen(bits_), loc, scale);
}
template <class Bits>
double Generator<Bits>::lognormal(double mean, double sigma) {
  return random_lognormal(BitGen(bits_), mean, sigma);
}
template <class Bits>
double Generator<Bits>::standard_exponential() {
  return random_standard_exponential(BitGen(bits_));
}
template <class Bits>
double Generator<Bits>::exponential(double scale) {
  return random_exponential(BitGen(bits_), scale);
}
template <class Bits>
double Generator<Bits>::standard_gamma(double shape) {
  return random_standard_gamma(BitGen(bits_), shape);
}
template <class Bits>
double Generator<Bits>::gamma(double shape, double scale) {
  return random_gamma(BitGen(bits_), shape, scale);
}
template <class Bits>
double Generator<Bits>::beta(double a, double b) {
  return random_beta(BitGen(bits_), a, b);
}
template <class Bits>
double Generator<Bits>::chisquare(double df) {
  return random_chisquare(BitGen(bits_), df);
}
template <class Bits>
double Generator<Bits>::noncentral_chisquare(double df, double nonc) {
  return random_noncentral_chisquare(BitGen(bits_), df, nonc);
}
template <class Bits>
double Generator<Bits>::f(double dfnum, double dfden) {
  return random_f(BitGen(bits_), dfnum, dfden);
}
template <class Bits>
double Generator<Bits>::standard_cauchy() {
  return random_standard_cauchy(BitGen(bits_));
}
template <class Bits>
double Generator<Bits>::standard_t(double df) {
  return random_standard_t(BitGen(bits_), df);
}
template <class Bits>
double Generator<Bits>::pareto(double a) {
  return random_pareto(BitGen(bits_), a);
}
template <class Bits>
double Generator<Bits>::weibull(double a) {
  return random_weibull(BitGen(bits_), a);
}
template <class Bits>
double Generator<Bits>::power(double a) {
  return random_power(BitGen(bits_), a);
}
template <class Bits>
double Generator<Bits>::laplace(double loc, double scale) {
  return random_laplace(BitGen(bits_), loc, scale);
}
template <class Bits>
double Generator<Bits>::gumbel(double loc, double scale) {
  return random_gumbel(BitGen(bits_), loc, scale);
}
template <class Bits>
double Generator<Bits>::logistic(double loc, double scale) {
  return random_logistic(BitGen(bits_), loc, scale);
}
template <class Bits>
double Generator<Bits>::rayleigh(double scale) {
  return random_rayleigh(BitGen(bits_), scale);
}
template <class Bits>
double Generator<Bits>::wald(double mean, double scale) {
  return random_wald(BitGen(bits_), mean, scale);
}
template <class Bits>
double Generator<Bits>::vonmises(double mu, double kappa) {
  return random_vonmises(BitGen(bits_), mu, kappa);
}
template <class Bits>
double Generator<Bits>::triangular(double left, double mode, double right) {
  return random_triangular(BitGen(bits_), left, mode, right);
}
template <class Bits>
std::int64_t Generator<Bits>::poisson(double lam) {
  return random_poisson(BitGen(bits_), lam);
}
template <class Bits>
std::int64_t Generator<Bits>::binomial(std::int64_t n, double p) {
  binomial_t scratch{};  // NumPy's cache of set-up constants; it never changes a result
  return random_binomial(BitGen(bits_), p, n, &scratch);
}
template <class Bits>
std::int64_t Generator<Bits>::negative_binomial(double n, double p) {
  return random_negative_binomial(BitGen(bits_), n, p);
}
template <class Bits>
std::int64_t Generator<Bits>::geometric(double p) {
  return random_geometric(BitGen(bits_), p);
}
template <class Bits>
std::int64_t Generator<Bits>::logseries(double p) {
  return random_logseries(BitGen(bits_), p);
}
template <class Bits>
std::int64_t Generator<Bits>::zipf(double a) {
  return random_zipf(BitGen(bits_), a);
}
template <class Bits>
std::int64_t Generator<Bits>::hypergeometric(std::int64_t ngood, std::int64_t nbad,
                                             std::int64_t nsample) {
  return random_hypergeometric(BitGen(bits_), ngood, nbad, nsample);
}

template <class Bits>
std::size_t Generator<Bits>::choice(std::span<const double> p) {
  std::vector<double> cdf(p.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) cdf[i] = (sum += p[i]);
  for (double& value : cdf) value /= sum;
  const double sample = random();
  std::size_t index = 0;
  while (index < cdf.size() && cdf[index] <= sample) ++index;
  return index;
}

template <class Bits>
std::uint64_t Generator<Bits>::interval(std::uint64_t last) {
  return random_interval(BitGen(bits_), last);
}

template class Generator<Pcg64>;
template class Generator<Mt19937>;

template std::int8_t Generator<Pcg64>::integers(std::int8_t, std::int8_t);
template std::int16_t Generator<Pcg64>::integers(std::int16_t, std::int16_t);
template std::int32_t Generator<Pcg64>::integers(std::int32_t, std::int32_t);
template std::int64_t Generator<Pcg64>::integers(std::int64_t, std::int64_t);
template std::uint8_t Generator<Pcg64>::integers(std::uint8_t, std::uint8_t);
template std::uint16_t Generator<Pcg64>::integers(std::uint16_t, std::uint16_t);
template std::uint32_t Generator<Pcg64>::integers(std::uint32_t, std::uint32_t);
template std::uint64_t Generator<Pcg64>::integers(std::uint64_t, std::uint64_t);
template std::int8_t Generator<Mt19937>::integers(std::int8_t, std::int8_t);
template std::int16_t Generator<Mt19937>::integers(std::int16_t, std::int16_t);
template std::int32_t Generator<Mt19937>::integers(std::int32_t, std::int32_t);
template std::int64_t Generator<Mt19937>::integers(std::int64_t, std::int64_t);
template std::uint8_t Generator<Mt19937>::integers(std::uint8_t, std::uint8_t);
template std::uint16_t Generator<Mt19937>::integers(std::uint16_t, std::uint16_t);
template std::uint32_t Generator<Mt19937>::integers(std::uint32_t, std::uint32_t);
template std::uint64_t Generator<Mt19937>::integers(std::uint64_t, std::uint64_t);

}  // namespace pp

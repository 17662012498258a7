// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// numpy.random.Generator over our bit generators. Bits are drawn by our code; every distribution
// is the function of NumPy's own static library, linked at build time, so values agree bit for bit.
#pragma once

#include <parallel_pool/core/random/mt19937.h>
#include <parallel_pool/core/random/pcg64.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace pp {

// Methods, arguments and results are those of numpy.random.Generator for one scalar draw.
// Arguments must lie in the ranges NumPy demands; they are not checked here.
template <class Bits>
class Generator {
 public:
  Generator() = default;
  explicit Generator(const SeedSequence& sequence) : bits_(sequence) {}
  explicit Generator(std::uint64_t seed) : Generator(SeedSequence(seed_words(seed))) {}

  Bits& bits() { return bits_; }
  const Bits& bits() const { return bits_; }
  void seed(const SeedSequence& sequence) { bits_.seed(sequence); }

  double random() { return bits_.next_double(); }
  float random_float();
  double uniform(double low = 0.0, double high = 1.0);

  // One of low, ..., high - 1, drawn as integers(low, high, dtype=Int).
  template <class Int = std::int64_t>
  Int integers(Int low, Int high);

  double standard_normal();
  float standard_normal_float();
  double normal(double loc = 0.0, double scale = 1.0);
  double lognormal(double mean = 0.0, double sigma = 1.0);
  double standard_exponential();
  double exponential(double scale = 1.0);
  double standard_gamma(double shape);
  double gamma(double shape, double scale = 1.0);
  double beta(double a, double b);
  double chisquare(double df);
  double noncentral_chisquare(double df, double nonc);
  double f(double dfnum, double dfden);
  double standard_cauchy();
  double standard_t(double df);
  double pareto(double a);
  double weibull(double a);
  double power(double a);
  double laplace(double loc = 0.0, double scale = 1.0);
  double gumbel(double loc = 0.0, double scale = 1.0);
  double logistic(double loc = 0.0, double scale = 1.0);
  double rayleigh(double scale = 1.0);
  double wald(double mean, double scale);
  double vonmises(double mu, double kappa);
  double triangular(double left, double mode, double right);
  std::int64_t poisson(double lam = 1.0);
  std::int64_t binomial(std::int64_t n, double p);
  std::int64_t negative_binomial(double n, double p);
  std::int64_t geometric(double p);
  std::int64_t logseries(double p);
  std::int64_t zipf(double a);
  std::int64_t hypergeometric(std::int64_t ngood, std::int64_t nbad, std::int64_t nsample);

  // An index below n, as choice(n).
  std::int64_t choice(std::int64_t n) { return integers<std::int64_t>(0, n); }

  // An index below p.size(), as choice(p.size(), p=p).
  std::size_t choice(std::span<const double> p);

  // As shuffle(x) of a one-dimensional array or list, and as permutation(x) of its copy.
  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i-- > 1;) {
      using std::swap;
      swap(values[i], values[interval(i)]);
    }
  }

  template <class Io>
  void serialize(Io& io) {
    bits_.serialize(io);
  }

 private:
  std::uint64_t interval(std::uint64_t last);  // one of 0, ..., last, as NumPy's shuffle draws it

  Bits bits_;
};

// The generator of an environment: the stream of Gymnasium's `np_random`.
using Rng = Generator<Pcg64>;

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Randomness against NumPy: seeds, raw bits and distributions, bit for bit. The constants are
// NumPy's own output (make_random_constants.py).
#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/random/generator.h>

#include <array>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "check.h"
#include "random_constants.h"

namespace pp::testing {
namespace {

void seeds_and_bits_are_numpys() {
  for (const SeedCase& expected : kSeedCases) {
    const SeedSequence sequence(expected.seed);
    std::vector<std::uint32_t> state32(expected.state32.size());
    std::vector<std::uint64_t> state64(expected.state64.size());
    sequence.generate_state(std::span(state32));
    sequence.generate_state(std::span(state64));
    check(state32 == expected.state32, "generate_state(uint32)");
    check(state64 == expected.state64, "generate_state(uint64)");
    Pcg64 pcg64(sequence);
    for (const std::uint64_t word : expected.pcg64) check_equal(pcg64.next64(), word, "PCG64");
    Mt19937 mt19937(sequence);
    for (const std::uint64_t word : expected.mt19937)
      check_equal(mt19937.next32(), word, "MT19937");
  }
}

void legacy_seeds_are_numpys() {
  Mt19937 one;
  one.seed_legacy(2026u);
  for (const double value : kLegacyOne) check_equal(one.next_double(), value);
  Mt19937 many;
  many.seed_legacy(std::array<std::uint32_t, 3>{1, 2, 3});
  for (const double value : kLegacyMany) check_equal(many.next_double(), value);
  Mt19937 standard;  // as std::mt19937: its 10000th word is given by the C++ standard
  std::uint32_t word = 0;
  for (int i = 0; i < 10000; ++i) word = standard.next32();
  check_equal(word, 4123659995u);
}

template <class Bits>
void draws_are_numpys(const Draws& expected) {
  Generator<Bits> rng(12345);
  std::vector<std::int64_t> integers = {
      rng.template integers<std::int8_t>(3, 100),
      rng.template integers<std::int16_t>(3, 100),
      rng.template integers<std::int32_t>(3, 100),
      rng.template integers<std::int64_t>(3, 100),
      rng.template integers<std::uint8_t>(3, 100),
      rng.template integers<std::uint16_t>(3, 100),
      rng.template integers<std::uint32_t>(3, 100),
      static_cast<std::int64_t>(rng.template integers<std::uint64_t>(3, 100)),
      rng.template integers<std::int64_t>(-(std::int64_t{1} << 62), std::int64_t{1} << 62)};
  check(integers == expected.integers, "integers");
  std::vector<int> shuffled(10);
  std::iota(shuffled.begin(), shuffled.end(), 0);
  rng.shuffle(std::span(shuffled));
  check(shuffled == expected.shuffled, "shuffle");
  const std::array<double, 3> p{0.2, 0.5, 0.3};
  const std::vector<double> doubles = {rng.random(),
                                       rng.random_float(),
                                       rng.uniform(-0.05, 0.05),
                                       rng.normal(1.0, 2.0),
                                       rng.standard_normal_float(),
                                       rng.exponential(3.0),
                                       rng.gamma(0.5, 2.0),
                                       rng.beta(2.0, 0.7),
                                       static_cast<double>(rng.poisson(20.0)),
                                       static_cast<double>(rng.binomial(100, 0.3)),
                                       static_cast<double>(rng.choice(7)),
                                       static_cast<double>(rng.choice(p)),
                                       static_cast<double>(rng.hypergeometric(15, 12, 9)),
                                       rng.random()};
  check_equal(doubles.size(), expected.doubles.size());
  for (std::size_t i = 0; i < doubles.size(); ++i) check_equal(doubles[i], expected.doubles[i]);
}

// NumPy hands out the upper half of a word with the next 32-bit draw, whatever came between.
void halves_of_a_word_are_kept() {
  Pcg64 bits(SeedSequence(seed_words(9)));
  Pcg64 plain(SeedSequence(seed_words(9)));
  const std::uint64_t word = plain.next64();
  check_equal(bits.next32(), static_cast<std::uint32_t>(word));
  check_equal(bits.next64(), plain.next64());
  check_equal(bits.next32(), static_cast<std::uint32_t>(word >> 32));
}

template <class Bits>
void a_saved_generator_goes_on() {
  Generator<Bits> rng(7);
  rng.template integers<std::int32_t>(0, 10);  // leaves half a word behind
  StateIO out;
  rng.serialize(out);
  Generator<Bits> other;
  StateIO in(out.bytes());
  other.serialize(in);
  in.finish();
  for (int i = 0; i < 2000; ++i) {
    check_equal(other.template integers<std::int32_t>(0, 1000),
                rng.template integers<std::int32_t>(0, 1000));
  }
}

// A loop that draws until a number fits would never end.
void a_forged_generator_still_moves() {
  const std::string zeros(6 * sizeof(std::uint64_t), '\0');
  StateIO io(zeros);
  Pcg64 generator;
  generator.serialize(io);
  const std::uint64_t first = generator.next64();
  check(generator.next64() != first || generator.next64() != first);
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  seeds_and_bits_are_numpys();
  legacy_seeds_are_numpys();
  draws_are_numpys<pp::Pcg64>(kPcg64Draws);
  draws_are_numpys<pp::Mt19937>(kMt19937Draws);
  halves_of_a_word_are_kept();
  a_saved_generator_goes_on<pp::Pcg64>();
  a_saved_generator_goes_on<pp::Mt19937>();
  a_forged_generator_still_moves();
}

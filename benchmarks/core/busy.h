// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment whose step takes a chosen time. It computes instead of waiting for the clock, so a
// thread that loses its CPU falls behind as with real work.
#pragma once

#include <parallel_pool/env.h>

#include <chrono>
#include <cstdint>
#include <tuple>

namespace pp::benchmarks {

class Busy {
 public:
  struct Config {
    std::int64_t iterations = 1000;
    static constexpr auto options() {
      return std::tuple{option("iterations", &Config::iterations, "Multiplications a step.")};
    }
  };
  struct Action {
    Row<std::int64_t> ignored;
  };
  struct Observation {
    Row<std::int64_t> value;
  };

  static Spec<Busy> spec(const Config&) {
    return {.observation = box(&Observation::value, -1e19, 1e19),
            .action = discrete(&Action::ignored, 2)};
  }

  explicit Busy(const Config& config) : iterations_(config.iterations) {}

  void reset(Rng& rng) { value_ = static_cast<std::uint64_t>(rng.integers<std::int64_t>(0, 1000)); }

  Transition step(const Action&) {
    std::uint64_t value = value_;
    for (std::int64_t i = 0; i < iterations_; ++i) {
      value = value * 6364136223846793005u + 1442695040888963407u;
      __asm__ volatile("" : "+r"(value));  // a chain that cannot be shortened
    }
    value_ = value;
    return {};
  }

  void observe(Observation& out) const { out.value = static_cast<std::int64_t>(value_); }

  // How many iterations take this long: by the fastest of some trials.
  static std::int64_t iterations_for(double ns) {
    constexpr std::int64_t kTrial = 100'000;
    double best = 1e18;
    for (int i = 0; i < 50; ++i) {
      Busy busy(Config{.iterations = kTrial});
      const auto start = std::chrono::steady_clock::now();
      busy.step({});
      const std::chrono::duration<double, std::nano> took =
          std::chrono::steady_clock::now() - start;
      if (took.count() < best) best = took.count();
    }
    return static_cast<std::int64_t>(ns / best * kTrial);
  }

 private:
  std::int64_t iterations_;
  std::uint64_t value_ = 0;
};

}  // namespace pp::benchmarks

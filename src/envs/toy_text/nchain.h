// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// NChain: small rewards nearby, a large one at the end of a chain of states. After Strens (2000),
// with the options of OpenAI Gym's environment, whose defaults EnvPool has.
#pragma once

#include <parallel_pool/env.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace pp::toy_text {

class NChain {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    std::int64_t n = 5;
    double slip = 0.2;
    double small = 2.0;
    double large = 10.0;
    static constexpr auto options() {
      return option_list(
          option("n", &Config::n, "Number of states in the chain."),
          option("slip", &Config::slip, "Probability that the opposite action is taken."),
          option("small", &Config::small, "Reward for returning to the first state."),
          option("large", &Config::large, "Reward for moving forward at the end of the chain."));
    }
  };
  struct Action {
    Row<std::int64_t> back;  // 0: on, 1: back to the first state
  };
  struct Observation {
    Row<std::int64_t> state;  // 0 to n - 1
  };

  static Spec<NChain> spec(const Config& config) {
    if (config.n < 1) {
      throw std::invalid_argument("n must be at least 1, got " + std::to_string(config.n));
    }
    return {.observation = discrete(&Observation::state, config.n),
            .action = discrete(&Action::back, 2)};
  }

  explicit NChain(const Config& config) : config_(config) {
    if (!(config.slip >= 0.0 && config.slip <= 1.0)) {
      throw std::invalid_argument("slip must lie in [0, 1], got " + std::to_string(config.slip));
    }
    if (!std::isfinite(config.small) || !std::isfinite(config.large)) {
      throw std::invalid_argument(
          "small and large must be finite, got small=" + std::to_string(config.small) +
          " and large=" + std::to_string(config.large));
    }
  }

  void reset(Rng&) { state_ = 0; }

  Transition step(const Action& action, Rng& rng) {
    const bool slips = rng.random() < config_.slip;
    if ((action.back == 1) != slips) {
      state_ = 0;
      return {.reward = config_.small};
    }
    if (state_ == config_.n - 1) return {.reward = config_.large};
    ++state_;
    return {.reward = 0.0};
  }

  void observe(Observation& out) const { out.state = state_; }

  void serialize(StateIO& io) { io.within(state_, 0, config_.n - 1, "state of the chain"); }

 private:
  Config config_;
  std::int64_t state_ = 0;
};

}  // namespace pp::toy_text

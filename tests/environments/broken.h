// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Environments that each break one rule, to see the conformance kit catch them.
#pragma once

#include <parallel_pool/env.h>

#include <atomic>
#include <limits>
#include <string>

namespace pp::testing {

// A random walk that breaks the rule that its option names.
class Broken {
 public:
  struct Config {
    std::string rule = "none";
    static constexpr auto options() {
      return option_list(option("rule", &Config::rule, "Which rule to break."));
    }
  };
  struct Action {
    Row<std::int64_t> direction;
  };
  struct Observation {
    Row<float, 2> position;
    Row<std::int64_t> side;
  };
  struct Info {
    Row<double> distance;
  };

  static Spec<Broken> spec(const Config& config) {
    const char* side = config.rule == "spec" ? "position" : "side";
    return {.observation = dict<Observation>({{"position", box(&Observation::position, -100, 100)},
                                              {side, discrete(&Observation::side, 2)}}),
            .action = discrete(&Action::direction, 2),
            .info = dict<Info>({{"distance", value(&Info::distance)}})};
  }

  explicit Broken(const Config& config) : rule_(config.rule) {}

  void reset(Rng& rng) {
    if (rule_ == "seed") {
      position_ = static_cast<float>(count() % 7);
    } else if (rule_ != "stream") {
      position_ = static_cast<float>(rng.uniform(-1, 1));
    } else {
      Rng own(7);  // every episode begins alike
      position_ = static_cast<float>(own.uniform(-1, 1));
    }
    steps_ = 0;
  }

  Transition step(const Action& action, Rng& rng) {
    position_ += action.direction == 1 ? 0.5f : -0.5f;
    if (rule_ != "stream") position_ += static_cast<float>(rng.uniform(-0.1, 0.1));
    if (rule_ == "global") position_ += static_cast<float>(count() % 3);
    ++steps_;
    const double reward = rule_ == "reward" ? std::numeric_limits<double>::quiet_NaN() : position_;
    return {.reward = reward, .terminated = steps_ >= 12 || std::abs(position_) > 50};
  }

  void observe(Observation& out) const {
    out.position[0] = rule_ == "bounds" ? position_ + 200 : position_;
    if (rule_ != "unwritten") out.position[1] = static_cast<float>(steps_);
    if (rule_ == "observe") out.position[1] += static_cast<float>(count() % 7);
    out.side = rule_ == "discrete" ? 2 : (position_ > 0 ? 1 : 0);
  }

  void info(Info& out) const {
    out.distance = rule_ == "info" ? static_cast<double>(count()) : std::abs(position_);
  }

  void serialize(StateIO& io) {
    if (rule_ == "state") {
      io(position_);
    } else {
      io(position_, steps_);
    }
  }

 private:
  // State that all environments of the process share.
  static std::int64_t count() {
    static std::atomic<std::int64_t> calls{0};
    return ++calls;
  }

  std::string rule_;
  float position_ = 0.0f;
  std::int64_t steps_ = 0;
};

}  // namespace pp::testing

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A walk along a windy line: the example of the documentation.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <stdexcept>

namespace examples {

class Walk {
 public:
  static constexpr bool kBoundedSteps = true;  // a step is a handful of arithmetic

  struct Config {
    double wind = 0.1;
    static constexpr auto options() {
      return pp::option_list(
          pp::option("wind", &Config::wind, "Draw each gust from [-wind, wind]."));
    }
  };
  struct Action {
    pp::Row<std::int64_t> direction;  // 0: to the left, 1: to the right
  };
  struct Observation {
    pp::Row<float> position;
  };
  struct Info {
    pp::Row<double> gust;
  };

  static pp::Spec<Walk> spec(const Config&) {
    return {.observation = pp::box(&Observation::position, -kEnd, kEnd),
            .action = pp::discrete(&Action::direction, 2),
            .info = pp::dict<Info>({{"gust", pp::value(&Info::gust, pp::Presence::kAfterStep)}})};
  }

  explicit Walk(const Config& config) : wind_(config.wind) {
    if (!(wind_ >= 0.0)) throw std::invalid_argument("wind must be at least 0");
  }

  void reset(pp::Rng& rng) { position_ = rng.uniform(-1.0, 1.0); }

  pp::Transition step(const Action& action, pp::Rng& rng) {
    gust_ = rng.uniform(-wind_, wind_);
    position_ = std::clamp(position_ + (action.direction == 1 ? 0.5 : -0.5) + gust_, -kEnd, kEnd);
    return {.reward = position_ == kEnd ? 1.0 : 0.0,
            .terminated = position_ == kEnd || position_ == -kEnd};
  }

  void observe(Observation& out) const { out.position = static_cast<float>(position_); }
  void info(Info& out) const { out.gust = gust_; }

  void serialize(pp::StateIO& io) { io(position_, gust_); }

 private:
  static constexpr double kEnd = 3.0;

  double wind_;
  double position_ = 0.0;
  double gust_ = 0.0;
};

}  // namespace examples

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment whose spec says what cannot be, in the way that its option names.
#pragma once

#include <parallel_pool/env.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace pp::testing {

class Contradiction {
 public:
  struct Config {
    std::string mistake = "none";
    std::string info = "gust", other_info = "rain";
    bool calm_discounts = false;
    static constexpr auto options() {
      return option_list(
          option("mistake", &Config::mistake, "What is wrong with the spec."),
          option("info", &Config::info, "The name of an info."),
          option("other_info", &Config::other_info, "And of the other."),
          option("calm_discounts", &Config::calm_discounts, "Calm steps have a discount of 0."));
    }
  };
  struct Action {
    Row<std::int64_t> push;
    Row<std::int64_t, 2> gears;
  };
  struct Observation {
    Row<float, 3> speed;
    Row<std::uint8_t, 2> lamps;
  };
  struct Info {
    Row<double> gust;
    Row<double> rain;
    Row<bool> calm;  // every other step
    Row<std::int32_t> turn;
  };

  static Spec<Contradiction> spec(const Config& config) {
    const auto is = [&](const char* name) { return config.mistake == name; };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> low = {-1, -1, -1};
    if (is("bounds")) low.pop_back();
    if (is("crossed")) low[1] = 2;
    if (is("nan")) low[2] = nan;
    auto speed = box(&Observation::speed, Bound(low), 1);
    auto lamps = box(&Observation::lamps, 0, is("range") ? 256 : 255);
    if (is("shares")) lamps = of_agents(lamps, {1});
    return {.observation = is("missing") ? dict<Observation>({{"speed", speed}})
                           : is("again")
                               ? dict<Observation>({{"speed", speed}, {"fast", speed}})
                               : dict<Observation>(
                                     {{"speed", speed}, {is("name") ? "speed" : "lamps", lamps}}),
            .action = dict<Action>(
                {{"push", discrete(&Action::push, is("empty") ? 0 : 2)},
                 {"gears",
                  multi_discrete(&Action::gears, is("counts") ? std::vector<std::int64_t>{2}
                                                              : std::vector<std::int64_t>{2, 3})}}),
            .info = dict<Info>({{config.info, value(&Info::gust)},
                                {config.other_info, value(&Info::rain)},
                                {"calm", value(&Info::calm, is("discount") ? Presence::kAfterStep
                                                                           : Presence::kAlways)},
                                {"turn", value(&Info::turn)}}),
            .agents = is("agents") ? std::vector<std::string>{"one"} : std::vector<std::string>{},
            .mover = is("mover") ? &Info::turn : nullptr,
            .zero_discount = config.calm_discounts || is("discount") ? &Info::calm : nullptr};
  }

  explicit Contradiction(const Config&) {}
  void reset(Rng& rng) {
    speed_ = static_cast<float>(rng.uniform(-1, 1));
    calm_ = false;
  }
  Transition step(const Action&) {
    calm_ = !calm_;
    return {};
  }
  void observe(Observation& out) const {
    for (float& speed : out.speed) speed = speed_;
    for (std::uint8_t& lamp : out.lamps) lamp = 1;
  }
  void info(Info& out) const {
    out.gust = 1.0;
    out.rain = 2.0;
    out.calm = calm_;
    out.turn = 0;
  }
  void serialize(StateIO& io) { io(speed_, calm_); }

 private:
  float speed_ = 0.0f;
  bool calm_ = false;
};

}  // namespace pp::testing

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Taxi: pick up a passenger and drive them to their destination. After Dietterich (2000), with
// the draws and rewards of Gymnasium's TaxiEnv.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "categorical.h"
#include "taxi_town.h"

namespace pp::toy_text {

class Taxi {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    bool is_rainy = false;
    bool fickle_passenger = false;
    double rainy_probability = 0.8;
    double fickle_probability = 0.3;
    static constexpr auto options() {
      return option_list(
          option("is_rainy", &Config::is_rainy,
                 "Let a move slip to either side of the intended direction."),
          option("fickle_passenger", &Config::fickle_passenger,
                 "Let the passenger change the destination once the taxi has set off."),
          option("rainy_probability", &Config::rainy_probability,
                 "Probability that a move in the rain goes in the intended direction."),
          option("fickle_probability", &Config::fickle_probability,
                 "Probability that a fickle passenger changes the destination."));
    }
  };
  // The options, shared by all environments, whose own data thus stay small.
  struct Shared {
    explicit Shared(const Config& config);
    bool is_rainy;
    bool is_fickle;
    double fickle_probability;
    std::array<double, 3> probabilities;  // in the rain: straight on, to the left, to the right
    std::array<double, 3> cumulative;
  };

  struct Action {
    Row<std::int64_t> what;  // 0 south, 1 north, 2 east, 3 west, 4 pick up, 5 drop off
  };
  struct Observation {
    Row<std::int64_t> state;  // ((row * 5 + column) * 5 + passenger) * 4 + destination
  };
  struct Info {
    Row<double> prob;                 // of the transition that was drawn
    Row<std::int8_t, 6> action_mask;  // 1 for actions that change the state
  };
  struct RenderState {
    Row<std::int64_t> state;
    Row<std::int64_t> last_action;  // -1 after a reset
    Row<std::int64_t> heading;      // the last action that was a move
  };

  static Spec<Taxi> spec(const Config&) {
    return {.observation = discrete(&Observation::state, TaxiTown::kStates),
            .action = discrete(&Action::what, 6),
            .info = dict<Info>(
                {{"prob", value(&Info::prob), "Probability of the transition that took place."},
                 {"action_mask", value(&Info::action_mask),
                  "1 for each action that changes the state, else 0."}}),
            .render_state = dict<RenderState>({{"state", value(&RenderState::state)},
                                               {"last_action", value(&RenderState::last_action)},
                                               {"heading", value(&RenderState::heading)}})};
  }

  Taxi(const Config&, const Shared& weather) : weather_(&weather) {}

  void reset(Rng& rng) {
    state_ = kTaxiTown.start(rng.random());
    changes_mind_ = weather_->is_fickle && rng.random() < weather_->fickle_probability;
    prob_ = 1.0;
    last_action_ = -1;
    heading_ = 0;
  }

  Transition step(const Action& action, Rng& rng) {
    const double sample = rng.random();  // also drawn where there is only one outcome
    last_action_ = static_cast<std::int32_t>(action.what);
    const std::size_t before = state_;
    const auto intended = static_cast<std::size_t>(last_action_);
    heading_ = intended < 4 ? last_action_ : heading_;
    std::size_t done = intended;
    prob_ = 1.0;
    if (weather_->is_rainy && intended < 4) {
      const std::size_t drawn = first_above(weather_->cumulative, 3, sample);
      prob_ = weather_->probabilities[drawn];
      // A taxi whose way ahead is blocked does not slip to a side.
      if (kTaxiTown.next(before, intended) != before) done = TaxiTown::kDrifts[intended][drawn];
    }
    state_ = kTaxiTown.next(before, done);
    const int reward = kTaxiTown.reward(before, done);
    if (changes_mind_ && TaxiTown::rides(before) &&
        TaxiTown::place(before) != TaxiTown::place(state_)) {
      changes_mind_ = false;
      state_ = TaxiTown::with_other_destination(state_, rng.choice(3));
    }
    return {.reward = static_cast<double>(reward), .terminated = reward == TaxiTown::kArrival};
  }

  void observe(Observation& out) const { out.state = static_cast<std::int64_t>(state_); }
  void info(Info& out) const {
    out.prob = prob_;
    out.action_mask = kTaxiTown.action_mask(state_);
  }

  void render_state(RenderState& out) const {
    out.state = static_cast<std::int64_t>(state_);
    out.last_action = last_action_;
    out.heading = heading_;
  }

  void serialize(StateIO& io) {
    io.within(state_, 0, TaxiTown::kStates - 1, "state of the town");
    io(changes_mind_, prob_);
    io.within(last_action_, -1, 5, "action");
    io.within(heading_, 0, 3, "heading");
  }

 private:
  static void check(const char* name, double probability) {
    if (!(probability >= 0.0 && probability <= 1.0)) {
      throw std::invalid_argument(std::string(name) + " must lie in [0, 1], got " +
                                  std::to_string(probability));
    }
  }

  const Shared* weather_;
  std::uint64_t state_ = 0;
  bool changes_mind_ = false;
  std::int32_t last_action_ = -1;  // this and the next are shown when rendered
  std::int32_t heading_ = 0;
  double prob_ = 1.0;
};

inline Taxi::Shared::Shared(const Config& config)
    : is_rainy(config.is_rainy),
      is_fickle(config.fickle_passenger),
      fickle_probability(config.fickle_probability) {
  check("rainy_probability", config.rainy_probability);
  check("fickle_probability", config.fickle_probability);
  const double straight = config.rainy_probability;
  const double aside = (1.0 - straight) / 2.0;
  probabilities = {straight, aside, aside};
  cumulative = {straight, straight + aside, straight + aside + aside};
}

}  // namespace pp::toy_text

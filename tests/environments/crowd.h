// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A multi-player environment whose number of players changes with every step.
#pragma once

#include <parallel_pool/env.h>

#include <stdexcept>

namespace pp::testing {

// Each player adds what it chose to its score. How many play next is the sum of the choices, modulo
// the limit, plus one: a test can follow that by hand.
class Crowd {
 public:
  struct Config {
    std::int64_t max_num_players = 4;
    bool too_many = false;
    bool may_be_empty = false;
    static constexpr auto options() {
      return option_list(
          option("max_num_players", &Config::max_num_players, "The most players at a time."),
          option("too_many", &Config::too_many, "Break the limit in the first step."),
          option("may_be_empty", &Config::may_be_empty, "Leave out the plus one after steps."));
    }
  };
  struct Action {
    PlayerRows<std::int64_t> choice;  // 0 to 9, for each player
    Row<std::int64_t> finish;         // 1 ends the episode
  };
  struct Observation {
    PlayerRows<double, 2> view;  // the player's number and score
    Row<std::int64_t> round;
  };

  static Spec<Crowd> spec(const Config& config) {
    return {.observation = dict<Observation>({{"view", box(&Observation::view, -1e9, 1e9)},
                                              {"round", discrete(&Observation::round, 1000000)}}),
            .action = dict<Action>({{"choice", discrete(&Action::choice, 10)},
                                    {"finish", discrete(&Action::finish, 2)}}),
            .max_players = static_cast<std::size_t>(config.max_num_players)};
  }

  explicit Crowd(const Config& config)
      : limit_(config.max_num_players),
        too_many_(config.too_many),
        may_be_empty_(config.may_be_empty),
        scores_(static_cast<std::size_t>(limit_)) {}

  void reset(Rng& rng) {
    round_ = 0;
    players_ = rng.integers<std::int64_t>(1, limit_ + 1);
    for (double& score : scores_) score = 0.0;
  }

  Transition step(const Action& action, Rewards& rewards, Rng&) {
    ++round_;
    std::int64_t sum = 0;
    for (std::size_t player = 0; player < action.choice.size(); ++player) {
      const std::int64_t choice = action.choice[player];
      scores_[player] += static_cast<double>(choice);
      sum += choice;
    }
    players_ = too_many_ ? limit_ + 1 : may_be_empty_ ? sum % (limit_ + 1) : sum % limit_ + 1;
    for (std::int64_t player = 0; player < std::min(players_, limit_); ++player) {
      rewards[static_cast<std::size_t>(player)] = scores_[static_cast<std::size_t>(player)];
    }
    return {.terminated = action.finish == 1};
  }

  std::size_t players() const { return static_cast<std::size_t>(players_); }

  void observe(Observation& out) const {
    for (std::size_t player = 0; player < out.view.size(); ++player) {
      out.view[player][0] = static_cast<double>(player);
      out.view[player][1] = scores_[player];
    }
    out.round = round_;
  }

  void serialize(StateIO& io) { io(round_, players_, scores_); }

 private:
  std::int64_t limit_;
  bool too_many_;
  bool may_be_empty_;
  std::int64_t round_ = 0;
  std::int64_t players_ = 1;
  std::vector<double> scores_;
};

}  // namespace pp::testing

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A multi-player environment that breaks one rule, to see the conformance kit catch it.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace pp::testing {

// Random walks of players who come and go, which break the rule that the option names.
class BrokenPlayers {
 public:
  struct Config {
    std::string rule = "none";
    static constexpr auto options() {
      return option_list(option("rule", &Config::rule, "Which rule to break."));
    }
  };
  struct Action {
    PlayerRows<std::int64_t> direction;
  };
  struct Observation {
    PlayerRows<float, 2> position;  // and how many steps there were
    PlayerRows<std::int64_t> side;
    Row<std::int64_t> round;
  };
  struct Info {
    PlayerRows<double> distance;
    Row<std::int64_t> crowd;
  };

  static Spec<BrokenPlayers> spec(const Config& config) {
    const char* side = config.rule == "spec" ? "position" : "side";
    return {
        .observation = dict<Observation>({{"position", box(&Observation::position, -100, 100)},
                                          {side, discrete(&Observation::side, 2)},
                                          {"round", discrete(&Observation::round, 13)}}),
        .action = discrete(&Action::direction, 2),
        .info = dict<Info>({{"distance", value(&Info::distance)}, {"crowd", value(&Info::crowd)}}),
        .max_players = kMostPlayers};
  }

  explicit BrokenPlayers(const Config& config) : rule_(config.rule), positions_(kMostPlayers) {}

  std::size_t players() const { return static_cast<std::size_t>(players_); }

  void reset(Rng& rng) {
    Rng own(7);  // every episode begins alike
    Rng& stream = rule_ == "stream" ? own : rng;
    for (float& position : positions_) {
      position =
          rule_ == "seed" ? static_cast<float>(count()) : static_cast<float>(stream.uniform(-1, 1));
    }
    players_ = stream.integers<std::int64_t>(1, kMostPlayers + 1);
    round_ = 0;
  }

  Transition step(const Action& action, Rewards& rewards, Rng& rng) {
    std::int64_t sum = 0;
    for (std::size_t player = 0; player < players(); ++player) {
      sum += action.direction[player];
      positions_[player] += action.direction[player] == 1 ? 0.5f : -0.5f;
      if (rule_ != "stream") positions_[player] += static_cast<float>(rng.uniform(-0.1, 0.1));
      if (rule_ == "global") positions_[player] += static_cast<float>(count());
    }
    ++round_;
    players_ = (players_ + sum + (rule_ == "crowd" ? count() : 0)) % kMostPlayers + 1;
    if (rule_ == "players" && round_ == 7) players_ = kMostPlayers + 1;
    if (rule_ == "throw" && round_ == 7) throw std::runtime_error("out of breath");
    for (std::size_t player = 0; player < std::min<std::size_t>(players(), kMostPlayers);
         ++player) {
      rewards[player] = rule_ == "reward" && player == 1 ? std::numeric_limits<double>::quiet_NaN()
                                                         : positions_[player];
    }
    return {.terminated = round_ >= 12};
  }

  void observe(Observation& out) const {
    for (std::size_t player = 0; player < out.position.size(); ++player) {
      const bool second = player == 1;  // mistakes are about one player
      const float position = positions_[player];
      out.position[player][0] = rule_ == "bounds" && second ? position + 200 : position;
      if (rule_ != "unwritten" || !second) {
        out.position[player][1] = static_cast<float>(round_);
      }
      if (rule_ == "observe") out.position[player][1] += static_cast<float>(count());
      out.side[player] = rule_ == "discrete" && second ? 2 : (position > 0 ? 1 : 0);
    }
    out.round = rule_ == "round" ? round_ + 1 : round_;
  }

  void info(Info& out) const {
    for (std::size_t player = 0; player < out.distance.size(); ++player) {
      out.distance[player] =
          rule_ == "info" ? static_cast<double>(count()) : std::abs(positions_[player]);
    }
    out.crowd = players_;
  }

  void serialize(StateIO& io) {
    io(positions_, round_);
    if (rule_ != "state") io(players_);
  }

 private:
  static constexpr std::int64_t kMostPlayers = 3;

  // State that all environments of the process share, and no two moments.
  static std::int64_t count() {
    static std::atomic<std::int64_t> calls{0};
    return ++calls;
  }

  std::string rule_;
  std::vector<float> positions_;
  std::int64_t players_ = 1;
  std::int64_t round_ = 0;
};

}  // namespace pp::testing

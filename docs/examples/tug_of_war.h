// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Two players at the ends of a rope: the tutorial's second environment.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace my_envs {

class TugOfWar {
 public:
  struct Config {
    double slack = 2.0;
    static constexpr auto options() {
      return pp::option_list(pp::option(
          "slack", &Config::slack, "Maximum distance of the rope from the middle at the start."));
    }
  };

  struct Action {
    pp::PlayerRows<std::int64_t> pull;  // 0 to 2, for each player
  };
  struct Observation {
    pp::PlayerRows<float, 2> view;  // how far the rope is on the player's side, and its strength
  };

  static pp::Spec<TugOfWar> spec(const Config&) {
    return {.observation = pp::box(&Observation::view, {-kEnd, 0.0}, {kEnd, kStrength}),
            .action = pp::discrete(&Action::pull, 3),
            .max_players = 2};
  }

  explicit TugOfWar(const Config& config) : slack_(std::clamp(config.slack, 0.0, kEnd / 2)) {}

  std::size_t players() const { return 2; }

  void reset(pp::Rng& rng) {
    rope_ = rng.uniform(-slack_, slack_);
    strength_ = {kStrength, kStrength};
  }

  pp::Transition step(const Action& action, pp::Rewards& rewards, pp::Rng&) {
    for (std::size_t player = 0; player < players(); ++player) {
      const double pull = std::min(static_cast<double>(action.pull[player]), strength_[player]);
      strength_[player] = std::min(strength_[player] - pull + 0.5, kStrength);
      rope_ += side(player) * pull;
    }
    rope_ = std::clamp(rope_, -kEnd, kEnd);
    const bool over = rope_ == kEnd || rope_ == -kEnd;
    for (std::size_t player = 0; player < players(); ++player) {
      rewards[player] = over ? side(player) * rope_ / kEnd : 0.0;
    }
    return {.terminated = over};
  }

  void observe(Observation& out) const {
    for (std::size_t player = 0; player < out.view.size(); ++player) {
      out.view[player][0] = static_cast<float>(side(player) * rope_);
      out.view[player][1] = static_cast<float>(strength_[player]);
    }
  }

  void serialize(pp::StateIO& io) { io(rope_, strength_); }

 private:
  static constexpr double kEnd = 8.0;
  static constexpr double kStrength = 10.0;

  static double side(std::size_t player) { return player == 0 ? 1.0 : -1.0; }

  double slack_;
  double rope_ = 0.0;
  std::array<double, 2> strength_{kStrength, kStrength};
};

}  // namespace my_envs

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Alice tells Bob a word under a key, and Eve listens, with the rules of MPE2's simple_crypto_v3.
#pragma once

#include <algorithm>
#include <ranges>

#include "game.h"

namespace pp::mpe {

class Crypto : public Scenario {
 public:
  struct Config : GameOptions {
    static constexpr auto options() { return game_options(); }
  };

  static Layout layout(const Config&) {
    Layout layout{.agents = {"eve_0", "bob_0", "alice_0"}, .words = kWords, .widths = {4, 8, 8}};
    layout.kinds.resize(3, {.moves = false, .collides = false, .speaks = true});
    layout.kinds.resize(5, {.moves = false, .collides = false});
    return layout;
  }

  explicit Crypto(const Config&) {}

  void reset(World& world, Rng& rng) {
    goal_ = rng.integers<std::int64_t>(0, 2);
    key_ = rng.integers<std::int64_t>(0, 2);
    world.scatter_agents(rng);
    world.scatter_landmarks(rng);
  }

  double reward(const World& world, std::size_t agent) const {
    if (agent == kEve) return 0.0 - error(world, kEve);
    return error(world, kEve) + (0.0 - error(world, kBob));
  }

  void observe(const World& world, std::size_t agent, View& view) const {
    if (agent == kAlice) view.put_choice(static_cast<std::size_t>(goal_), kWords);
    if (agent != kEve) view.put_choice(static_cast<std::size_t>(key_), kWords);
    if (agent != kAlice) view.put(world.message(kAlice));
  }

  void mark(std::int64_t* out) const {
    out[0] = goal_;
    out[1] = key_;
  }

  void serialize(StateIO& io) {
    io(goal_, key_);
    goal_ = std::clamp<std::int64_t>(goal_, 0, 1);
    key_ = std::clamp<std::int64_t>(key_, 0, 1);
  }

 private:
  static constexpr std::size_t kWords = 4;
  enum Agent : std::size_t { kEve, kBob, kAlice };

  // How far what the agent says is from the goal; 0 if it says nothing.
  double error(const World& world, std::size_t agent) const {
    const std::span<const double> message = world.message(agent);
    if (std::ranges::all_of(message, [](double value) { return value == 0.0; })) return 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < kWords; ++i) {
      const double delta = message[i] - (static_cast<std::int64_t>(i) == goal_ ? 1.0 : 0.0);
      sum += delta * delta;
    }
    return sum;
  }

  std::int64_t goal_ = 0;
  std::int64_t key_ = 0;
};

}  // namespace pp::mpe

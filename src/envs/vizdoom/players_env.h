// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A scenario with several players, each of which sees the game through an engine of its own. The
// engines play in step, so the same seed and actions always give the same game.
#pragma once

#include <parallel_pool/env.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/engine.h"
#include "players_config.h"
#include "reward_counter.h"
#include "scenario.h"

namespace pp::vizdoom {

struct PlayersObservation {
  static constexpr bool kMayLeaveOutRows = true;  // the configuration says what is observed
  PlayerRows<std::uint8_t, kDynamic> screen, depth, labels, automap;
  PlayerRows<std::int16_t, kDynamic> audio;
  PlayerRows<float, kDynamic> variables;
};

struct PlayersAction {
  static constexpr bool kMayLeaveOutRows = true;  // the configuration says which form it has
  PlayerRows<std::int64_t> combination;
  PlayerRows<std::int8_t, kDynamic> pressed;
  PlayerRows<std::int64_t, kDynamic> switched;
  PlayerRows<float, kDynamic> deltas;
};

struct PlayersPicture {
  Row<std::uint8_t, kDynamic> picture;
};

class PlayersScenario : public Scenario {
 public:
  // Wants the GIL.
  explicit PlayersScenario(const PlayersConfig& config);

  std::size_t players;
  std::int64_t bots;
  std::vector<Launch> launches;  // of each player, but for the network
};

class PlayersEnv {
 public:
  using Config = PlayersConfig;
  using Observation = PlayersObservation;
  using Action = PlayersAction;
  using RenderState = PlayersPicture;
  using Shared = PlayersScenario;

  static Spec<PlayersEnv> spec(const Config& config);
  PlayersEnv(const Config&, const PlayersScenario& scenario) : scenario_(scenario) {}

  std::size_t players() const { return scenario_.players; }
  void reset(Rng& rng);
  Transition step(const Action& action, Rewards& rewards, Rng&);
  void observe(Observation& out) const;
  void render_state(RenderState& out) const;
  void serialize(StateIO& io);

 private:
  struct Player {
    std::unique_ptr<Engine> engine;
    RewardCounter rewards;
    std::uint32_t last_tic = 1;
  };

  template <class Play>
  void guarded(Play&& play);
  void begin(std::uint32_t seed);
  void start_engines(std::uint32_t seed);
  void press(const double* buttons);  // of all players, one after the other
  void play(const double* buttons);
  void all_tic(bool with_picture);
  void all_picture();
  void collect(double* rewards);
  bool over() const;
  bool timed_out() const;
  const Engine& any() const;  // throws EngineError if there is none

  const PlayersScenario& scenario_;
  Descriptor network_;
  std::vector<Launch> launches_;
  std::vector<Player> players_;  // none: no engines run
  bool begun_ = false;
  std::uint32_t seed_ = 0;
  std::vector<double> played_;  // the buttons of all players in each step
};

}  // namespace pp::vizdoom

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A scenario as EnvPool plays it: stacks of scaled frames, rewards for changes of game variables.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "game.h"
#include "game_settings.h"
#include "pool_config.h"
#include "python_settings.h"
#include "shared/images/resizer.h"

namespace pp::vizdoom {

struct PoolObservation {
  Row<std::uint8_t, kDynamic> frames;
};
struct PoolAction {
  static constexpr bool kMayLeaveOutRows = true;  // one of them is there
  Row<double, kDynamic> buttons;
  Row<std::int64_t> combination;
};
struct PoolInfo {
  Row<double> ammo2, ammo3, ammo4, ammo5, ammo6, ammo7, armor, damage, deaths, frags, health, hits,
      kills, weapon, weapon_ammo, user2;
};
struct PoolPicture {
  Row<std::uint8_t, kDynamic> picture;
};

// What all environments of a pool share.
class PoolScenario {
 public:
  // Wants the GIL.
  explicit PoolScenario(const PoolConfig& config);
  PoolScenario(const PoolConfig& config, const PoolSettings& read);

  GameSettings settings;
  std::size_t height, width, stack, channels;
  int frame_skip;
  std::int64_t weapon_duration;
  bool ends_with_life;
  std::string recordings;  // a folder; empty: none
  std::vector<std::vector<double>> combinations;
  std::vector<double> no_buttons;  // the first combination
  // Rewards are float32, as EnvPool keeps them. gcc 12 at -O3 drops a rounding to float32 between two
  // doubles where it converts several at once.
  std::vector<std::array<float, 2>> rewards;  // of each variable: growing, falling
  std::array<float, 10> weapon_rewards{};
  std::vector<std::size_t> shown;           // which of the variables infos have
  std::size_t middle_height, middle_width;  // of the configuration's screen
  bool resizes_twice;
  images::Resizer first, second;  // to the configuration's size, to the observation's

  std::size_t frame_bytes() const { return channels * height * width; }
};

class PoolEnv {
 public:
  using Config = PoolConfig;
  using Observation = PoolObservation;
  using Action = PoolAction;
  using Info = PoolInfo;
  using RenderState = PoolPicture;
  using Shared = PoolScenario;

  static Spec<PoolEnv> spec(const Config& config);
  PoolEnv(const Config&, const PoolScenario& scenario, EnvId id);

  void seed(const SeedSequence& sequence);
  void reset(Rng&);
  Transition step(const Action& action);
  bool continues_episode() const { return continues_; }
  void time_is_up() { interrupted_ = false; }

  void observe(Observation& out) const;
  void info(Info& out) const;
  void render_state(RenderState& out) const;
  void serialize(StateIO& io);

 private:
  void read_variables();
  float collect_reward(bool is_reset);
  void push_frame(bool fill);

  const PoolScenario& scenario_;
  const std::uint32_t id_;
  Game game_;
  Mt19937 seeds_;
  std::vector<std::uint8_t> stack_;  // the oldest first
  std::vector<double> values_, values_before_;
  std::array<double, 3>
      counted_before_{};  // of hits, damage and deaths, which start at other than 0
  std::int64_t weapon_ = -1, weapon_steps_ = 0;
  std::int64_t episodes_ = 0;
  bool seeded_ = false;
  bool interrupted_ = false;  // a death has ended the episode, but not the game
  bool continues_ = false;
};

}  // namespace pp::vizdoom

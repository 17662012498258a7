// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An Atari game for several players as an environment, with the conventions of PettingZoo's: a frame
// each time step, and one screen for all.
#pragma once

#include <parallel_pool/env.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "multi_player_console.h"
#include "multi_player_game.h"

namespace pp::atari {

struct MultiPlayerConfig {
  const MultiPlayerGame* game = nullptr;  // of the id

  std::string obs_type = "rgb_image";
  bool full_action_space = false;
  std::int64_t max_cycles = 100'000;
  std::optional<std::int64_t> num_players;
  std::optional<std::int64_t> mode_num;

  static constexpr auto options() {
    return option_list(
        option("obs_type", &MultiPlayerConfig::obs_type,
               "Observe the 'rgb_image', the 'grayscale_image', or the 'ram': the 128 bytes of the "
               "console's memory."),
        option("full_action_space", &MultiPlayerConfig::full_action_space,
               "Use all 18 actions instead of those that the game needs."),
        option("max_cycles", &MultiPlayerConfig::max_cycles,
               "The time limit, unless max_episode_steps is given."),
        option("num_players", &MultiPlayerConfig::num_players,
               "The number of players; None is the game's own."),
        option("mode_num", &MultiPlayerConfig::mode_num,
               "The cartridge's game, as its manual numbers them; None is the environment's own."));
  }
  // Throws std::invalid_argument for invalid values.
  void validate() const;

  std::size_t players() const;
  int mode() const;
  std::vector<int> actions() const;
  bool shows_ram() const { return obs_type == "ram"; }
  std::size_t channels() const { return obs_type == "rgb_image" ? 3 : 1; }
  std::size_t height() const;
};

// Shared by all environments of a pool.
struct MultiPlayerShared {
  // Reads the ROM image through Python: holds the GIL.
  explicit MultiPlayerShared(const MultiPlayerConfig& config);

  std::vector<std::uint8_t> image;
  std::vector<int> actions;
};

class MultiPlayerEnv {
 public:
  using Config = MultiPlayerConfig;
  using Shared = MultiPlayerShared;
  struct Action {
    PlayerRows<std::int64_t> choice;
  };
  struct Observation {
    Row<std::uint8_t, kDynamic> screen;
  };
  struct RenderState {
    Row<std::uint8_t, kDynamic> picture;
  };

  static Spec<MultiPlayerEnv> spec(const Config& config);
  static std::optional<std::int64_t> max_episode_steps(const Config& config) {
    return config.max_cycles;
  }

  MultiPlayerEnv(const Config& config, const Shared& shared);

  std::size_t players() const { return rows_.size(); }
  std::size_t agent(std::size_t row) const { return rows_[row]; }
  void seed(const SeedSequence& sequence);
  void reset(Rng&);
  Transition step(const Action& action, PlayerResults& results, Rng&);
  void observe(Observation& out) const;
  void render_state(RenderState& out) const;
  void serialize(StateIO& io);

 private:
  void insert_cartridge();

  const Config config_;
  const Shared& shared_;
  std::unique_ptr<MultiPlayerConsole> console_;
  std::uint32_t seed_ = 0;
  bool seed_pending_ = true;
  std::int64_t cycles_ = 0;
  std::vector<std::uint32_t> rows_;  // the players whose rows the last batch has
  std::vector<bool> is_over_;        // by player
};

}  // namespace pp::atari

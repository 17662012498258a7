// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A game of one player: episodes, steps, rewards and ends, as the reference's DoomGame has them.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/engine.h"
#include "game_settings.h"
#include "reward_counter.h"

namespace pp::vizdoom {

class Game {
 public:
  explicit Game(const GameSettings& settings) : settings_(settings) {}
  ~Game();

  // Starts an episode whose random numbers are those of a seed, with an engine that is started if
  // there is none. After an EngineError there is none. An engine that runs already can record the
  // episode in a file.
  void begin(std::uint32_t seed, const std::string& recording = "");
  // Plays some tics with these values of the buttons, one after the other, until the episode is
  // over. Returns the reward.
  double step(std::span<const double> buttons, int tics);

  bool running() const { return engine_ != nullptr; }
  bool over() const;
  bool dead() const { return engine_->read<bool>(layout::kDead); }
  bool timed_out() const;

  double variable(int number) const;
  // Throws EngineError if there is none.
  const Engine& engine() const;
  const GameSettings& settings() const { return settings_; }

  // The seed of the episode and what was done in it: a loaded game plays it again.
  void serialize(StateIO& io, int frame_skip);

 private:
  // What an episode's pictures show of the engine's past. The first episode of an engine is drawn
  // once more, when its map begins: from then on, the status bar's face changes and the automap
  // knows walls. Later ones begin with what the episode before ended with.
  struct Past {
    bool is_first = true;
    Carried carried;
  };

  template <class Play>
  void guarded(Play&& play);
  void note_begin(std::uint32_t seed);
  // Begins an episode that looks as if it had this past.
  void begin_again(std::uint32_t seed, const Past& past);
  void start_engine(std::uint32_t seed);
  // With a past of its own, unless another one is given.
  void restart_map(std::uint32_t seed, const std::string& recording, const Past* past = nullptr);
  void change_map(std::uint32_t seed);
  void restart_alone(std::uint32_t seed, const std::string& recording);
  void await_start_time();
  void press(std::span<const double> buttons);
  void release_all();
  void play(std::span<const double> buttons, int tics);
  void play_again(const std::vector<double>& buttons, const std::vector<std::int32_t>& tics);
  double collect_reward();
  std::int64_t stop_tic() const {
    return settings_.timeout > 0 ? settings_.timeout + settings_.start_time : 0;
  }
  // A network game with one engine, which game_args ask for.
  bool hosts() const { return engine_->read<bool>(layout::kMultiplayer); }
  std::uint32_t tic() const { return engine_->read<std::uint32_t>(layout::kMapTic); }

  const GameSettings& settings_;
  std::unique_ptr<Engine> engine_;
  std::uint32_t last_tic_ = 1;  // the reference's, which may be beyond the map's
  RewardCounter rewards_;

  // The episode so far.
  bool begun_ = false;
  std::uint32_t seed_ = 0;
  Past past_;
  std::vector<double> played_;      // the buttons of each step
  std::vector<std::int32_t> tics_;  // of each step
  double deaths_before_ = 0.0;      // engines never reset their count of deaths
  double deaths_offset_ = 0.0;      // what another engine had counted
};

}  // namespace pp::vizdoom

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A game on its console, as an environment: resets, actions that stick, rewards, ends of episodes.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atari/games/game.h"
#include "controls.h"
#include "machine.h"

namespace pp::atari {

struct ResetStart;

struct EmulatorSettings {
  bool genuine = false;  // the image is the one that the game's facts are about
  std::uint32_t seed = 0;
  float repeat_action_probability = 0.25f;
  int frame_skip = 1;
  std::int32_t reward_min = std::numeric_limits<std::int32_t>::min();
  std::int32_t reward_max = std::numeric_limits<std::int32_t>::max();
  std::int64_t max_frames_per_episode = 0;  // 0: no limit
  bool truncate_on_loss_of_life = false;
  bool color_averaging = false;
};

class Emulator final : private GameConsole {
 public:
  // Detects the television's format if necessary, and resets. Throws std::invalid_argument if the
  // image does not have the cartridge's size.
  Emulator(const Game& game, std::span<const std::uint8_t> image, const EmulatorSettings& settings);

  // Starts an episode, in the mode and with the difficulty in force.
  void reset();
  // The rewards of `frame_skip` frames, clamped. An action that is not legal counts as none.
  // Without `draw`, the screen is drawn only if it is requested later.
  std::int32_t act(Action action, float strength, bool draw = true);

  // Everything that affects what follows, except for the settings.
  std::string save();
  // Throws pp::Error if these are not bytes of `save` for the same game; then nothing changes.
  void restore(std::string_view state);
  // The same without a header and a checksum.
  void serialize(StateIO& io);

  // For the next episode. Throws std::invalid_argument if the game has no such mode.
  void set_mode(int mode);
  // From the next frame on. Throws std::invalid_argument if the game has no such difficulty.
  void set_difficulty(int difficulty);

  const Game& game() const { return game_; }
  const EmulatorSettings& settings() const { return settings_; }
  int mode() const { return mode_; }
  int difficulty() const { return difficulty_; }
  bool terminal() const { return rules_.terminal; }
  bool truncated() const;
  int lives() const { return rules_.lives; }
  std::int64_t frame_number() const { return frame_number_; }
  std::int64_t episode_frame_number() const { return episode_frame_number_; }
  Machine& machine() { return machine_; }
  Television television() const { return television_; }

  // Palette indices, `height` rows of 160.
  const std::uint8_t* screen() { return view().pixels; }
  // The same, for a reader that copies what has changed. It stays until the console's picture does
  // not.
  Machine::View view();
  int height() const { return machine_.height(); }

 private:
  // GameConsole: for mode procedures.
  RamView ram() const override;
  void press_select(int frames) override;
  void press_reset() override;
  void act(Action action) override;
  std::uint32_t draw() override;

  void find_television();
  void detect_television();
  Inputs inputs(Action action, bool select = false) const;
  void run_and_remember_reset(const ResetStart& start);
  // The frames of a reset.
  void run_reset();
  // One frame, and the rules' view of it.
  void frame(Action action, bool draw = false);
  void frames(Action action, int count);

  const Game& game_;
  EmulatorSettings settings_;
  std::shared_ptr<const std::vector<std::uint8_t>> image_;
  Mt19937 system_random_;
  Machine machine_;
  Television television_ = Television::kNtsc;
  Mt19937 random_;
  GameState rules_;
  Paddles paddles_;
  int mode_;
  int difficulty_ = 0;
  Action held_ = Action::kNoop;
  float held_strength_ = 1.0f;
  std::int64_t frame_number_ = 0;
  std::int64_t episode_frame_number_ = 0;
  std::vector<std::uint8_t> averaged_[2];  // of each of the console's pictures and the one before
  bool reset_draws_ = false;  // the reset at work depends on the environment's generator
};

}  // namespace pp::atari

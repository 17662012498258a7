// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An Atari game as pools play it: episodes that start with no-ops, steps of several frames, stacks
// of scaled frames. The conventions are those of EnvPool, AtariPreprocessing,
// AtariVectorEnv or Stable-Baselines3.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "atari/console/emulator.h"
#include "joystick.h"
#include "screens.h"
#include "shared_game.h"

namespace pp::atari {

struct GameObservation {
  Row<std::uint8_t, kDynamic> frames;
};
struct GameInfo {
  Row<std::int32_t> lives;
  Row<float> reward;
  Row<double> score;
  Row<std::int32_t> terminated;
  Row<bool> game_over, life_loss;
  Row<std::int32_t> frame_number, episode_frame_number;
  Row<std::uint8_t, 128> ram;
};
struct GamePicture {
  Row<std::uint8_t, kDynamic> picture;
};

// Everything that does not depend on the form of actions.
class GameCore {
 public:
  explicit GameCore(const SharedGame& shared);

  void seed(const SeedSequence& sequence);
  void reset();
  Transition step(const Move& move);
  // Whether the last reset continued the game that a lost life had interrupted.
  bool continues_episode() const { return continues_; }
  // Called when the time limit has ended the episode: the next episode is a new game.
  void time_is_up() {
    interrupted_ = false;
    game_over_ = true;
  }

  void observe(GameObservation& out) const;
  void info(GameInfo& out) const;
  void render_state(GamePicture& out) const;
  void serialize(StateIO& io);

 protected:
  const SharedGame& shared_;

 private:
  enum class Conventions : std::uint8_t { kEnvPool, kGymnasium, kAle, kSb3 };

  // Whether a Gymnasium environment is below: it makes two seeds, and counts the frames itself.
  bool over_gymnasium() const {
    return conventions_ == Conventions::kGymnasium || conventions_ == Conventions::kSb3;
  }

  // Puts the cartridge into a new console.
  void insert();
  // The same with a new seed.
  void load();
  // Starts a game; if asked, inserts the cartridge again first.
  void begin(bool loads);
  // Plays one frame, and adds to the score.
  double act(const Move& move, bool draw);
  // Plays the frames of a step. Returns true if it lost a life that ends the episode.
  bool play(const Move& move);
  // Plays some no-ops. True: a game ended meanwhile, and another started.
  bool idle(std::int64_t noops, bool loads);
  // Starts a game and its no-ops, or goes on with the one that a lost life has interrupted.
  void resume(bool seeded);
  // Stable-Baselines3's start: a step of FIRE, and one of the next action.
  void press_twice(bool seeded);
  std::int64_t draw_noops();
  std::int64_t draw_frame_skip();
  bool over() const { return emulator_->terminal() || truncated(); }
  bool truncated() const;
  bool lost_life(int before, int now) const;
  void serialize_emulator(StateIO& io);
  // Stores the screens as the first frame of an episode, in the whole stack or its newest.
  void begin_stack(bool fill);
  void push();

  const Conventions conventions_;
  const bool shows_ram_;
  const bool continues_after_loss_;
  const std::size_t frame_bytes_;
  std::unique_ptr<Emulator> emulator_;

  std::uint32_t game_seed_ = 0;
  std::uint32_t noop_seed_ = 0;
  bool seed_pending_ = false;
  Rng noop_generator_;    // Gymnasium's
  Mt19937 noop_twister_;  // the others'

  Screens screens_;
  std::vector<std::uint8_t> stack_;  // a ring of frames
  std::size_t newest_ = 0;

  double reward_ = 0.0;  // of the last step, not clipped
  double score_ = 0.0;   // of the game so far
  bool game_over_ = false;
  bool life_loss_ = false;
  bool interrupted_ = false;  // a lost life has ended the episode, but not the game
  bool continues_ = false;
  std::int64_t frames_played_ = 0;  // by the steps of this game
};

template <class ActionRows>
class GameEnv : public GameCore {
 public:
  using Config = atari::Config;
  using Shared = SharedGame;
  using Action = ActionRows;
  using Observation = GameObservation;
  using Info = GameInfo;
  using RenderState = GamePicture;

  static Spec<GameEnv> spec(const Config& config);

  GameEnv(const Config&, const SharedGame& shared) : GameCore(shared) {}

  void reset(Rng&) { GameCore::reset(); }

  Transition step(const ActionRows& action) {
    if constexpr (std::is_same_v<ActionRows, PolarAction>) {
      const auto threshold = static_cast<float>(shared_.config().continuous_action_threshold);
      return GameCore::step(move_of(action, threshold));
    } else {
      const auto index = static_cast<std::size_t>(std::int64_t{action.action});
      return GameCore::step({static_cast<atari::Action>(shared_.actions()[index]), 1.0});
    }
  }
};

}  // namespace pp::atari

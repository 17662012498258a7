// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One environment and its episodes: seeding, the time limit and autoreset. No other code knows what
// an episode is.
#pragma once

#include <parallel_pool/core/author/concepts.h>
#include <parallel_pool/core/batches/batch_layout.h>
#include <parallel_pool/core/random/seed_sequence.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace pp {

// The seed of an environment's generator.
struct EpisodeSeed {
  SeedWords words;       // empty: none yet, or the generator was set from outside
  bool pending = false;  // the next reset uses it

  void serialize(StateIO& io) { io(words, pending); }
};

// What an episode knows whatever the class of its environment is.
class EpisodeState {
 public:
  // The next reset or action starts a new episode: the last one has ended, or there was none.
  bool ended() const { return phase_ != Phase::kRunning; }

  // The number of players that act next and observe now; 1 in a single-player environment.
  std::size_t players() const { return players_; }

  // The number of steps since the reset, at most the largest int32.
  std::int32_t elapsed_step(std::int64_t limit) const {
    return static_cast<std::int32_t>(std::min(limit - steps_left_, kMostCounted));
  }

  bool is_seeded() const { return phase_ != Phase::kUnseeded; }
  // Prevents resets from drawing a seed.
  void mark_seeded() {
    if (phase_ == Phase::kUnseeded) phase_ = Phase::kEnded;
  }

 protected:
  enum class Phase : std::uint8_t { kUnseeded, kRunning, kEnded };

  // Whether a reset starts with `take_seed`: a seed is pending, or there never was one.
  bool needs_seed(const EpisodeSeed& seed) const {
    return seed.pending || phase_ == Phase::kUnseeded;
  }
  // Seeds the generator with the pending seed, or with a fresh one, and returns it.
  SeedSequence take_seed(Rng& rng, EpisodeSeed& seed);

  void serialize_state(StateIO& io, bool has_players, std::int64_t limit);
  // Refuses a state that counts other players than the rules.
  void check_players(const StateIO& io, std::size_t of_rules) const;

  static constexpr std::int64_t kMostCounted = std::numeric_limits<std::int32_t>::max();

  std::int64_t steps_left_ = std::numeric_limits<std::int64_t>::max();
  std::uint32_t players_ = 1;
  Phase phase_ = Phase::kUnseeded;
};

template <class Env>
class Episode : public EpisodeState {
 public:
  template <class... Args>
  explicit Episode(const Args&... args) : env(args...) {
    if constexpr (HasPlayers<Env>) players_ = 0;
  }

  Env env;

  std::size_t players() const {
    if constexpr (HasPlayers<Env>) return players_;
    return 1;
  }

  // Uses a pending seed if there is one, and otherwise continues the generator's stream. The first
  // reset without a seed draws one.
  void reset(Rng& rng, EpisodeSeed& seed, ResetOptionsOf<Env>& options, std::int64_t limit) {
    if (needs_seed(seed)) {
      [[maybe_unused]] const SeedSequence sequence = take_seed(rng, seed);
      if constexpr (HasSeed<Env>) env.seed(sequence);
    }
    if constexpr (HasResetOptions<Env>) {
      env.reset(rng, std::exchange(options, {}));
    } else {
      env.reset(rng);
    }
    if constexpr (HasContinuedEpisodes<Env>) {
      if (!env.continues_episode()) steps_left_ = limit;
    } else {
      steps_left_ = limit;
    }
    phase_ = Phase::kRunning;
    count_players();
  }

  // `results` takes what the step gives each player.
  template <class Results>
  Transition step(const typename Env::Action& action, Results& results, Rng& rng) {
    return counted(step_rules(action, results, rng));
  }

  // Applies the time limit to a step's transition.
  Transition counted(const Transition& by_rules) {
    const bool truncated = (--steps_left_ <= 0) | by_rules.truncated;
    if constexpr (HasContinuedEpisodes<Env>) {
      if (steps_left_ <= 0) env.time_is_up();
    }
    if (by_rules.terminated | truncated) [[unlikely]]
      phase_ = Phase::kEnded;
    count_players();
    return {by_rules.reward, by_rules.terminated, truncated};
  }

  void serialize(StateIO& io, std::int64_t limit) {
    serialize_state(io, HasPlayers<Env>, limit);
    if constexpr (HasSerialize<Env>) {
      env.serialize(io);
      if constexpr (HasPlayers<Env>) check_players(io, env.players());
    } else {
      throw Error(ErrorKind::kUnsupported, "this environment cannot save its state");
    }
  }

 private:
  template <class Results>
  Transition step_rules(const typename Env::Action& action, Results& results, Rng& rng) {
    if constexpr (HasPlayers<Env>) {
      return env.step(action, results, rng);
    } else if constexpr (StepsWithRng<Env>) {
      return env.step(action, rng);
    } else {
      return env.step(action);
    }
  }

  void count_players() {
    if constexpr (HasPlayers<Env>) players_ = static_cast<std::uint32_t>(env.players());
  }
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One environment and the course of its episodes: seeding, the time limit, when to reset. The only
// code that knows what an episode is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "batch_layout.h"
#include "env.h"
#include "env_group.h"
#include "seed_sequence.h"

namespace pp {

// The seed that an environment's generator grew from.
struct EpisodeSeed {
  SeedWords words;       // empty: none yet, or the generator was set from outside
  bool pending = false;  // the next reset starts from it
};

template <class Env>
class Episode {
 public:
  template <class... Args>
  explicit Episode(const Args&... args) : env(args...) {}

  Env env;

  // Ended episodes start anew with whatever comes next, a reset or an action.
  bool ended() const { return phase_ == Phase::kEnded; }

  // Who acts next and observes now; 1 in a single-player environment.
  std::size_t players() const {
    if constexpr (HasPlayers<Env>) return players_;
    return 1;
  }

  // Under a new seed if one is pending, else on with the stream that the generator is in. The first
  // reset without a seed draws one.
  void reset(Rng& rng, EpisodeSeed& seed, ResetOptionsOf<Env>& options, std::int64_t limit) {
    if (!seed.pending && phase_ == Phase::kUnseeded) seed = {fresh_entropy(), true};
    if (std::exchange(seed.pending, false)) {
      const SeedSequence sequence(seed.words);
      rng.seed(sequence);
      mark_seeded();  // even if the reset below throws
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

  Transition step(const typename Env::Action& action, Rewards& rewards, Rng& rng) {
    return counted(step_rules(action, rewards, rng));
  }

  // What becomes of a step's transition by the time limit.
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

  // Steps since the reset; the count ends at the largest int32.
  std::int32_t elapsed_step(std::int64_t limit) const {
    return static_cast<std::int32_t>(std::min(limit - steps_left_, kMostCounted));
  }

  bool is_seeded() const { return phase_ != Phase::kUnseeded; }
  // No reset shall draw a seed by itself.
  void mark_seeded() {
    if (phase_ == Phase::kUnseeded) phase_ = Phase::kEnded;
  }

  template <class Io>
  void serialize(Io& io) {
    io(phase_, steps_left_, players_);
    if (phase_ > Phase::kEnded) {
      throw Error(ErrorKind::kState, "the state holds no phase of an episode");
    }
    if constexpr (HasSerialize<Env>) {
      env.serialize(io);
    } else {
      throw Error(ErrorKind::kUnsupported, "this environment can not save its state");
    }
  }

 private:
  enum class Phase : std::uint8_t { kUnseeded, kRunning, kEnded };

  Transition step_rules(const typename Env::Action& action, Rewards& rewards, Rng& rng) {
    if constexpr (HasPlayers<Env>) {
      return env.step(action, rewards, rng);
    } else if constexpr (StepsWithRng<Env>) {
      return env.step(action, rng);
    } else {
      return env.step(action);
    }
  }

  void count_players() {
    if constexpr (HasPlayers<Env>) players_ = static_cast<std::uint32_t>(env.players());
  }

  struct NoCount {
    void serialize(StateIO&) {}
  };

  static constexpr std::int64_t kMostCounted = std::numeric_limits<std::int32_t>::max();

  std::int64_t steps_left_ = std::numeric_limits<std::int64_t>::max();
  [[no_unique_address]] std::conditional_t<HasPlayers<Env>, std::uint32_t, NoCount> players_{};
  Phase phase_ = Phase::kUnseeded;
};

}  // namespace pp

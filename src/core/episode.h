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

// What a run of tasks came to, column by column, as it goes into the batch.
struct Outcomes {
  static constexpr std::size_t kCapacity = 64;

  double reward[kCapacity];
  bool terminated[kCapacity];
  bool truncated[kCapacity];
  std::int32_t elapsed_step[kCapacity];
  RowKind kind[kCapacity];

  void set(std::size_t i, RowKind row_kind) {
    reward[i] = 0.0;
    terminated[i] = false;
    truncated[i] = false;
    elapsed_step[i] = 0;
    kind[i] = row_kind;
  }
  void set(std::size_t i, const Transition& transition, std::int32_t elapsed) {
    reward[i] = transition.reward;
    terminated[i] = transition.terminated;
    truncated[i] = transition.truncated;
    elapsed_step[i] = elapsed;
    kind[i] = RowKind::kStep;
  }
  bool ended(std::size_t i) const { return terminated[i] || truncated[i]; }
};

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
  void reset(Rng& rng, EpisodeSeed& seed, ResetOptionsOf<Env>& options, const EpisodeRules& rules) {
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
    steps_left_ = limit_of(rules);
    phase_ = Phase::kRunning;
    count_players();
  }

  Transition step(const typename Env::Action& action, Rewards& rewards, Rng& rng) {
    Transition transition;
    if constexpr (HasPlayers<Env>) {
      transition = env.step(action, rewards, rng);
    } else if constexpr (StepsWithRng<Env>) {
      transition = env.step(action, rng);
    } else {
      transition = env.step(action);
    }
    if (--steps_left_ <= 0) transition.truncated = true;
    if (transition.terminated || transition.truncated) phase_ = Phase::kEnded;
    count_players();
    return transition;
  }

  // Steps since the reset; the count ends at the largest int32.
  std::int32_t elapsed_step(const EpisodeRules& rules) const {
    const std::int64_t steps = limit_of(rules) - steps_left_;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(steps, 0, kMostCounted));
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

  void count_players() {
    if constexpr (HasPlayers<Env>) players_ = static_cast<std::uint32_t>(env.players());
  }

  struct NoCount {
    void serialize(StateIO&) {}
  };

  static std::int64_t limit_of(const EpisodeRules& rules) {
    return rules.max_episode_steps > 0 ? rules.max_episode_steps : kNoLimit;
  }

  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t kMostCounted = std::numeric_limits<std::int32_t>::max();

  std::int64_t steps_left_ = kNoLimit;
  [[no_unique_address]] std::conditional_t<HasPlayers<Env>, std::uint32_t, NoCount> players_{};
  Phase phase_ = Phase::kUnseeded;
};

}  // namespace pp

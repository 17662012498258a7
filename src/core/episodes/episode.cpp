// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The seeds and the saved state of episodes.
#include <parallel_pool/core/episodes/episode.h>

#include <string>

namespace pp {

SeedSequence EpisodeState::take_seed(Rng& rng, EpisodeSeed& seed) {
  if (!seed.pending) seed.words = fresh_entropy();
  seed.pending = false;
  const SeedSequence sequence(seed.words);
  rng.seed(sequence);
  mark_seeded();  // even if the reset that follows throws
  return sequence;
}

void EpisodeState::serialize_state(StateIO& io, bool has_players, std::int64_t limit) {
  io(phase_);
  io.require(phase_ <= Phase::kEnded, "the state holds no phase of an episode");
  io.within(steps_left_, phase_ == Phase::kRunning ? 1 : 0, limit, "steps until the time limit");
  if (has_players) io(players_);
}

// Batches have room for as many players as the rules have.
void EpisodeState::check_players(const StateIO& io, std::size_t of_rules) const {
  if (players_ == of_rules) return;
  io.require(false, "the state holds " + std::to_string(players_) +
                        " players, but its environment has " + std::to_string(of_rules));
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The seeds and the saved state of episodes.
#include <parallel_pool/core/episodes/episode.h>

namespace pp {

SeedSequence EpisodeState::take_seed(Rng& rng, EpisodeSeed& seed) {
  if (!seed.pending) seed.words = fresh_entropy();
  seed.pending = false;
  const SeedSequence sequence(seed.words);
  rng.seed(sequence);
  mark_seeded();  // even if the reset that follows throws
  return sequence;
}

void EpisodeState::serialize_state(StateIO& io, bool has_players) {
  io(phase_, steps_left_);
  if (has_players) io(players_);
  if (phase_ > Phase::kEnded) {
    throw Error(ErrorKind::kState, "the state holds no phase of an episode");
  }
}

}  // namespace pp

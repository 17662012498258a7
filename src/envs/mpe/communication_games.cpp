// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ids of games in which agents tell each other something.
#include "bindings.h"
#include "crypto.h"
#include "reference.h"
#include "speaker_listener.h"

namespace pp::mpe {

void bind_communication_games(nb::module_& m) {
  bind_env<Game<Crypto>>(m, {.id = "simple_crypto-v3", .max_episode_steps = 25});
  bind_env<Game<Reference>>(m, {.id = "simple_reference-v3", .max_episode_steps = 25});
  bind_env<Game<SpeakerListener>>(m, {.id = "simple_speaker_listener-v4", .max_episode_steps = 25});
}

}  // namespace pp::mpe

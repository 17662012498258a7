// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The spaces and the steps.
#include "environment.h"

#include <cstring>
#include <utility>

#include "colours.h"

namespace pp::procgen {
Spec<Environment> Environment::spec(const Config& config) {
  const Extents shape = config.channel_first ? Extents{3, kFrameSide, kFrameSide}
                                             : Extents{kFrameSide, kFrameSide, 3};
  using I = Info;
  return {.observation = box(&Observation::frame, 0, 255, shape),
          .action = discrete(&Action::keys, kActions),
          .info = dict<I>({
              {"prev_level_seed", value(&I::prev_level_seed), "Level of the step's action."},
              {"prev_level_complete", value(&I::prev_level_complete),
               "1 if the step has completed its level, else 0."},
              {"level_seed", value(&I::level_seed), "Level that the observation shows."},
          }),
          .render_state = dict<Picture>({{"picture", value(&Picture::picture, Presence::kAlways,
                                                           {kPictureSide, kPictureSide, 3})}})};
}

void Environment::seed(const SeedSequence& sequence) {
  seed_ = static_cast<std::int32_t>(sequence.low_word());
  seeded_ = true;
}

void Environment::reset(Rng&) {
  if (std::exchange(seeded_, false)) {
    game_.begin(seed_);
  } else {
    game_.begin_level();
  }
}

Transition Environment::step(const Action& action) {
  game_.step(static_cast<std::int32_t>(action.keys));
  const Buffers& results = game_.results();
  return {.reward = results.reward, .terminated = results.first != 0};
}

void Environment::observe(Observation& out) const {
  const std::array<std::uint8_t, kFrameBytes>& frame = game_.results().frame;
  if (channel_first_) {
    split_colours(frame, out.frame.values());
  } else {
    std::memcpy(out.frame.values(), frame.data(), kFrameBytes);
  }
}

void Environment::info(Info& out) const {
  const Buffers& results = game_.results();
  out.prev_level_seed = results.previous_level;
  out.prev_level_complete = results.previous_level_complete;
  out.level_seed = results.level;
}

void Environment::serialize(StateIO& io) {
  io(seed_, seeded_);
  game_.serialize(io);
}

}  // namespace pp::procgen

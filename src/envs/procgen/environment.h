// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Episodes of a game. The library begins the next one in the step that ends one, so the frame of an
// episode's end is the first of the next.
#pragma once

#include <parallel_pool/env.h>
#include <parallel_pool/random.h>

#include <cstdint>

#include "game.h"

namespace pp::procgen {

struct Observation {
  Row<std::uint8_t, kDynamic> frame;
};
struct Action {
  Row<std::int64_t> keys;
};
struct Info {
  Row<std::int32_t> prev_level_seed;
  Row<std::uint8_t> prev_level_complete;
  Row<std::int32_t> level_seed;
};
struct Picture {
  Row<std::uint8_t, kDynamic> picture;
};

class Environment {
 public:
  using Config = procgen::Config;
  using Observation = procgen::Observation;
  using Action = procgen::Action;
  using Info = procgen::Info;
  using RenderState = Picture;
  using Shared = Games;

  static Spec<Environment> spec(const Config& config);
  Environment(const Config& config, const Games& games)
      : channel_first_(config.channel_first), game_(games) {}

  void seed(const SeedSequence& sequence);
  void reset(Rng&);
  Transition step(const Action& action);

  void observe(Observation& out) const;
  void info(Info& out) const;
  void render_state(Picture& out) const { game_.draw(out.picture.values()); }
  void serialize(StateIO& io);

 private:
  const bool channel_first_;
  Game game_;
  std::int32_t seed_ = 0;
  bool seeded_ = true;  // since the last reset
};

}  // namespace pp::procgen

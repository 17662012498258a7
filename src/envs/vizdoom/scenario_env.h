// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A scenario as ViZDoom's wrapper for Gymnasium plays it: dicts of pictures and variables, zeros
// after the end of an episode.
#pragma once

#include <parallel_pool/env.h>

#include <cstdint>
#include <vector>

#include "game.h"
#include "scenario.h"
#include "scenario_config.h"

namespace pp::vizdoom {

struct ScenarioObservation {
  static constexpr bool kMayLeaveOutRows = true;  // the configuration says what is observed
  Row<std::uint8_t, kDynamic> screen, depth, labels, automap;
  Row<std::int16_t, kDynamic> audio;
  Text<kDynamic> notifications;
  Row<float, kDynamic> variables;
};

struct ScenarioAction {
  static constexpr bool kMayLeaveOutRows = true;  // the configuration says which form it has
  Row<std::int64_t> combination;
  Row<std::int8_t, kDynamic> pressed;
  Row<std::int64_t, kDynamic> switched;
  Row<float, kDynamic> deltas;
};

struct ScenarioPicture {
  Row<std::uint8_t, kDynamic> picture;
};

class ScenarioEnv {
 public:
  using Config = ScenarioConfig;
  using Observation = ScenarioObservation;
  using Action = ScenarioAction;
  using RenderState = ScenarioPicture;
  using Shared = Scenario;

  static Spec<ScenarioEnv> spec(const Config& config);
  ScenarioEnv(const Config&, const Scenario& scenario)
      : scenario_(scenario), game_(scenario.settings) {}

  void reset(Rng& rng);
  Transition step(const Action& action);
  void observe(Observation& out) const;
  void render_state(RenderState& out) const;
  void serialize(StateIO& io) { game_.serialize(io, scenario_.frame_skip); }

 private:
  const Scenario& scenario_;
  Game game_;
};

}  // namespace pp::vizdoom

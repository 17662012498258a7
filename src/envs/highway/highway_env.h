// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment with one row, whose spaces are those of the reference.
#pragma once

#include <parallel_pool/env.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "picture.h"
#include "rows.h"

namespace pp::highway {

class HighwayEnv {
 public:
  static constexpr std::size_t kMostAgents = 16;

  using Config = Options;
  using ResetOptions = ChangedOptions;
  using Shared = SharedSetup;
  using Info = InfoRows;
  using RenderState = PictureRows;
  struct Observation {
    static constexpr bool kMayLeaveOutRows = true;

    Row<float, kDynamic> floats[kMostAgents];
    Row<double, kDynamic> doubles[3 * kMostAgents];
    Row<std::uint8_t, kDynamic> bytes[kMostAgents];
  };
  struct Action {
    static constexpr bool kMayLeaveOutRows = true;

    Row<std::int64_t> choices[kMostAgents];
    Row<float, kDynamic> levers[kMostAgents];
  };

  static Spec<HighwayEnv> spec(const Config& config);

  HighwayEnv(const Config&, const Shared& shared) : game_(shared.setup) {}

  void reset(Rng& rng, const ResetOptions& options) { game_.reset(rng, &options.config); }
  Transition step(const Action& action, Rng& rng);
  void observe(Observation& out) const;
  void render_state(RenderState& out) const { write_picture(game_, out); }
  void info(Info& out) const { write_info(game_, out); }
  void serialize(StateIO& io) { game_.serialize(io); }

 private:
  Game game_;
  std::vector<AgentAction> actions_;
};

}  // namespace pp::highway

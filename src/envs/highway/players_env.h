// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment with a row for each controlled vehicle, which is an agent.
#pragma once

#include <parallel_pool/env.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "picture.h"
#include "rows.h"

namespace pp::highway {

class PlayersEnv {
 public:
  using Config = Options;
  using ResetOptions = ChangedOptions;
  using Shared = SharedSetup;
  using Info = InfoRows;
  using RenderState = PictureRows;
  struct Observation {
    static constexpr bool kMayLeaveOutRows = true;

    PlayerRows<float, kDynamic> floats[1];
    PlayerRows<double, kDynamic> doubles[3];
    PlayerRows<std::uint8_t, kDynamic> bytes[1];
  };
  struct Action {
    static constexpr bool kMayLeaveOutRows = true;

    PlayerRows<std::int64_t> choice;
    PlayerRows<float, kDynamic> levers;
  };

  static Spec<PlayersEnv> spec(const Config& config);

  PlayersEnv(const Config&, const Shared& shared) : game_(shared.setup) {}

  std::size_t players() const { return rows_.size(); }
  std::size_t agent(std::size_t row) const { return rows_[row]; }

  void reset(Rng& rng, const ResetOptions& options);
  // An agent that ends is in that batch and in no later one. Its vehicle stays, and is told to idle.
  Transition step(const Action& action, PlayerResults& results, Rng& rng);
  void observe(Observation& out) const;
  void render_state(RenderState& out) const { write_picture(game_, out); }
  void info(Info& out) const { write_info(game_, out); }
  void serialize(StateIO& io);

 private:
  bool has_ended(std::size_t agent) const { return game_.told().ended[agent] != 0; }

  Game game_;
  std::vector<AgentAction> actions_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace pp::highway

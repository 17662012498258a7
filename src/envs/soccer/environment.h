// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// dm_control's soccer as an environment of players: options, spaces and names.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "match.h"

namespace pp::soccer {

class Soccer {
 public:
  struct Config {
    std::int64_t team_size = 2;
    double time_limit = 45.0;
    bool disable_walker_contacts = false;
    bool enable_field_box = false;
    bool keep_aspect_ratio = false;
    bool terminate_on_goal = true;
    std::string walker_type = "BOXHEAD";

    MatchRequest request() const {
      return {walker_type, team_size, disable_walker_contacts, enable_field_box};
    }
    void validate() const;
    static constexpr auto options() {
      return option_list(
          option("team_size", &Config::team_size, "Players of each team, 1 to 11."),
          option("time_limit", &Config::time_limit,
                 "Seconds until an episode is truncated; inf for never."),
          option("disable_walker_contacts", &Config::disable_walker_contacts,
                 "Let players pass through each other."),
          option("enable_field_box", &Config::enable_field_box,
                 "Keep the ball on the field by walls, instead of throw-ins."),
          option("keep_aspect_ratio", &Config::keep_aspect_ratio,
                 "Draw pitches whose length and width have the same ratio."),
          option("terminate_on_goal", &Config::terminate_on_goal,
                 "End the episode with a goal, instead of placing all anew."),
          option("walker_type", &Config::walker_type, "The kind of players: BOXHEAD or ANT."));
    }
  };
  struct Shared {
    explicit Shared(const Config& config)
        : facts(load_match(config.request())),
          openings(std::make_shared<Openings>(facts->physics->model)) {}
    std::shared_ptr<const MatchFacts> facts;
    std::shared_ptr<Openings> openings;
  };
  struct Action {
    PlayerRows<double, kDynamic> controls;
  };
  // As many of these as there are entries of numbers; teams of eleven ants have 135.
  struct Observation {
    static constexpr bool kMayLeaveOutRows = true;
    static constexpr std::size_t kMost = 135;
    PlayerRows<double, kDynamic> first;
    PlayerRows<double, kDynamic> rest[kMost - 1];
    PlayerRows<bool, 1> is_spread_out;
  };
  struct RenderState {
    Row<double, 2> pitch;  // see `Pitch`
    Row<bool, 2> goals;    // whether the ball was in the home goal, or in the other
    Row<double, kDynamic> positions;
  };

  static Spec<Soccer> spec(const Config& config);
  static std::optional<std::int64_t> max_episode_steps(const Config& config);

  Soccer(const Config& config, const Shared& shared, EnvId id)
      : match_(shared.facts, shared.openings,
               {.keep_aspect_ratio = config.keep_aspect_ratio,
                .has_field_box = config.enable_field_box,
                .terminate_on_goal = config.terminate_on_goal},
               id.number),
        terminate_on_goal_(config.terminate_on_goal) {}

  std::size_t players() const { return match_.players(); }

  void seed(const SeedSequence& sequence) { match_.seed(sequence.low_word()); }
  void reset(Rng&) { match_.reset(); }
  Transition step(const Action& action, Rewards& rewards, Rng&) {
    for (std::size_t i = 0; i < players(); ++i) {
      const auto controls = action.controls[i];
      std::ranges::copy(controls, match_.action(i).begin());
    }
    match_.step();
    const std::optional<Team> scorer = match_.scored();
    for (std::size_t i = 0; i < players(); ++i) {
      rewards[i] = !scorer ? 0.0 : *scorer == match_.team(i) ? 1.0 : -1.0;
    }
    return {.terminated = terminate_on_goal_ && scorer.has_value()};
  }
  void observe(Observation& out) const {
    for (std::size_t i = 0; i < players(); ++i) {
      std::size_t next = 0;
      const auto put = [&](std::span<const double> numbers) {
        auto row = next == 0 ? out.first[i] : out.rest[next - 1][i];
        std::ranges::copy(numbers, row.begin());
        ++next;
      };
      match_.observe(i, put, [&](bool is_spread_out) { out.is_spread_out[i][0] = is_spread_out; });
    }
  }
  void render_state(RenderState& out) const {
    out.pitch = match_.ratios();
    out.goals = match_.ball_in_goals();
    std::ranges::copy(match_.positions(), out.positions.begin());
  }
  void serialize(StateIO& io) { match_.serialize(io); }

 private:
  Match match_;
  bool terminate_on_goal_;
};

}  // namespace pp::soccer

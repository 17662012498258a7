// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What is known of a scenario under its options, and the buttons that actions press in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "game_settings.h"
#include "scenario_config.h"

namespace pp::vizdoom {

// The values of the buttons of an action, of which a scenario has some.
using ButtonValues = std::array<double, layout::kButtons>;

// An action in the form that the scenario has; the others are null.
struct ChosenAction {
  const std::int64_t* combination;
  const std::int8_t* pressed;
  const std::int64_t* switched;
  const float* deltas;
};

// What all environments of a scenario share.
class Scenario {
 public:
  // Wants the GIL.
  explicit Scenario(const ScenarioConfig& config);

  GameSettings settings;
  int frame_skip;
  bool times_out_by_truncation;
  bool multi_binary;
  bool discrete;
  std::size_t deltas;                       // of the buttons, of which they are the first
  std::vector<std::uint64_t> combinations;  // of the others, if actions are discrete

  ButtonValues buttons_of(const ChosenAction& action) const;
  std::size_t switches() const { return settings.buttons.size() - deltas; }
  // The number of pictures beside one another that rendering shows.
  std::size_t buffers() const;
};

}  // namespace pp::vizdoom

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The sensible combinations of buttons, as EnvPool numbers them.
#pragma once

#include <array>
#include <vector>

#include "engine/layout.h"

namespace pp::vizdoom {

// The values of a delta button: `count` of them from `least` to `greatest`; at most 1 is none.
struct DeltaSteps {
  int count = 0;
  float least = 0.0F, greatest = 0.0F;
};
using AllDeltaSteps = std::array<DeltaSteps, layout::kDeltaButtons>;

// The values of `buttons` in each combination: at most one of opposite buttons and at most one
// weapon. Throws pp::Error if there are too many.
std::vector<std::vector<double>> action_set(const std::vector<int>& buttons, bool force_speed,
                                            const AllDeltaSteps& deltas);

}  // namespace pp::vizdoom

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// BabyAI's ids.
#include "minigrid/babyai/ids.h"
#include "minigrid/level_type.h"

namespace pp::minigrid {

void add_babyai(nb::module_& module) {
  Adder add(module);
  each_babyai(add);
}

}  // namespace pp::minigrid

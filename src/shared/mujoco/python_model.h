// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Models that Python made, as it describes them to the engine.
#pragma once

#include <nanobind/nanobind.h>

#include "library.h"

namespace pp::mujoco {

// The facts of a `mujoco.MjModel`, which must live until it was copied. Wants the GIL.
ModelFacts facts_of(const nanobind::object& model);

}  // namespace pp::mujoco

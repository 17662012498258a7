// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Composer's physics, as Python describes it to the engine.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "composed_physics.h"

namespace pp::mujoco {

// Wants the GIL; the model that `from` holds must live until then.
std::shared_ptr<const ComposedFacts> composed_facts_of(const nanobind::dict& from);

}  // namespace pp::mujoco

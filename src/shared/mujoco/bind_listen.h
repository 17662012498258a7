// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Lets Python hear what MuJoCo warns of.
#pragma once

#include <nanobind/nanobind.h>

namespace pp::mujoco {

// Adds the function `listen` to a module.
void bind_listen(nanobind::module_& m);

}  // namespace pp::mujoco

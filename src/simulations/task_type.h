// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A task that is written in Python, as an environment type like those of C++.
#pragma once

#include <nanobind/nanobind.h>

namespace pp::mujoco {

// Adds the function `task_type`, which makes one.
void bind_task_type(nanobind::module_& m);

}  // namespace pp::mujoco

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of all games.
#pragma once

#include <nanobind/nanobind.h>

namespace pp::atari {

void bind_envs(nanobind::module_& m);

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Binds the table of games and their rules to Python.
#pragma once

#include <nanobind/nanobind.h>

namespace pp::atari {

// Adds the classes Game and GameRules, and the tuple `games`.
void bind_games(nanobind::module_& m);

}  // namespace pp::atari

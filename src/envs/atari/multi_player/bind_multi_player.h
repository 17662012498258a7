// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Binds the games for several players.
#pragma once

#include <nanobind/nanobind.h>

namespace pp::atari {

void bind_multi_player(nanobind::module_& m);

}  // namespace pp::atari

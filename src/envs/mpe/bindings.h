// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids in groups, each of which is compiled by itself.
#pragma once

#include <parallel_pool/bind.h>

namespace pp::mpe {

void bind_navigation_games(nb::module_& module);     // who goes where
void bind_communication_games(nb::module_& module);  // who says what
void bind_pursuit_games(nb::module_& module);        // who catches whom

}  // namespace pp::mpe

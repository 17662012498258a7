// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Binds the emulator to Python.
#pragma once

#include <nanobind/nanobind.h>

namespace pp::atari {

// Adds the class Emulator.
void bind_emulator(nanobind::module_& m);

}  // namespace pp::atari

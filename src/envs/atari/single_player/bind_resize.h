// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The scaling of pictures, for tests.
#pragma once

#include <nanobind/nanobind.h>

namespace pp::atari {

void bind_resize(nanobind::module_& m);

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// `RunningMoments` and `Normalizer` for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace pp {

void bind_normalization(nanobind::module_& m);

}  // namespace pp

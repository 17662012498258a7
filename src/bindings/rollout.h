// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What rollouts need of C++, for parallel_pool._core alone: the pools of all modules use it through
// the arrays that they return.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>

namespace pp {

void bind_rollout(nb::module_& m);

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Space trees from the descriptions that Python makes of Gymnasium's spaces.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/core/author/space.h>

namespace pp {

// A description as `describe` gives one (bindings/env_type.h), or a leaf of kind "Object" for what
// has no columns.
SpaceNode parse_space(nb::dict description);

// Whether values at this leaf are Python objects. It has a column of one byte that says nothing.
bool is_object(const SpaceNode& leaf);

}  // namespace pp

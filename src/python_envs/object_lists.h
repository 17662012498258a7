// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The parts of an observation that have no columns, as bytes: texts as UTF-8, which most of them
// are, or else a pickle of all.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>

#include <cstddef>
#include <span>
#include <string>

namespace pp {

// `dumps` pickles. Throws what it throws.
std::string write_objects(const nb::list& objects, nb::handle dumps);

// The list. `loads` unpickles. Throws what it throws.
nb::list read_objects(std::span<const std::byte> bytes, nb::handle loads);

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Counts every heap allocation of the process, on any thread and from any library.
#pragma once

#include <cstdint>

namespace pp::testing {

// Calls of malloc and its kin, and so of operator new, since the program began.
std::uint64_t allocations();

}  // namespace pp::testing

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The version of what a module of environments and the Python package expect of each other.
#pragma once

namespace pp {

// Raised whenever a module built against older headers would no longer work, or an author's source
// would no longer compile.
inline constexpr int kAbiVersion = 8;

}  // namespace pp

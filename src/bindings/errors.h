// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Converts the engine's errors to Python exceptions.
#pragma once

namespace pp {

// Call once for each extension module.
void register_errors();

}  // namespace pp

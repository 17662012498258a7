// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Converts the engine's errors to Python exceptions.
#pragma once

namespace pp {

// Once for each copy of the engine; begin_module does.
void register_errors();

}  // namespace pp

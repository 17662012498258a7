// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The engine's errors as Python exceptions.
#pragma once

namespace pp {

// To be called once for each extension module.
void register_errors();

}  // namespace pp

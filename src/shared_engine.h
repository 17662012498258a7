// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the compiler reads first when it compiles the shared engine. nanobind's namespace is hidden,
// which would hide each function that takes one of its objects from the modules, too.
#pragma GCC visibility push(default)

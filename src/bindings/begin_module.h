// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What an extension module calls before it uses the engine.
#pragma once

#include <nanobind/nanobind.h>

namespace pp {

// For modules that share an engine, `internals` are those of one domain, so of all of them.
void begin_module(nanobind::detail::nb_internals* internals);

// Within each module, because nanobind's pointer is the module's own. bind_env calls it.
inline void begin_module() { begin_module(nanobind::detail::internals); }

// Gives a module the classes Pool and EnvType. Modules that share an engine share them.
void bind_engine_classes(nanobind::module_& module);

}  // namespace pp

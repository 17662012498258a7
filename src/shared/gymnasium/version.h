// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Which Gymnasium is installed, for rules that follow it. Modules ask once, when they are loaded.
#pragma once

#include <nanobind/nanobind.h>

namespace pp {

// Whether it is this version or a later one. Needs the GIL.
inline bool gymnasium_since(int major, int minor, int patch) {
  const nanobind::module_ python = nanobind::module_::import_("parallel_pool.gymnasium_version");
  return nanobind::cast<bool>(python.attr("since")(major, minor, patch));
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Collects the warnings of Python's calls into MuJoCo's library, which may draw.
#include "bind_listen.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>

#include "gl_context.h"
#include "library.h"
#include "messages.h"

namespace pp::mujoco {
namespace {

using Call = nanobind::typed<nanobind::callable, nanobind::object()>;

std::pair<nanobind::object, Warnings> listen(const std::string& library, const Call& call) {
  KeptContext kept;
  WarningCollector collector(message_hooks(library));
  nanobind::object result = call();
  return {std::move(result), collector.take()};
}

}  // namespace

void bind_listen(nanobind::module_& m) {
  m.def(
      "listen", &listen, nanobind::arg("library"), nanobind::arg("call"),
      "Calls, and returns the result and what the library in this file warned of. Afterwards, the "
      "thread has the same EGL context as before.");
}

}  // namespace pp::mujoco

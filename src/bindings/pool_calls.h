// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The Python methods that all pools have. Each runs within the pool's Call, which refuses it if the
// pool is closed, forked or in another call.
#pragma once

#include <nanobind/stl/vector.h>
#include <parallel_pool/bindings/pool_driver.h>
#include <parallel_pool/core/batches/segment.h>

#include <cstdint>

namespace pp {

inline constexpr char kSharedMemory[] =
    "Where batches lie that other processes may map: the descriptor of a file, its address and its "
    "bytes; None if they lie elsewhere.";

inline nb::object shared_memory_of(const Segment* segment) {
  if (segment == nullptr) return nb::none();
  return nb::make_tuple(segment->descriptor(), reinterpret_cast<std::uintptr_t>(segment->base()),
                        segment->bytes());
}

template <class Pool>
void bind_calls(nb::class_<Pool>& pool) {
  using Call = typename Pool::Call;
  pool.def_prop_ro("closed", [](const Pool& self) { return self.closed(); })
      .def_prop_ro("in_flight",
                   [](Pool& self) {
                     const Call call(self, "in_flight");
                     return self.in_flight();
                   })
      .def(
          "step",
          [](Pool& self, nb::handle actions, nb::handle env_id) {
            const Call call(self, "step");
            return self.step(actions, env_id);
          },
          nb::arg("actions").none(), nb::arg("env_id").none() = nb::none(),
          nb::sig("def step(self, actions: object, env_id: object | None = None) -> "
                  "tuple[typing.Any, typing.Any, typing.Any, typing.Any, dict[str, typing.Any]]"))
      .def(
          "reset",
          [](Pool& self, nb::handle env_id, nb::handle seed, nb::handle options, bool masked) {
            const Call call(self, "reset");
            return self.reset(env_id, seed, options, masked);
          },
          nb::arg("env_id").none() = nb::none(), nb::arg("seed").none() = nb::none(),
          nb::arg("options").none() = nb::none(), nb::arg("masked") = false,
          nb::sig("def reset(self, env_id: object | None = None, seed: object | None = None, "
                  "options: dict[str, object] | None = None, masked: bool = False) "
                  "-> tuple[typing.Any, dict[str, typing.Any]]"))
      .def(
          "send",
          [](Pool& self, nb::handle actions, nb::handle env_id) {
            const Call call(self, "send");
            self.send(actions, env_id);
          },
          nb::arg("actions").none(), nb::arg("env_id").none() = nb::none(),
          nb::sig("def send(self, actions: object, env_id: object | None = None) -> None"))
      .def(
          "async_reset",
          [](Pool& self, nb::handle env_id, nb::handle seed, nb::handle options) {
            const Call call(self, "async_reset");
            self.async_reset(env_id, seed, options);
          },
          nb::arg("env_id").none() = nb::none(), nb::arg("seed").none() = nb::none(),
          nb::arg("options").none() = nb::none(),
          nb::sig("def async_reset(self, env_id: object | None = None, "
                  "seed: object | None = None, "
                  "options: dict[str, object] | None = None) -> None"))
      .def(
          "recv",
          [](Pool& self, nb::handle timeout) {
            const Call call(self, "recv");
            return self.recv(timeout);
          },
          nb::arg("timeout") = nb::none(),
          nb::sig("def recv(self, timeout: float | None = None) -> "
                  "tuple[typing.Any, typing.Any, typing.Any, typing.Any, dict[str, typing.Any]]"))
      .def("close", [](Pool& self) { self.close(); })
      .def(
          "needs_reset",
          [](Pool& self, std::uint32_t env) {
            const Call call(self, "set_state");
            return self.needs_reset(env);
          },
          nb::arg("env_id"), nb::sig("def needs_reset(self, env_id: int) -> bool"));
}

}  // namespace pp

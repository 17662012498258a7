// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What signal handlers raise while a task's method runs is not the method's mistake: it is raised
// again in Python's main thread, once the batch is in order.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

namespace nb = nanobind;

namespace pp::mujoco {

// What a signal handler has raised, if that is why a method was left; else an invalid object.
nb::object raised_by_handler(const nb::python_error& error);

// Has Python's main thread raise it when it runs Python again.
void raise_soon(nb::object raised);

// Calls `run` until no signal handler interrupts it, and raises later what a handler raised.
template <class Run>
void as_a_whole(Run&& run) {
  nb::object raised;
  for (bool is_whole = false; !is_whole;) {
    try {
      run();
      is_whole = true;
    } catch (const nb::python_error& error) {
      raised = raised_by_handler(error);
      if (!raised.is_valid()) throw;
    }
  }
  if (raised.is_valid()) raise_soon(std::move(raised));
}

// What a method raised, in the driver's words, never empty. What a handler raised is raised again.
std::string reason_of(const nb::python_error& error);

}  // namespace pp::mujoco

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Spares pools the time in which MuJoCo would time itself.
//
// The Python package has MuJoCo read the clock some twenty times in a step, to time its stages, which
// takes up to a third of a small model's step. Within our calls nobody reads these times, so our
// timer answers in its place: 0 to a thread inside one of our calls, the time to all others.
#pragma once

#include <parallel_pool/core/system/dynamic_library.h>

#include <atomic>
#include <cstdint>

namespace pp::mujoco {

// Installs the timer over the one that is there, if there is any.
void replace_timer(const DynamicLibrary& library);

// This thread is inside one of our calls during the object's lifetime.
class Untimed {
 public:
  Untimed();
  ~Untimed();
  Untimed(const Untimed&) = delete;
  Untimed& operator=(const Untimed&) = delete;

 private:
  std::atomic<std::uintptr_t>& place_;
  std::uintptr_t before_;
};

}  // namespace pp::mujoco

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What MuJoCo reports: its errors become exceptions, its warnings Python's.
#pragma once

#include <utility>

#include "message_hooks.h"
#include "python_warnings.h"

namespace pp::mujoco {

// Makes a call into the library and returns what it warned of. An error throws std::runtime_error
// with MuJoCo's message: it jumps over the frame of `program`, which must hold nothing to destroy.
[[nodiscard]] Warnings hear(const MessageHooks& hooks, void (*program)(void*), void* argument);

// During its lifetime it collects what this thread's calls into the library warn of, ours or
// Python's, which MuJoCo would otherwise print and write into a file. Other threads notice nothing.
class WarningCollector {
 public:
  explicit WarningCollector(const MessageHooks& hooks);
  ~WarningCollector();
  WarningCollector(const WarningCollector&) = delete;
  WarningCollector& operator=(const WarningCollector&) = delete;

  Warnings take() { return std::exchange(warnings_, {}); }

 private:
  const MessageHooks& hooks_;
  Warnings warnings_;
  Warnings* outer_;
};

}  // namespace pp::mujoco

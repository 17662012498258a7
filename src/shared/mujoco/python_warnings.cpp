// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Keeps warnings until Python's main thread comes for them. Python has room for few calls that wait
// for it, so one call fetches all.
#include "python_warnings.h"

#include <Python.h>
#include <parallel_pool/fork_safe_mutex.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>

namespace pp::mujoco {
namespace {

constexpr std::size_t kMostWaiting = 1000;  // those beyond are counted

// Written and read under the mutex; `is_overdue` is a hint. Python is not called under it: a thread
// that forks waits for it, and may hold what Python needs.
std::mutex& mutex() { return ForkSafeMutex<Warnings>::get(); }
Warnings waiting;
std::size_t left_out = 0;
bool is_called = false;                // a call of `deliver` is to come
std::atomic<bool> is_overdue = false;  // there was no room for the call

Warnings take_all() {
  const std::lock_guard lock(mutex());
  is_called = false;
  Warnings taken = std::exchange(waiting, {});
  if (left_out > 0) taken.push_back("MuJoCo: " + std::to_string(left_out) + " more warnings");
  left_out = 0;
  return taken;
}

int deliver(void*);

void call_soon() {
  {
    const std::lock_guard lock(mutex());
    is_overdue.store(false, std::memory_order_relaxed);
    if (waiting.empty() || std::exchange(is_called, true)) return;
  }
  if (Py_AddPendingCall(&deliver, nullptr) == 0) return;
  const std::lock_guard lock(mutex());
  is_called = false;
  is_overdue.store(true, std::memory_order_relaxed);
}

// Runs in the main thread, under the GIL. Where Python makes one an exception, the others follow.
int deliver(void*) {
  const Warnings texts = take_all();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (PyErr_WarnEx(PyExc_RuntimeWarning, texts[i].c_str(), 1) == 0) continue;
    {
      const std::lock_guard lock(mutex());
      const auto next = texts.begin() + static_cast<std::ptrdiff_t>(i + 1);
      waiting.insert(waiting.begin(), next, texts.end());
    }
    call_soon();
    return -1;
  }
  return 0;
}

}  // namespace

void warn_soon(const Warnings& warnings, std::optional<std::uint32_t> env_id) {
  if (warnings.empty()) return;
  const std::string begin = env_id ? "env id " + std::to_string(*env_id) + ": " : "";
  {
    const std::lock_guard lock(mutex());
    for (const std::string& text : warnings) {
      if (waiting.size() < kMostWaiting) {
        waiting.push_back(begin + "MuJoCo: " + text);
      } else {
        ++left_out;
      }
    }
  }
  call_soon();
}

void warn_of_overdue() {
  if (is_overdue.load(std::memory_order_relaxed)) call_soon();
}

}  // namespace pp::mujoco

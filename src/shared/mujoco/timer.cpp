// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Keeps the threads that are inside our calls in a table, since a thread_local variable of a loaded
// library costs a call to look up.
#include "timer.h"

#include <array>

namespace pp::mujoco {
namespace {

// The timer that was installed before: written once, before the library can call ours.
using Timer = double (*)();
Timer timer_of_others = nullptr;

// The threads inside our calls, each at a place that follows from its address. A thread writes and
// reads its own place, in no order with anything else. Where two threads have the same place, one of
// them may read the clock in vain.
struct alignas(64) Place {
  std::atomic<std::uintptr_t> thread;
};
std::array<Place, 64> threads_inside;

// A number that no other living thread has. Linux keeps the address of a thread's data in a register
// that costs nothing to read; elsewhere, what the compiler reads there is not that.
std::uintptr_t this_thread() {
#if defined(__linux__)
  return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
#else
  static thread_local char here = 0;
  return reinterpret_cast<std::uintptr_t>(&here);
#endif
}
std::atomic<std::uintptr_t>& place_of(std::uintptr_t thread) {
  return threads_inside[thread / 4096 % threads_inside.size()].thread;
}

double time_unless_ours() {
  const std::uintptr_t thread = this_thread();
  const bool inside = place_of(thread).load(std::memory_order_relaxed) == thread;
  return inside ? 0.0 : timer_of_others();
}

}  // namespace

// Written once, by the first pool; read by the library in all threads. Those that are in it meanwhile
// call the one timer or the other; release, as ours needs `timer_of_others`.
void replace_timer(const DynamicLibrary& library) {
  auto* const timer = static_cast<Timer*>(library.find("mjcb_time"));
  if (timer == nullptr) return;
  const std::atomic_ref<Timer> installed(*timer);
  timer_of_others = installed.load(std::memory_order_relaxed);
  if (timer_of_others != nullptr) installed.store(&time_unless_ours, std::memory_order_release);
}

Untimed::Untimed() : place_(place_of(this_thread())) {
  const std::uintptr_t thread = this_thread();
  before_ = place_.load(std::memory_order_relaxed) == thread ? thread : 0;
  place_.store(thread, std::memory_order_relaxed);
}

Untimed::~Untimed() { place_.store(before_, std::memory_order_relaxed); }

}  // namespace pp::mujoco

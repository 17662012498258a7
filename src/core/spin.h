// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A short look at a condition that may soon come true, before a thread goes to sleep for it.
#pragma once

namespace pp {

inline void pause_cpu() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Looks for a few microseconds. True as soon as `condition()` is.
template <class Condition>
bool spin_until(Condition&& condition) {
  constexpr int kLooks = 400;
  for (int look = 0; look < kLooks; ++look) {
    if (condition()) return true;
    pause_cpu();
  }
  return false;
}

}  // namespace pp

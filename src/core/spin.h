// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Looking at a condition that may soon come true, before a thread goes to sleep for it.
#pragma once

#include <algorithm>
#include <chrono>

namespace pp {

inline void pause_cpu() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Each thread that waits has one. Waking a sleeper can cost tens of microseconds, so a thread whose
// sleeps turn out short, as in a loop that steps in quick succession, looks for long enough to save
// them; one whose sleeps are long hardly looks at all.
class AdaptiveSpin {
 public:
  // True as soon as `condition()` is, false if it was looked at in vain.
  template <class Condition>
  bool until(Condition&& condition) const {
    for (int look = 0; look < looks_; ++look) {
      if (condition()) return true;
      pause_cpu();
    }
    return false;
  }

  // To be told how long the thread slept after looking in vain.
  void slept(std::chrono::steady_clock::duration time) {
    using namespace std::chrono_literals;
    looks_ = time < 100us ? kMost : std::max(looks_ / 2, kLeast);
  }

 private:
  static constexpr int kLeast = 32;   // about a microsecond
  static constexpr int kMost = 4096;  // about a hundred

  int looks_ = kLeast;
};

}  // namespace pp

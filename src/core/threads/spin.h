// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Spins: checks a condition that may soon come true, before a thread sleeps until it does.
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

// Each waiting thread has one. Waking a sleeper can cost tens of microseconds. A thread whose
// sleeps turn out short, as in a loop of quick steps, therefore spins long enough to avoid them. A
// long spin in vain costs as much as it can save: the thread then hardly spins for a while, and for
// twice as long after each further failure. On a busy machine, where another process has the CPU
// that the awaited thread needs, it thus soon sleeps at once.
class AdaptiveSpin {
 public:
  // Whether the thread may spin for long at all. Where the working threads do not have a CPU each,
  // a spinning thread keeps another one from working.
  void allow(bool long_spins) { allowed_ = long_spins; }

  // Returns true as soon as `condition()` is true, false if it did not become true in time.
  template <class Condition>
  bool until(Condition&& condition) {
    const int looks = allowed_ ? looks_ : kLeast;
    for (int look = 0; look < looks; ++look) {
      if (condition()) {
        if (look >= kLeast) patience_ = 1;
        return true;
      }
      pause_cpu();
    }
    return false;
  }

  // Takes how long the thread slept after spinning in vain.
  void slept(std::chrono::steady_clock::duration time) {
    using namespace std::chrono_literals;
    if (looks_ > kLeast) {
      looks_ = kLeast;
      short_sleeps_left_ = patience_;
      patience_ = std::min(2 * patience_, kMostPatience);
    } else if (time < 100us && --short_sleeps_left_ < 0) {
      looks_ = kMost;
    }
  }

  // Forgets what the thread has learnt, because the thread that it waits for begins to work
  // differently.
  void renew() {
    looks_ = kMost;
    patience_ = 1;
    short_sleeps_left_ = 0;
  }

  // How often the next wait looks, at most.
  int looks() const { return allowed_ ? looks_ : kLeast; }

 private:
  static constexpr int kLeast = 32;   // about a microsecond
  static constexpr int kMost = 4096;  // about a hundred
  static constexpr int kMostPatience = 1024;

  bool allowed_ = true;
  int looks_ = kLeast;
  int patience_ = 1;           // short sleeps before the thread looks for long again
  int short_sleeps_left_ = 0;  // of them
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Spins as core/threads/spin.h does, for a process whose CPU others may need to bring what it waits
// for: it offers them the CPU again and again. Where an offer costs much time, as on a machine whose
// CPUs are busy, spinning only uses up the share of time that its next task needs.
#pragma once

#include <parallel_pool/core/threads/spin.h>
#include <sched.h>

#include <algorithm>
#include <chrono>

namespace pp {

class OfferingSpin {
 public:
  using Clock = std::chrono::steady_clock;

  // Whether the process may spin for long at all: not where workers do not have a CPU each.
  explicit OfferingSpin(bool allowed) : allowed_(allowed) {}

  // Returns true as soon as `condition()` is true, false if it did not become true in time. After
  // a long spin in vain some spins are short: the more, the more long ones were in vain.
  template <class Condition>
  bool until(Condition&& condition) {
    const bool is_long = allowed_ && --short_spins_left_ < 0;
    const int looks = is_long ? kMost : kLeast;
    for (int look = 1; look <= looks; ++look) {
      if (condition()) {
        if (look > kLeast) patience_ = std::max(patience_ / 2, 1);
        return true;
      }
      pause_cpu();
      if (look % kLooksBetweenOffers == 0 && !offer()) break;
    }
    if (is_long) {
      short_spins_left_ = patience_ - 1;
      patience_ = std::min(2 * patience_, kMostPatience);
    }
    return false;
  }

 private:
  static constexpr int kLeast = 32;   // about a microsecond
  static constexpr int kMost = 4096;  // about a hundred
  static constexpr int kLooksBetweenOffers = 64;
  static constexpr int kMostPatience = 1024;
  static constexpr Clock::duration kLong = std::chrono::microseconds(100);

  // False if somebody took the CPU for long.
  static bool offer() {
    const Clock::time_point start = Clock::now();
    sched_yield();
    return Clock::now() - start < kLong;
  }

  const bool allowed_;
  int patience_ = 1;          // short spins before the next long one
  int short_spins_left_ = 0;  // of them
};

}  // namespace pp

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
#include <cstdint>

namespace pp {

class OfferingSpin {
 public:
  using Clock = std::chrono::steady_clock;

  // `workers` processes and their pool's caller use `cpus` CPUs. If workers do not have a CPU each,
  // none of them spins for long. If the caller has none of its own, a process offers its CPU at
  // once: most likely another one needs it.
  // Long spins take at most `most`.
  OfferingSpin(std::uint32_t workers, std::uint32_t cpus, Clock::duration most)
      : most_(most), allowed_(workers <= cpus), offers_at_once_(workers == cpus) {}

  // Returns true as soon as `condition()` is true, false if it did not become true in time. After
  // a long spin in vain some spins are short: the more, the more long ones were in vain.
  template <class Condition>
  bool until(Condition&& condition) {
    if (condition()) return true;
    const bool is_long = allowed_ && short_spins_left_ == 0;
    if (!(is_long && offers_at_once_) && look(condition)) {
      short_spins_left_ -= short_spins_left_ > 0 ? 1 : 0;
      return true;
    }
    if (!is_long) {
      short_spins_left_ -= short_spins_left_ > 0 ? 1 : 0;
      return false;
    }
    const Clock::time_point start = Clock::now();
    for (Clock::time_point now = start, before = start; now - start < most_;) {
      before = now;
      sched_yield();
      if (look(condition)) {
        patience_ = std::max(patience_ / 2, 1);
        return true;
      }
      now = Clock::now();
      if (now - before > kLong) break;
    }
    short_spins_left_ = patience_ - 1;
    patience_ = std::min(2 * patience_, kMostPatience);
    return false;
  }

 private:
  static constexpr int kLooks = 32;  // about a microsecond
  static constexpr int kMostPatience = 1024;
  static constexpr Clock::duration kLong = std::chrono::microseconds(100);

  template <class Condition>
  static bool look(Condition&& condition) {
    for (int i = 0; i < kLooks; ++i) {
      if (condition()) return true;
      pause_cpu();
    }
    return false;
  }

  const Clock::duration most_;
  const bool allowed_;
  const bool offers_at_once_;
  int patience_ = 1;          // spins until the next long one
  int short_spins_left_ = 0;  // before it
};

}  // namespace pp

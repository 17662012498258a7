// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The sleeping primitive: no wake-up is lost, none comes too early to be seen. A lost one shows as
// a test that does not end.
#include <parallel_pool/core/threads/parking.h>
#include <parallel_pool/core/threads/spin.h>

#include <atomic>
#include <thread>
#include <vector>

#include "check.h"

namespace pp::testing {
namespace {

using namespace std::chrono_literals;
using Clock = Parking::Clock;

void a_wake_after_the_announcement_is_not_lost() {
  Parking parking;
  const std::uint32_t ticket = parking.announce();
  parking.wake();
  parking.park(ticket);  // returns at once
  const std::uint32_t other = parking.announce();
  parking.wake();
  check(parking.park_until(other, Clock::now() + 1h), "woken");
}

void a_wake_before_the_announcement_does_not_count() {
  Parking parking;
  parking.wake();
  const std::uint32_t ticket = parking.announce();
  check(!parking.park_until(ticket, Clock::now() + 5ms), "nobody woke it");
  check(!parking.park_until(parking.announce(), Clock::now() - 1h), "a deadline gone by");
}

// Waits for `condition` as the protocol of parking.h has it.
template <class Condition>
void await(Parking& parking, Condition&& condition) {
  while (!condition()) {
    const std::uint32_t ticket = parking.announce();
    if (condition()) {
      parking.retract();
    } else {
      parking.park(ticket);
    }
  }
}

// Two threads wait for each other in turn; the pause before each wake-up differs from turn to turn,
// so that it falls before, into and after the other's way to sleep.
void no_wake_up_is_lost_between_two() {
  constexpr std::uint32_t kTurns = 60'000;
  struct alignas(64) Side {
    Parking parking;
    std::atomic<std::uint32_t> turn{0};
  };
  Side sides[2];
  const auto play = [&](Side& mine, Side& other, bool begins) {
    for (std::uint32_t turn = 1; turn <= kTurns; ++turn) {
      if (!begins || turn > 1) {
        const std::uint32_t wanted = begins ? turn - 1 : turn;
        await(mine.parking, [&] { return mine.turn.load(std::memory_order_acquire) >= wanted; });
      }
      for (std::uint32_t pause = 0; pause < turn % 97; ++pause) pause_cpu();
      other.turn.store(turn, std::memory_order_release);
      other.parking.wake();
    }
  };
  std::thread second([&] { play(sides[1], sides[0], false); });
  play(sides[0], sides[1], true);
  second.join();
}

// The race of parking.h itself: both set off at the same moment, over and over, so that the waker
// looks for sleepers just as the sleeper looks at the condition.
void no_wake_up_is_lost_in_the_narrowest_race() {
  constexpr std::uint32_t kRounds = 100'000;
  struct alignas(64) Shared {
    std::atomic<std::uint32_t> value{0};
  };
  Shared arrived;
  Shared condition;
  Parking parking;
  const auto set_off = [&](std::uint32_t round) {
    arrived.value.fetch_add(1, std::memory_order_acq_rel);
    for (std::uint32_t looks = 0; arrived.value.load(std::memory_order_acquire) < 2 * round;
         ++looks) {
      if (looks > 1000) std::this_thread::yield();
    }
  };
  std::thread waker([&] {
    for (std::uint32_t round = 1; round <= kRounds; ++round) {
      set_off(round);
      for (std::uint32_t pause = 0; pause < round % 3; ++pause) pause_cpu();
      condition.value.store(round, std::memory_order_release);
      parking.wake();
    }
  });
  for (std::uint32_t round = 1; round <= kRounds; ++round) {
    set_off(round);
    const std::uint32_t ticket = parking.announce();
    if (condition.value.load(std::memory_order_acquire) == round) {
      parking.retract();
    } else {
      check(parking.park_until(ticket, Clock::now() + 20s), "the wake-up was lost");
    }
  }
  waker.join();
}

// Many sleepers on one place, each of whom must see every change.
void all_sleepers_wake() {
  constexpr std::uint32_t kRounds = 2'000;
  constexpr std::uint32_t kSleepers = 4;
  Parking parking;
  Parking done;
  std::atomic<std::uint32_t> round{0};
  std::atomic<std::uint32_t> arrived{0};
  std::vector<std::thread> sleepers;
  for (std::uint32_t i = 0; i < kSleepers; ++i) {
    sleepers.emplace_back([&] {
      for (std::uint32_t next = 1; next <= kRounds; ++next) {
        await(parking, [&] { return round.load(std::memory_order_acquire) >= next; });
        arrived.fetch_add(1, std::memory_order_acq_rel);
        done.wake();
      }
    });
  }
  for (std::uint32_t next = 1; next <= kRounds; ++next) {
    round.store(next, std::memory_order_release);
    parking.wake();
    await(done, [&] { return arrived.load(std::memory_order_acquire) >= next * kSleepers; });
  }
  for (std::thread& sleeper : sleepers) sleeper.join();
}

}  // namespace
}  // namespace pp::testing

int main() {
  pp::testing::a_wake_after_the_announcement_is_not_lost();
  pp::testing::a_wake_before_the_announcement_does_not_count();
  pp::testing::no_wake_up_is_lost_between_two();
  pp::testing::no_wake_up_is_lost_in_the_narrowest_race();
  pp::testing::all_sleepers_wake();
}

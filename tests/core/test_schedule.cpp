// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Who runs what, by costs and times that are invented: no clock is read here.
#include <parallel_pool/core/pool/schedule.h>
#include <parallel_pool/core/threads/spin.h>

#include <chrono>
#include <cstddef>

#include "check.h"

namespace pp::testing {
namespace {

constexpr double kUs = 1'000.0;
constexpr double kMs = 1'000'000.0;

double now_ns = 0;
double invented_now() { return now_ns; }

struct Shape {
  std::uint32_t envs = 1024;
  std::uint32_t batch = 1024;
  std::uint32_t threads = 2;
  bool bounded = true;
};

// A schedule that has measured what a step and a reset cost.
struct Measured : Schedule {
  Measured(const Shape& shape, double step_ns, double reset_ns)
      : Schedule({.num_envs = shape.envs, .batch_size = shape.batch, .num_threads = shape.threads},
                 shape.bounded, invented_now) {
    now_ns = 0;
    for (int i = 0; i < 50; ++i) {
      record(1, 0, step_ns);
      record(0, 1, reset_ns);
    }
  }
};

void short_work_stays() {
  for (const std::uint32_t threads : {1u, 2u, 64u}) {
    Measured schedule({.threads = threads}, 20, 100);
    check(schedule.runs_inline(1024, false), "20 us");
    check(schedule.keeps_sent(1024, false), "20 us");
    check(!schedule.keeps_sent(2048, false), "40 us: worth a try");
    check(schedule.keeps_sent(200, true) && !schedule.keeps_sent(300, true), "resets by their own");
  }
}

void long_work_is_handed_over() {
  Measured one({.threads = 1}, 60 * kUs, 60 * kUs);
  check(one.runs_inline(64, false), "one thread waits: nobody to share with");
  check(!one.runs_inline(100, false), "6 ms: Ctrl-C must end the wait");
  check(!one.keeps_sent(1, false), "send returns at once");
  Measured two({.threads = 2}, 60 * kUs, 60 * kUs);
  check(!two.runs_inline(2, false));
  for (int i = 0; i < 1000; ++i) two.account(100, 0, 9 * kMs);
  check(!two.runs_inline(100, false), "long work is shared whatever it brings");
  check(two.workers_worth(100, false) == 240, "a worker for each 25 us");
}

std::size_t together(std::uint32_t batch, std::uint32_t threads) {
  const Schedule schedule({.num_envs = batch, .batch_size = batch, .num_threads = threads}, false,
                          invented_now, 8);
  return schedule.chunk_policy().together;
}

void groups_are_shared_evenly() {
  check_equal(together(64, 2), 8u);
  check_equal(together(24, 2), 6u, "two groups for each thread");
  check_equal(together(8, 2), 4u, "no thread has nothing to do");
  check_equal(together(3, 4), 1u);
  check_equal(together(100, 3), 7u);
}

void what_is_not_known_is_handed_over() {
  Schedule unbounded({.num_envs = 4, .batch_size = 4, .num_threads = 1}, false, invented_now);
  check(!unbounded.runs_inline(1, false), "not measured");
  unbounded.record(1, 0, 100);
  check(unbounded.runs_inline(1, false) && !unbounded.runs_inline(1, true), "step, not reset");
  check(!unbounded.keeps_sent(1, false), "send must return whatever a step does");
  Schedule bounded({.num_envs = 4, .batch_size = 4, .num_threads = 1}, true, invented_now);
  check(bounded.runs_inline(4, false) && bounded.keeps_sent(4, true), "microseconds by its word");
}

// A busy machine: workers lose their CPU, and the caller waits for them.
void sharing_stops_where_it_does_not_pay() {
  Measured schedule({.threads = 2}, 100, 100);  // 1024 take 102 us
  check(!schedule.runs_inline(1024, false) && !schedule.keeps_sent(1024, false));
  schedule.account(1024, 512, 3 * kMs);
  check(schedule.runs_inline(1024, false) && schedule.keeps_sent(1024, false), "alone");
  now_ns = 100 * kMs;
  check(schedule.runs_inline(1024, false), "still alone");
  now_ns = 160 * kMs;
  check(!schedule.runs_inline(1024, false), "50 times the loss later: the next try");
  schedule.account(1024, 512, 60 * kUs);
  check(!schedule.runs_inline(1024, false), "a small loss does not end a try");
}

void attempts_cost_little() {
  Measured schedule({.threads = 2}, 100, 100);
  double lost = 0;
  while (now_ns < 10'000 * kMs) {
    if (schedule.runs_inline(1024, false)) {
      now_ns += 102 * kUs;
    } else {
      now_ns += 3 * kMs;
      lost += 3 * kMs;
      schedule.account(1024, 512, 3 * kMs);
    }
  }
  check(lost < 0.025 * now_ns);
  check(lost > 0, "it keeps trying");
}

// Threads that share slow each other down: what they take then does not make a gain of it.
void gains_are_what_the_work_would_cost_alone() {
  Measured schedule({.threads = 2}, 40, 40);
  schedule.record(1000, 24, 1024 * 40, true);
  for (int i = 0; i < 100; ++i) schedule.record(100, 0, 100 * 400);  // by two at a time
  check(!schedule.runs_inline(1024, false), "410 us");
  for (int i = 0; i < 40; ++i) schedule.account(1024, 512, 60 * kUs);
  check(schedule.runs_inline(1024, false), "20 us gained, 60 us lost");
}

void gains_outweigh_a_rare_loss() {
  Measured schedule({.threads = 2}, 100, 100);
  for (int i = 0; i < 5'000; ++i) {
    check(!schedule.runs_inline(1024, false), "half of 102 us is gained, 5 us are lost");
    schedule.account(1024, 512, i % 300 == 299 ? 3 * kMs : 5 * kUs);
  }
}

void a_mean_survives_a_lost_cpu() {
  Measured schedule({.threads = 1}, 20, 100);
  schedule.record(1024, 0, 4 * kMs);
  check(schedule.estimated_ns(1, false) < 40, "one sample");
  for (int i = 0; i < 30; ++i) schedule.record(1024, 0, 4 * kMs);
  check(schedule.estimated_ns(1024, false) > 3.9 * kMs, "but what stays is believed");
}

void mixed_runs_correct_both_costs() {
  Measured schedule({.threads = 1}, 400, 400);
  for (int i = 0; i < 200; ++i) schedule.record(1000, 24, 1000 * 20 + 24 * 100);
  const double step_ns = schedule.estimated_ns(1, false);
  check(step_ns > 15 && step_ns < 23, "a cost that was too high comes down");
}

void lone_chunks_end_with_the_batch() {
  Measured schedule({.batch = 256, .threads = 4}, 20, 100);
  check_equal(schedule.lone_chunk_policy(10).most, 10u);
  check_equal(schedule.lone_chunk_policy(10).sharers, 1u);
  check_equal(schedule.chunk_policy().sharers, 8u);
}

// --- Looking before sleeping ---------------------------------------------------------------------

constexpr int kFew = 32;
constexpr int kMany = 4096;

void slept(AdaptiveSpin& spin, double us) {
  check(!spin.until([] { return false; }));
  spin.slept(std::chrono::nanoseconds(static_cast<long>(us * 1000)));
}

void short_sleeps_make_it_look_longer() {
  AdaptiveSpin spin;
  check_equal(spin.looks(), kFew);
  slept(spin, 5'000);
  check_equal(spin.looks(), kFew, "a long sleep");
  slept(spin, 20);
  check_equal(spin.looks(), kMany, "a short one");
  slept(spin, 20);
  check_equal(spin.looks(), kFew, "in vain");
}

void looking_in_vain_ends() {
  AdaptiveSpin spin;
  int long_looks = 0;
  for (int i = 0; i < 4'000; ++i) {
    long_looks += spin.looks() == kMany;
    slept(spin, 50);  // as on a busy machine
  }
  check(long_looks < 16, "ever more rarely");
  while (spin.looks() == kFew) slept(spin, 50);
  int looks = 0;
  check(spin.until([&] { return ++looks > 100; }));
  slept(spin, 50);
  slept(spin, 50);
  slept(spin, 50);
  check_equal(spin.looks(), kMany, "a success makes up for it");
}

void without_cpus_it_hardly_looks() {
  AdaptiveSpin spin;
  spin.allow(false);
  for (int i = 0; i < 10; ++i) {
    slept(spin, 20);
    check_equal(spin.looks(), kFew);
  }
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  short_work_stays();
  long_work_is_handed_over();
  groups_are_shared_evenly();
  what_is_not_known_is_handed_over();
  sharing_stops_where_it_does_not_pay();
  attempts_cost_little();
  gains_are_what_the_work_would_cost_alone();
  gains_outweigh_a_rare_loss();
  a_mean_survives_a_lost_cpu();
  mixed_runs_correct_both_costs();
  lone_chunks_end_with_the_batch();
  short_sleeps_make_it_look_longer();
  looking_in_vain_ends();
  without_cpus_it_hardly_looks();
}

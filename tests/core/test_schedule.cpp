// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Who runs what, by invented costs and times: no clock is read here.
#include <parallel_pool/core/pool/schedule.h>
#include <parallel_pool/core/threads/spin.h>

#include <chrono>
#include <cstddef>

#include "check.h"

namespace pp::testing {
namespace {

constexpr double kUs = 1'000.0;
constexpr double kMs = 1'000'000.0;

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
                 shape.bounded) {
    for (int i = 0; i < 50; ++i) {
      record({.steps = 1}, step_ns);
      record({.resets = 1}, reset_ns);
    }
  }
};

// Runs batches of 1024 steps as the schedule decides, for `ms` of invented time: a batch takes
// `alone_ns` or `shared_ns`. Returns the fraction of the time that was spent on shared batches.
template <class Alone, class Shared>
double play(Schedule& schedule, double ms, Alone alone_ns, Shared shared_ns) {
  double spent = 0;
  double shared = 0;
  for (int i = 0; spent < ms * kMs; ++i) {
    if (schedule.runs_inline({.steps = 1024})) {
      const double ns = alone_ns(i);
      spent += ns;
      schedule.record_alone({.steps = 1024}, ns);
    } else {
      const double ns = shared_ns(i);
      spent += ns;
      shared += ns;
      schedule.record_shared({.steps = 1024}, ns);
    }
  }
  return shared / spent;
}

auto always(double ns) {
  return [ns](int) { return ns; };
}

void short_work_stays() {
  for (const std::uint32_t threads : {1u, 2u, 64u}) {
    Measured schedule({.threads = threads}, 20, 100);
    check(schedule.runs_inline({.steps = 1024}), "20 us");
    check(schedule.keeps_sent({.steps = 1024}), "20 us");
    check(!schedule.keeps_sent({.steps = 2048}), "40 us: worth a try");
    check(schedule.keeps_sent({.resets = 200}) && !schedule.keeps_sent({.resets = 300}),
          "resets by their own");
  }
}

void long_work_is_handed_over() {
  Measured one({.threads = 1}, 60 * kUs, 60 * kUs);
  check(one.runs_inline({.steps = 64}), "one thread waits: nobody to share with");
  check(!one.runs_inline({.steps = 100}), "6 ms: Ctrl-C must end the wait");
  check(!one.keeps_sent({.steps = 1}), "send returns at once");
  Measured two({.threads = 2}, 60 * kUs, 60 * kUs);
  check(!two.runs_inline({.steps = 2}));
  two.record_alone({.steps = 100}, 100 * 60 * kUs);
  for (int i = 0; i < 1000; ++i) two.record_shared({.steps = 100}, 9 * kMs);
  check(!two.runs_inline({.steps = 100}), "long work is shared whatever it brings");
  check(two.workers_worth({.steps = 100}) == 240, "a worker for each 25 us");
}

std::size_t together(std::uint32_t batch, std::uint32_t threads) {
  const Schedule schedule({.num_envs = batch, .batch_size = batch, .num_threads = threads}, false,
                          8);
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
  Schedule unbounded({.num_envs = 4, .batch_size = 4, .num_threads = 1}, false);
  check(!unbounded.runs_inline({.steps = 1}), "not measured");
  unbounded.record({.steps = 1}, 100);
  check(unbounded.runs_inline({.steps = 1}) && !unbounded.runs_inline({.resets = 1}),
        "step, not reset");
  check(!unbounded.keeps_sent({.steps = 1}), "send must return whatever a step does");
  Schedule bounded({.num_envs = 4, .batch_size = 4, .num_threads = 1}, true);
  check(bounded.runs_inline({.steps = 4}) && bounded.keeps_sent({.resets = 4}),
        "microseconds by its word");
}

// A busy machine: workers lose their CPU, and the caller waits for them.
void sharing_stops_where_it_does_not_pay() {
  Measured schedule({.threads = 2}, 100, 100);  // 1024 take 102 us
  play(schedule, 100, always(102 * kUs), always(3 * kMs));
  check(schedule.runs_inline({.steps = 1024}) && schedule.keeps_sent({.steps = 1024}), "alone");
  const double shared = play(schedule, 10'000, always(102 * kUs), always(3 * kMs));
  check(shared > 0 && shared < 0.02, "it is tried now and then");
}

// A quiet machine, but so little work that moving it to another CPU's caches costs more than it
// saves.
void sharing_has_to_save_something() {
  Measured slower({.threads = 2}, 30, 30);  // 1024 take 31 us
  play(slower, 100, always(31 * kUs), always(40 * kUs));
  check(play(slower, 10'000, always(31 * kUs), always(40 * kUs)) < 0.02);
  Measured equal({.threads = 2}, 30, 30);
  play(equal, 100, always(31 * kUs), always(30 * kUs));
  check(play(equal, 10'000, always(31 * kUs), always(30 * kUs)) < 0.02, "for two CPUs");
  Measured faster({.threads = 2}, 30, 30);
  play(faster, 100, always(31 * kUs), always(25 * kUs));
  check(play(faster, 10'000, always(31 * kUs), always(25 * kUs)) > 0.98);
}

// Only a trial tells how long a batch takes alone, even where sharing saves much.
void trials_cost_little() {
  Measured schedule({.threads = 16}, 4'000, 4'000);  // 1024 take 4 ms
  play(schedule, 100, always(4 * kMs), always(300 * kUs));
  const double shared = play(schedule, 10'000, always(4 * kMs), always(300 * kUs));
  check(shared > 0.97 && shared < 1, "and are made");
}

// On a busy machine, every thread loses its CPU for 3 ms now and then, whether it shares or works
// alone. A batch that is shared waits for all its threads, so it loses more at a time. Here sharing
// is still faster on average.
void rare_losses_count_on_both_sides() {
  Measured schedule({.threads = 2}, 600, 600);  // 1024 take 614 us
  const auto alone = [](int i) { return i % 5 == 4 ? 614 * kUs + 3 * kMs : 614 * kUs; };
  const auto shared = [](int i) { return i % 7 == 6 ? 330 * kUs + 3 * kMs : 330 * kUs; };
  play(schedule, 500, alone, shared);
  check(play(schedule, 20'000, alone, shared) > 0.95, "1.2 ms alone, 0.8 ms shared");
}

// Episodes of the same length end together. In mode 'SameStep', such a batch here takes 60 times as
// long as others. Sharing saves the same part of the time in both kinds of batches.
void resets_count_as_the_steps_that_they_cost() {
  Measured schedule({.envs = 64, .batch = 64}, 17 * kUs, 1 * kMs);
  double spent = 0;
  double shared = 0;
  for (int i = 0; i < 40'000; ++i) {
    const bool ends = i % 1'000 == 999;
    const Work work{.steps = 64, .resets = ends ? 64u : 0u};
    const double alone_ns = 64 * (17 * kUs + (ends ? 1 * kMs : 0));
    // Which episodes end is known afterwards.
    const bool alone = schedule.runs_inline({.steps = 64});
    const double ns = alone ? alone_ns : 0.55 * alone_ns;
    spent += ns;
    if (alone) {
      schedule.record_alone(work, ns);
    } else {
      schedule.record_shared(work, ns);
      shared += ns;
    }
  }
  check(shared / spent > 0.95, "sharing pays throughout");
}

void due_resets_are_estimated() {
  Measured schedule({.envs = 8, .batch = 8, .threads = 1}, 10 * kUs, 900 * kUs);
  check(schedule.runs_inline({.steps = 8}), "80 us");
  check(schedule.runs_inline({.steps = 4, .resets = 4}), "3.6 ms");
  check(!schedule.runs_inline({.steps = 2, .resets = 6}), "5.4 ms: Ctrl-C must end the wait");
  Measured slow({.envs = 8, .batch = 8, .threads = 1}, 10 * kUs, 2 * kMs);
  check(!slow.runs_inline({.steps = 7, .resets = 1}), "a reset of 2 ms cannot be interrupted");
}

// A first run also fills caches, or loses its CPU.
void bounded_steps_are_believed() {
  Schedule schedule({.num_envs = 8, .batch_size = 8, .num_threads = 2}, true);
  schedule.record({.steps = 8}, 400 * kUs);
  check(schedule.runs_inline({.steps = 8}), "16 us");
}

void it_follows_the_machine() {
  Measured schedule({.threads = 2}, 100, 100);
  play(schedule, 2'000, always(102 * kUs), always(60 * kUs));
  check(!schedule.runs_inline({.steps = 1024}), "quiet");
  play(schedule, 1'000, always(204 * kUs), always(3 * kMs));
  check(schedule.runs_inline({.steps = 1024}), "busy");
  play(schedule, 1'000, always(102 * kUs), always(60 * kUs));
  check(!schedule.runs_inline({.steps = 1024}), "quiet again");
}

// Other programs start at the same time as the pool. What was measured beside them must soon be
// outweighed.
void a_busy_start_is_forgotten() {
  Measured schedule({.threads = 2}, 800, 800);
  play(schedule, 100, always(800 * kUs), always(6 * kMs));
  check(schedule.runs_inline({.steps = 1024}), "busy");
  play(schedule, 300, always(800 * kUs), always(410 * kUs));
  check(!schedule.runs_inline({.steps = 1024}), "quiet");
  check(play(schedule, 10'000, always(800 * kUs), always(410 * kUs)) > 0.95);
}

void a_mean_survives_a_lost_cpu() {
  Measured schedule({.threads = 1}, 20, 100);
  schedule.record({.steps = 1024}, 4 * kMs);
  check(schedule.estimated_ns({.steps = 1}) < 40, "one sample");
  for (int i = 0; i < 30; ++i) schedule.record({.steps = 1024}, 4 * kMs);
  check(schedule.estimated_ns({.steps = 1024}) > 3.9 * kMs, "but what stays is believed");
}

void mixed_runs_correct_both_costs() {
  Measured schedule({.threads = 1}, 400, 400);
  for (int i = 0; i < 200; ++i)
    schedule.record({.steps = 1000, .resets = 24}, 1000 * 20 + 24 * 100);
  const double step_ns = schedule.estimated_ns({.steps = 1});
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
  sharing_has_to_save_something();
  trials_cost_little();
  rare_losses_count_on_both_sides();
  resets_count_as_the_steps_that_they_cost();
  due_resets_are_estimated();
  bounded_steps_are_believed();
  it_follows_the_machine();
  a_busy_start_is_forgotten();
  a_mean_survives_a_lost_cpu();
  mixed_runs_correct_both_costs();
  lone_chunks_end_with_the_batch();
  short_sleeps_make_it_look_longer();
  looking_in_vain_ends();
  without_cpus_it_hardly_looks();
}

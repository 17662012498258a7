// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Closing: from anywhere, at any time, more than once; a call that waits gives up, later calls are
// refused, threads are joined.
#include <atomic>
#include <thread>
#include <vector>

#include "scripted_pool.h"

namespace pp::testing {
namespace {

using namespace std::chrono_literals;

DriverOptions<Scripted> sleepy(std::uint32_t batch, double sleep_ms) {
  return {.pool = {.num_envs = 6, .batch_size = batch, .num_threads = 2},
          .rules = {},
          .config = {.sleep_ms = sleep_ms}};
}

void send_all_to_sleep(ScriptedPool& pool) {
  const EnvIds all = {0, 1, 2, 3, 4, 5};
  const Commands commands(6, Scripted::kSleep);
  pool.send(std::span(all), commands.data());
}

void a_closed_pool_refuses_calls() {
  ScriptedPool pool(sleepy(6, 1));
  pool.reset();
  pool.pool().close();
  pool.pool().close();
  check(pool.pool().closed());
  check_refused(ErrorKind::kClosed, "reset() was called on a closed pool", [&] { pool.reset(); });
  check_refused(ErrorKind::kClosed, "recv()", [&] { pool.receive(); });
}

// With tasks queued, running and done: destroyed without a word.
void a_pool_ends_with_results_in_flight() {
  for (const std::uint32_t batch : {6u, 2u, 1u}) {
    for (int wait_us : {0, 100, 3000}) {
      ScriptedPool pool(sleepy(batch, 1));
      pool.async_reset();
      for (std::uint32_t rows = 0; rows < 6; rows += batch) pool.receive();
      send_all_to_sleep(pool);
      std::this_thread::sleep_for(std::chrono::microseconds(wait_us));
    }
  }
}

// A call that comes while another thread closes is told so, not that the closer is busy.
void calls_during_a_close() {
  for (int round = 0; round < 100; ++round) {
    ScriptedPool pool(sleepy(6, 2));
    pool.reset();
    send_all_to_sleep(pool);
    std::thread closer([&] { pool.pool().close(); });
    while (!pool.pool().closed()) std::this_thread::yield();
    check_refused(ErrorKind::kClosed, "in_flight()",
                  [&] { const Pool::Call call(pool.pool(), "in_flight"); });
    closer.join();
  }
}

// One thread waits in recv, another closes: the wait ends soon, although the results do not come
// for long; the close waits for the tasks that run, not for those queued.
// Whether the wait was given up: results may come first, if a thread loses its CPU for that long.
bool close_wakes_a_waiting_call(int round) {
  ScriptedPool pool(sleepy(6, round == 0 ? 300 : 1));
  pool.reset();
  send_all_to_sleep(pool);
  std::atomic<bool> inside{false};
  bool gave_up = false;
  std::thread receiver([&] {
    try {
      const Pool::Call call(pool.pool(), "recv");
      inside.store(true);
      while (!pool.pool().wait_until(Pool::Clock::now() + 1min)) {
        gave_up = pool.pool().closed();
        if (gave_up) return;
      }
      BatchPointer(pool.pool().receive().batch);
    } catch (const Error& error) {
      check(error.kind() == ErrorKind::kClosed, error.what());
    }
    inside.store(true);
  });
  while (round % 2 == 0 && !inside.load()) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::microseconds(round % 7 * 50));
  pool.pool().close();
  receiver.join();
  return gave_up;
}

void close_from_several_threads() {
  for (int round = 0; round < 50; ++round) {
    ScriptedPool pool(sleepy(2, 1));
    pool.async_reset();
    std::vector<std::thread> closers;
    for (int i = 0; i < 3; ++i) closers.emplace_back([&] { pool.pool().close(); });
    for (std::thread& closer : closers) closer.join();
    check_refused(ErrorKind::kClosed, "recv()", [&] { pool.receive(); });
  }
}

// As a signal handler does that runs within a call.
void close_from_within_a_call_waits_for_its_end() {
  ScriptedPool pool(sleepy(6, 1));
  pool.reset();
  {
    const Pool::Call call(pool.pool(), "step");
    pool.pool().close();
    check(pool.pool().closed());
    check_equal(pool.pool().group().size(), 6u, "the call still has its environments");
  }
  check_refused(ErrorKind::kClosed, "reset()", [&] { pool.reset(); });
}

void pools_come_and_go() {
  const Commands commands(6, Scripted::kSpin);
  for (int round = 0; round < 100; ++round) {
    ScriptedPool pool(sleepy(6, 1));
    pool.reset();
    if (round % 3 > 0) pool.step(commands.data());
    if (round % 3 > 1) pool.pool().close();
  }
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  a_closed_pool_refuses_calls();
  a_pool_ends_with_results_in_flight();
  bool gave_up = false;
  for (int attempt = 0; attempt < 5 && !gave_up; ++attempt) gave_up = close_wakes_a_waiting_call(0);
  check(gave_up, "the results were waited for");
  for (int round = 1; round < 60; ++round) close_wakes_a_waiting_call(round);
  calls_during_a_close();
  close_from_several_threads();
  close_from_within_a_call_waits_for_its_end();
  pools_come_and_go();
}

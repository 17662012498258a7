// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One call at a time: a second call, from any thread, is refused with the names of both calls, and
// changes nothing.
#include <parallel_pool/core/threads/call_guard.h>

#include <atomic>
#include <thread>
#include <vector>

#include "check.h"

namespace pp::testing {
namespace {

void a_second_call_is_refused() {
  CallGuard guard;
  {
    const CallGuard::Call call(guard, "recv");
    check(guard.inside());
    std::thread([&] {
      check(!guard.inside());
      check_refused(ErrorKind::kConcurrentCall, "step() was called while another call, recv()",
                    [&] { const CallGuard::Call other(guard, "step"); });
    }).join();
    check_refused(ErrorKind::kConcurrentCall, "reset()",
                  [&] { const CallGuard::Call other(guard, "reset"); });
  }
  check(!guard.inside());
  const CallGuard::Call again(guard, "step");
}

void calls_exclude_each_other() {
  CallGuard guard;
  int shared = 0;  // no atomic: ThreadSanitizer sees whether calls are ordered
  std::atomic<int> done{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (done.load(std::memory_order_relaxed) < 20'000) {
        try {
          const CallGuard::Call call(guard, "step");
          ++shared;
          done.fetch_add(1, std::memory_order_relaxed);
        } catch (const Error&) {
          refused.fetch_add(1, std::memory_order_relaxed);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  check_equal(shared, done.load());
}

void after_a_close_calls_are_refused() {
  CallGuard guard;
  guard.begin_close();
  guard.wait_for_calls();
  guard.release();
  check_refused(ErrorKind::kClosed, "recv() was called on a closed pool",
                [&] { const CallGuard::Call call(guard, "recv"); });
  check_refused(ErrorKind::kClosed, "step()", [&] { const CallGuard::Call call(guard, "step"); });
}

}  // namespace
}  // namespace pp::testing

int main() {
  pp::testing::a_second_call_is_refused();
  pp::testing::calls_exclude_each_other();
  pp::testing::after_a_close_calls_are_refused();
}

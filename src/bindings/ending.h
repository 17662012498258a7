// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ends something on a thread of its own, so that the Python thread that waits for the end can give
// up.
//
// Protocol
//   1. The thread runs `end` without the GIL, sets `over`, and wakes whoever waits.
//   2. Somebody waits with `wait_for`, and joins the thread when it is over; or
//   3. calls `leave`: then the thread has Python's main thread call `then` after the end. Where the
//      process ends before, it does so without destructors, which the thread would still need.
//   `over` and `then` are read and written under the mutex.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace pp {

class Ending {
 public:
  // Runs `end` here if the system gives no thread. It must not throw.
  explicit Ending(std::function<void()> end);
  ~Ending();
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

  // Whether it is over, after this time at most. Call without the GIL.
  bool wait_for(std::chrono::milliseconds time);
  // Nobody waits any longer. `then` needs the GIL; it is called at once if the end is over.
  void leave(std::function<void()> then);

 private:
  struct State;

  std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Runs a function for each of some items, by several threads, of which the caller is one.
//
// Protocol
//   Caller: 1. write the round (items, function); 2. store how many parts it has into left_, with
//           release; 3. wake workers; 4. take parts itself; 5. wait until all parts are done.
//   Thread: a. take a part: decrease left_ by compare-and-swap, with acquire, which makes the round
//           visible; b. run it; c. count it as done; the one that counts the last wakes the caller.
//
//   left_  parts that nobody has taken. It is 0 between rounds, as the caller waits for all parts, so
//          a thread that is late takes a part of the new round or none.
//   done_  counted by threads with release; read by the caller with acquire, so that it sees what
//          they wrote.
#pragma once

#include <parallel_pool/core/threads/crew.h>
#include <parallel_pool/core/threads/parking.h>
#include <parallel_pool/core/threads/spin.h>
#include <parallel_pool/core/threads/workers_api.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace pp::mujoco {

class Crowd {
 public:
  // `num_threads` counts the caller. With `workers` the others are shared.
  Crowd(std::size_t num_threads, std::vector<std::vector<int>> bind_to, const WorkersApi* workers);
  ~Crowd();
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  std::size_t num_threads() const { return num_threads_; }

  // Whether to go on: long items ask now and then, and end early if not.
  using GoesOn = std::function<bool()>;
  using Work = std::function<void(std::size_t k, const GoesOn& goes_on)>;

  // Calls `work` for k below `count`; it must not throw. `pause` is called now and then by the
  // caller, for signals: once it returns false, items that have not begun are left out. Returns
  // whether it never did.
  bool each(std::size_t count, const Work& work, const std::function<bool()>& pause);
  void stop();

 private:
  bool run_part(const GoesOn& goes_on);
  bool look(const std::function<bool()>& pause);

  const std::size_t num_threads_;
  const Work* work_ = nullptr;  // of the round, as the next three
  std::size_t count_ = 0;
  std::size_t part_ = 1;  // items of a part
  std::uint32_t parts_ = 0;
  std::atomic<std::uint32_t> left_{0};
  std::atomic<std::uint32_t> done_{0};
  std::atomic<bool> cancelled_{false};  // relaxed: an item more or less may run
  Parking parking_;                     // of the caller
  AdaptiveSpin spin_;
  std::chrono::steady_clock::time_point looked_;
  std::unique_ptr<Crew> crew_;  // last: threads end before what they use
};

}  // namespace pp::mujoco

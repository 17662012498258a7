// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One call at a time: a pool is driven by one thread; a second one is refused, except to close it.
//
// Protocol
//   Call:  1. set busy_ (exchange), or refuse; 2. work; 3. clear busy_; if a signal handler closed
//             the pool within this call, shut down before.
//   Close: a. set closing_, so that a waiting call gives up; b. wait until busy_ is free and
//   take
//             it; c. shut down.
//
//   busy_     exchanged and stored by callers; acquire and release, so that what one call wrote is
//             seen by the next, whichever thread makes it. The closer's exchange releases as well:
//             a call that finds it taken by the closer sees closing_.
//   owner_    written by the thread that holds busy_; read by others only to compare with
//             themselves, relaxed.
//   closing_  written once by close; relaxed: a waiting call is woken after it is set.
#pragma once

#include <parallel_pool/error.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace pp {

class CallGuard {
 public:
  // `what` it guards, in messages: a string literal.
  explicit CallGuard(const char* what = "pool") : what_(what) {}

  // Holds the pool for one call.
  class Call {
   public:
    Call(CallGuard& guard, const char* name) : guard_(guard) {
      if (guard_.busy_.exchange(true, std::memory_order_acquire)) guard_.refuse(name);
      guard_.owner_.store(std::this_thread::get_id(), std::memory_order_relaxed);
      guard_.name_.store(name, std::memory_order_relaxed);
      if (guard_.closing()) {
        guard_.release();
        guard_.throw_closed(name);
      }
    }
    ~Call() {
      if (holds_) guard_.release();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    // The call goes on beyond this object: another thread releases the guard.
    void hand_over() { holds_ = false; }

   private:
    CallGuard& guard_;
    bool holds_ = true;
  };

  bool closing() const { return closing_.load(std::memory_order_relaxed); }

  // True if the calling thread is inside a call.
  bool inside() const {
    return owner_.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }

  // Whether this was the first time.
  bool begin_close() { return !closing_.exchange(true, std::memory_order_relaxed); }

  // Refuses all later calls, unless one is in progress; says which.
  bool try_enter() { return !busy_.exchange(true, std::memory_order_acq_rel); }
  // Waits for the call in progress and refuses all later ones.
  void wait_for_calls() {
    using namespace std::chrono_literals;
    while (!try_enter()) std::this_thread::sleep_for(100us);
  }
  void release() {
    owner_.store(std::thread::id(), std::memory_order_relaxed);
    busy_.store(false, std::memory_order_release);
  }

  [[noreturn]] void throw_closed(const char* name) const {
    throw Error(ErrorKind::kClosed, std::string(name) + "() was called on a closed " + what_);
  }

 private:
  [[noreturn]] void refuse(const char* name) const {
    if (closing()) throw_closed(name);  // it may be the closing thread that holds busy_
    const char* other = name_.load(std::memory_order_relaxed);
    throw Error(ErrorKind::kConcurrentCall,
                std::string(name) + "() was called while another call, " +
                    (other != nullptr ? other : "?") + "(), is in progress: a " + what_ +
                    " takes calls from one thread at a time");
  }

  const char* const what_;
  std::atomic<bool> busy_{false};
  std::atomic<bool> closing_{false};
  std::atomic<std::thread::id> owner_{};
  std::atomic<const char*> name_{nullptr};
};

}  // namespace pp

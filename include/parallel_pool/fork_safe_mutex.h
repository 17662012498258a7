// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A mutex of the whole process that is unlocked in a forked child. The thread that forks locks it
// before the fork and unlocks it afterwards, in both processes. So no other thread can hold it at
// the fork, and the data that it guards is complete in the child. Windows has no forks.
#pragma once

#if !defined(_WIN32)
#include <pthread.h>
#endif

#include <mutex>

namespace pp {

// One for each type.
template <class Guarded>
class ForkSafeMutex {
 public:
  static std::mutex& get() {
#if !defined(_WIN32)
    static_cast<void>(&registered_);
#endif
    return mutex_;
  }

 private:
  static inline std::mutex mutex_;
#if !defined(_WIN32)
  // As the library is loaded: a fork that has begun knows nothing of later handlers.
  static inline const int registered_ =
      pthread_atfork([] { mutex_.lock(); }, [] { mutex_.unlock(); }, [] { mutex_.unlock(); });
#endif
};

}  // namespace pp

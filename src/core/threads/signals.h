// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Keeps signals away from the engine's threads. Windows has none that interrupt threads.
#pragma once

#if !defined(_WIN32)
#include <pthread.h>

#include <csignal>
#endif

namespace pp {

// While this lives, the calling thread blocks every signal, and threads that it starts inherit
// that, so that handlers (Python's among them) run in the threads that expect them.
class AllSignalsBlocked {
 public:
#if defined(_WIN32)
  AllSignalsBlocked() {}  // not trivial, so that an unused object is no warning
#else
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
#endif
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

#if !defined(_WIN32)
 private:
  sigset_t before_;
#endif
};

}  // namespace pp

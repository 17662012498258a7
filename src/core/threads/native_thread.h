// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the standard library does not say about threads: names, and which signals they take.
#pragma once

#include <string>

#if !defined(_WIN32)
#include <pthread.h>

#include <csignal>
#endif

namespace pp {

// The name that debuggers and profilers show: at most 15 characters.
inline void name_this_thread(const std::string& name) {
#if defined(__linux__)
  pthread_setname_np(pthread_self(), name.c_str());
#elif defined(__APPLE__)
  pthread_setname_np(name.c_str());
#else
  (void)name;
#endif
}

// Threads inherit the signal mask of their creator. Those that are started while this object lives
// block every signal, so that handlers (Python's among them) run in the threads that expect them.
// Windows has no signals that interrupt threads.
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

 private:
  sigset_t before_;
#endif
};

}  // namespace pp

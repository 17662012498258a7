// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Names threads, for debuggers and profilers.
#pragma once

#include <string>

#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace pp {

// At most 15 characters are shown.
inline void name_this_thread(const std::string& name) {
#if defined(__linux__)
  pthread_setname_np(pthread_self(), name.c_str());
#elif defined(__APPLE__)
  pthread_setname_np(name.c_str());
#else
  (void)name;
#endif
}

}  // namespace pp

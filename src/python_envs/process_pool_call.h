// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One call of a pool of processes. Where a signal handler closes the pool within the call, the pool
// shuts down at its end.
#pragma once

#include <string>

#include "process_pool.h"

namespace pp {

class ProcessPool::Call {
 public:
  Call(ProcessPool& pool, const char* name)
      : pool_(pool), call_((pool.check_call(name), pool.calls_), name) {}
  ~Call() {
    if (pool_.close_after_call_ && !pool_.forked()) pool_.shut_down();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  ProcessPool& pool_;
  CallGuard::Call call_;
};

// First of all, since a fork may have copied a guard that another thread of the parent held.
inline void ProcessPool::check_call(const char* name) const {
  if (!forked()) return;
  throw Error(ErrorKind::kForked,
              std::string(name) +
                  "() was called in a forked child, to which the worker processes do not belong: "
                  "create the pool after forking, or start processes by 'spawn' or 'forkserver'");
}

}  // namespace pp

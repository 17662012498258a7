// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One call of a pool of processes. Where a signal handler closes the pool within the call, the pool
// shuts down at its end.
#pragma once

#include "process_pool.h"

namespace pp {

class ProcessPool::Call {
 public:
  Call(ProcessPool& pool, const char* name)
      : pool_(pool), call_((pool.fork_guard_.check(name), pool.calls_), name) {}
  ~Call() {
    if (pool_.close_after_call_ && !pool_.forked()) pool_.shut_down();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  ProcessPool& pool_;
  CallGuard::Call call_;
};

}  // namespace pp

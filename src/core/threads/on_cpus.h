// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Runs a function on chosen CPUs, and waits for it.
#pragma once

#include <parallel_pool/core/threads/cpu.h>
#include <parallel_pool/core/threads/signals.h>

#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace pp {

// Runs `work` in a thread of its own that may use these CPUs, or here if none are named or the system
// gives no thread. Rethrows what it throws. The calling thread keeps its CPUs, and whatever locks it
// holds, Python's among them: `work` must not wait for one.
template <class Work>
void run_on_cpus(const std::vector<int>& cpus, Work&& work) {
  if (cpus.empty()) return work();
  std::exception_ptr failure;
  const auto run = [&] {
    bind_current_thread(cpus);
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  std::thread thread;
  {
    const AllSignalsBlocked guard;
    try {
      thread = std::thread(run);
    } catch (const std::system_error&) {
    }
  }
  if (!thread.joinable()) return work();
  thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace pp

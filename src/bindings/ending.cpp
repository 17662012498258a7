// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The thread, and what happens if it is left alone.
#include <nanobind/nanobind.h>
#include <parallel_pool/bindings/ending.h>
#include <parallel_pool/core/threads/fork_guard.h>
#include <parallel_pool/core/threads/signals.h>
#include <parallel_pool/core/threads/thread_name.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <utility>

#if defined(__GLIBC__)
#include <unistd.h>
#endif

namespace nb = nanobind;

namespace pp {
namespace {

std::atomic<int> left_alone{0};

// The exit handler that was registered last runs first, so before the destructors of libraries.
void end_without_destructors() {
#if defined(__GLIBC__)
  static const ForkGuard fork_guard;
  static std::once_flag registered;
  std::call_once(registered, [] {
    on_exit(
        [](int status, void*) {
          if (fork_guard.forked() || left_alone.load(std::memory_order_relaxed) == 0) return;
          std::fflush(nullptr);
          _exit(status);
        },
        nullptr);
  });
#endif
}

int call_and_delete(void* function) {
  const std::unique_ptr<std::function<void()>> then(static_cast<std::function<void()>*>(function));
  (*then)();
  return 0;
}

// Any thread, without the GIL. Python's queue of calls may be full for a moment.
void have_python_call(std::function<void()> then) {
  auto* const function = new std::function<void()>(std::move(then));
  while (Py_IsInitialized() != 0 && Py_AddPendingCall(call_and_delete, function) != 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

struct Ending::State {
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;
  std::function<void()> then;
};

Ending::Ending(std::function<void()> end) : state_(std::make_shared<State>()) {
  auto run = [state = state_, end = std::move(end)] {
    end();
    std::unique_lock lock(state->mutex);
    state->over = true;
    state->changed.notify_all();
    if (!state->then) return;
    lock.unlock();
    left_alone.fetch_sub(1, std::memory_order_relaxed);
    have_python_call(std::move(state->then));
  };
  try {
    const AllSignalsBlocked guard;
    thread_ = std::thread([run] {
      name_this_thread("pool-ending");
      run();
    });
  } catch (const std::system_error&) {
    const nb::gil_scoped_release released;
    run();
  }
}

Ending::~Ending() {
  if (thread_.joinable()) thread_.join();
}

bool Ending::wait_for(std::chrono::milliseconds time) {
  std::unique_lock lock(state_->mutex);
  if (!state_->changed.wait_for(lock, time, [&] { return state_->over; })) return false;
  lock.unlock();
  if (thread_.joinable()) thread_.join();
  return true;
}

void Ending::leave(std::function<void()> then) {
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->over) {
      end_without_destructors();
      left_alone.fetch_add(1, std::memory_order_relaxed);
      state_->then = std::move(then);
      thread_.detach();
      return;
    }
  }
  then();
}

}  // namespace pp

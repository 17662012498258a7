// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// See interrupts.h.
#include "interrupts.h"

#include <nanobind/nanobind.h>
#include <signal.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <mutex>

namespace nb = nanobind;

namespace pp {
namespace {

// Written by the signal handler, read by steps.
std::atomic<std::uint32_t> interrupts{0};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "a signal handler writes it");
// The handler that was there before.
#if defined(_WIN32)
// Written by steps, read by the handler, which runs in a thread of its own.
std::atomic<void (*)(int)> previous{nullptr};

void call_previous(int signal) {
  if (void (*const handler)(int) = previous.load(std::memory_order_acquire)) handler(signal);
}
#else
// Written while the signal's handler is another one.
struct sigaction previous;

void call_previous(int signal, siginfo_t* info, void* context) {
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  } else {
    previous.sa_handler(signal);
  }
}
#endif

template <class... Details>
void on_interrupt(int signal, Details... details) {
  // Another library's handler may call this one and yet be `previous`, if this one was installed
  // again over it. Without this check the two would call each other for ever.
  static thread_local bool inside = false;
  if (inside) return;
  inside = true;
  call_previous(signal, details...);
  // Last: when a step sees it and ends the run, the main thread must find the signal.
  interrupts.fetch_add(1, std::memory_order_release);
#if defined(_WIN32)
  std::signal(signal, on_interrupt<>);  // a signal takes its handler away
#endif
  inside = false;
}

// Installs the handler, and installs it again where another library has replaced it.
#if defined(_WIN32)
void count_interrupts() {
  const auto current = std::signal(SIGINT, on_interrupt<>);
  if (current == SIG_ERR || current == on_interrupt<>) return;
  if (current == SIG_DFL || current == SIG_IGN) {
    std::signal(SIGINT, current);
  } else {
    previous.store(current, std::memory_order_release);
  }
}
#else
void count_interrupts() {
  struct sigaction current;
  sigaction(SIGINT, nullptr, &current);
  const auto own = on_interrupt<siginfo_t*, void*>;
  const bool plain = (current.sa_flags & SA_SIGINFO) == 0;
  if (plain && (current.sa_handler == SIG_DFL || current.sa_handler == SIG_IGN)) return;
  if (!plain && current.sa_sigaction == own) return;
  previous = current;
  current.sa_sigaction = own;
  current.sa_flags |= SA_SIGINFO;
  sigaction(SIGINT, &current, nullptr);
}
#endif

bool main_thread_would_raise() {
  const nb::module_ signal = nb::module_::import_("signal");
  return signal.attr("getsignal")(SIGINT).is(signal.attr("default_int_handler"));
}

// The count at the first step of a run.
struct Run {
  std::int64_t id = 0;
  std::uint32_t interrupts = 0;
};
std::mutex runs_mutex;     // over what follows, which steps of several programs use
std::array<Run, 16> runs;  // the latest ones; nobody says when a run ends
std::size_t next_run = 0;

// A run that has no id (0) cannot be told from others, and no interrupt ends it.
std::uint32_t interrupts_before(std::int64_t run_id) {
  if (run_id == 0) return interrupts.load(std::memory_order_relaxed);
  const std::lock_guard lock(runs_mutex);
  for (const Run& run : runs) {
    if (run.id == run_id) return run.interrupts;
  }
  count_interrupts();  // only here, because it asks the system
  Run& run = runs[next_run++ % runs.size()];
  run = {run_id, interrupts.load(std::memory_order_relaxed)};
  return run.interrupts;
}

}  // namespace

bool interrupted(std::int64_t run_id) {
  const std::uint32_t before = interrupts_before(run_id);
  return interrupts.load(std::memory_order_acquire) != before && main_thread_would_raise();
}

}  // namespace pp

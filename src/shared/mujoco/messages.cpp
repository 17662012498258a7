// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Listens to MuJoCo's messages.
//
// MuJoCo's own handlers end the process on an error, and print warnings and write them into a file.
// While a thread is inside one of our calls, ours replace them for that thread. An error must not
// return into the library, so the handler jumps back to the call, over frames of C and of a lambda
// without anything to destroy.
//
// Python's package has handlers of its own for a thread during its calls, which pass warnings on to
// that of the process. So a collector, which hears Python's calls too, replaces the handler of the
// process, while there are any; it passes on what other threads say. Where a version has no handlers
// for threads, that handler serves all calls.
#include "messages.h"

#include <Python.h>
#include <setjmp.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <new>
#include <stdexcept>

namespace pp::mujoco {
namespace {

struct Trap {
  jmp_buf back;
  char error[sizeof(LogMessage::subject)];
  Warnings warnings;
};
thread_local Trap* current_trap = nullptr;
thread_local Warnings* collected = nullptr;  // by this thread's innermost collector

void add(Warnings& warnings, const char* text) noexcept {
  try {
    warnings.emplace_back(text);
  } catch (const std::bad_alloc&) {  // must not pass through frames of C
  }
}

// --- The handlers of a thread ------------------------------------------------------------------

void on_error(const char* text) {
  Trap* const trap = current_trap;
  std::snprintf(trap->error, sizeof(trap->error), "%s", text);
#if defined(_WIN32)
  longjmp(trap->back, 1);
#else
  _longjmp(trap->back, 1);  // leaves the mask of signals alone
#endif
}
void on_warning(const char* text) { add(current_trap->warnings, text); }
void on_message(const LogMessage* message) {
  if (message->level == kLogWarning) on_warning(message->subject);
  if (message->level >= kLogError) on_error(message->subject);
}

constexpr Handlers kOfThread{.log = &on_message, .error = &on_error, .warning = &on_warning};

// --- The handlers of the process ---------------------------------------------------------------

// How many need them, and what they replaced: written under the mutex, read by them in any thread.
std::mutex process_mutex;
std::size_t process_count = 0;
std::atomic<LogHandler> log_of_others = nullptr;
std::atomic<TextHandler> warning_of_others = nullptr;
std::atomic<void (*)(const char*, const char*)> write_log = nullptr;

void on_message_of_process(const LogMessage* message) {
  if (current_trap != nullptr) return on_message(message);
  if (message->level == kLogWarning && collected != nullptr)
    return add(*collected, message->subject);
  if (const LogHandler others = log_of_others) others(message);
}
void on_warning_of_process(const char* text) {
  if (collected != nullptr) return add(*collected, text);
  if (const TextHandler others = warning_of_others) return others(text);
  std::printf("WARNING: %s\n\n", text);  // as MuJoCo does where nobody has set a handler
  write_log.load()("WARNING", text);
}

constexpr Handlers kOfProcess{.log = &on_message_of_process, .warning = &on_warning_of_process};

// Others may have put theirs upon ours, and may call ours.
bool is_ours(const Handlers& handlers) {
  return handlers.log == kOfProcess.log || handlers.warning == kOfProcess.warning;
}

void listen_in_process(const MessageHooks& hooks) {
  const std::lock_guard lock(process_mutex);
  if (process_count++ > 0) return;
  write_log = hooks.write_log;
  const Handlers before = hooks.set_for_process(kOfProcess);
  if (is_ours(before)) return;
  log_of_others = before.log;
  warning_of_others = before.warning;
}
void listen_no_more(const MessageHooks& hooks) {
  const std::lock_guard lock(process_mutex);
  if (--process_count > 0) return;
  const Handlers current =
      hooks.set_for_process({.log = log_of_others, .warning = warning_of_others});
  if (!is_ours(current)) hooks.set_for_process(current);
}

}  // namespace

// --- Calls -------------------------------------------------------------------------------------

Warnings hear(const MessageHooks& hooks, void (*program)(void*), void* argument) {
  Trap trap;
  Trap* const outer = std::exchange(current_trap, &trap);
  Handlers before;
  if (hooks.has_threads()) {
    before = hooks.set_for_thread(kOfThread);
  } else {
    static const bool listening = (listen_in_process(hooks), true);
    static_cast<void>(listening);
  }
#if defined(_WIN32)
  const bool failed = setjmp(trap.back) != 0;
#else
  const bool failed = _setjmp(trap.back) != 0;
#endif
  if (!failed) program(argument);
  if (hooks.has_threads()) hooks.set_for_thread(before);
  current_trap = outer;
  warn_of_overdue();
  if (!failed) return std::move(trap.warnings);
  warn_soon(trap.warnings);
  throw std::runtime_error(std::string("MuJoCo: ") + trap.error);
}

WarningCollector::WarningCollector(const MessageHooks& hooks)
    : hooks_(hooks), outer_(std::exchange(collected, &warnings_)) {
  listen_in_process(hooks);
}

WarningCollector::~WarningCollector() {
  listen_no_more(hooks_);
  collected = outer_;
}

}  // namespace pp::mujoco

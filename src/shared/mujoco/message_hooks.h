// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The functions of libmujoco that say who hears its messages: one kind since MuJoCo 3.10, another
// before.
#pragma once

#include <parallel_pool/core/system/dynamic_library.h>

#include <atomic>
#include <stdexcept>

namespace pp::mujoco {

// The beginning of MuJoCo's mjLogMessage.
struct LogMessage {
  int level;
  int topic;
  char subject[1024];
};
enum LogLevel : int { kLogWarning = 2, kLogError = 3 };

using LogHandler = void (*)(const LogMessage*);
using TextHandler = void (*)(const char*);

// `log` since MuJoCo 3.10, the others before.
struct Handlers {
  LogHandler log = nullptr;
  TextHandler error = nullptr, warning = nullptr;
};

class MessageHooks {
 public:
  // Throws std::runtime_error if this version has neither kind.
  explicit MessageHooks(const DynamicLibrary& library) {
    find(library, "_mjPRIVATE_setTlsLogHandler", set_thread_log_);
    find(library, "mju_setLogHandler", set_process_log_);
    find(library, "_mjPRIVATE__get_tls_error_fn", get_thread_error_);
    find(library, "_mjPRIVATE__set_tls_error_fn", set_thread_error_);
    find(library, "_mjPRIVATE__get_tls_warning_fn", get_thread_warning_);
    find(library, "_mjPRIVATE__set_tls_warning_fn", set_thread_warning_);
    find(library, "mju_writeLog", write_log);
    process_warning_ = static_cast<TextHandler*>(library.find("mju_user_warning"));
    const bool old = get_thread_error_ != nullptr && set_thread_error_ != nullptr &&
                     get_thread_warning_ != nullptr && set_thread_warning_ != nullptr &&
                     process_warning_ != nullptr && write_log != nullptr;
    if (set_process_log_ == nullptr && !old) {
      throw std::runtime_error("this version of MuJoCo tells its errors in an unknown way");
    }
  }

  // Whether a thread may have handlers of its own. Otherwise those of the process hear everything.
  bool has_threads() const { return set_process_log_ == nullptr || set_thread_log_ != nullptr; }

  // Both return the handlers before.
  Handlers set_for_thread(const Handlers& handlers) const {
    if (set_process_log_ != nullptr) return {.log = set_thread_log_(handlers.log)};
    const Handlers before{.error = get_thread_error_(), .warning = get_thread_warning_()};
    set_thread_error_(handlers.error);
    set_thread_warning_(handlers.warning);
    return before;
  }
  // Of the old kind, only warnings: Python's package hears errors for its threads.
  Handlers set_for_process(const Handlers& handlers) const {
    if (set_process_log_ != nullptr) return {.log = set_process_log_(handlers.log)};
    return {.warning = std::atomic_ref(*process_warning_).exchange(handlers.warning)};
  }

  void (*write_log)(const char* kind, const char* text) = nullptr;  // into MuJoCo's file

 private:
  template <class Function>
  static void find(const DynamicLibrary& library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(library.find(name));
  }

  LogHandler (*set_thread_log_)(LogHandler) = nullptr;
  LogHandler (*set_process_log_)(LogHandler) = nullptr;
  TextHandler (*get_thread_error_)() = nullptr;
  TextHandler (*get_thread_warning_)() = nullptr;
  void (*set_thread_error_)(TextHandler) = nullptr;
  void (*set_thread_warning_)(TextHandler) = nullptr;
  TextHandler* process_warning_ = nullptr;
};

}  // namespace pp::mujoco

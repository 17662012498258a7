// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finds functions in shared libraries at run time. A library that was opened stays open.
#pragma once

#include <string>

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace pp {

class DynamicLibrary {
 public:
  enum class Symbols {
    kLocal,
    kGlobal,  // libraries that are opened later see them; not on Windows, which has no such thing
  };

  // Only if the process has it already.
  static DynamicLibrary loaded(const std::string& file) {
#if defined(_WIN32)
    return DynamicLibrary(reinterpret_cast<void*>(GetModuleHandleA(file.c_str())));
#else
    return DynamicLibrary(dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD));
#endif
  }
  static DynamicLibrary open(const std::string& file, Symbols symbols = Symbols::kLocal) {
#if defined(_WIN32)
    static_cast<void>(symbols);
    return DynamicLibrary(reinterpret_cast<void*>(LoadLibraryA(file.c_str())));
#else
    const int scope = symbols == Symbols::kGlobal ? RTLD_GLOBAL : RTLD_LOCAL;
    return DynamicLibrary(dlopen(file.c_str(), RTLD_NOW | scope));
#endif
  }

  // Whether it was found.
  explicit operator bool() const { return handle_ != nullptr; }

  // A function or a variable; nullptr if the library has none of this name.
  void* find(const char* name) const {
#if defined(_WIN32)
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name));
#else
    return dlsym(handle_, name);
#endif
  }

  // Why the last library could not be opened.
  static std::string error() {
#if defined(_WIN32)
    return "error " + std::to_string(GetLastError());
#else
    const char* const text = dlerror();
    return text == nullptr ? "unknown error" : text;
#endif
  }

 private:
  explicit DynamicLibrary(void* handle) : handle_(handle) {}

  void* handle_;
};

}  // namespace pp

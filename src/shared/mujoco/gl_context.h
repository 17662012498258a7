// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An OpenGL context that needs no screen, from EGL or OSMesa. Both are loaded at run time, so that
// simulations without pictures need neither.
#pragma once

#include <memory>
#include <string>

namespace pp::mujoco {

// What is current in a thread, as EGL has it.
struct CurrentContext {
  void *display, *draw, *read, *context;
};

// One thread at a time may have a context entered, and any thread may be the one.
class GlContext {
 public:
  GlContext() = default;
  virtual ~GlContext() = default;
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  // Makes the context the calling thread's. Throws std::runtime_error where that fails.
  virtual void enter() = 0;
  // Gives the thread back the context that it had before.
  virtual void leave() noexcept = 0;
  // A function of OpenGL by name; null where it has none.
  virtual void* function(const char* name) const = 0;
};

// The backend is "egl" or "osmesa", the size that of the largest picture. Throws std::runtime_error
// where there is no such library, or where it has no context to give.
std::unique_ptr<GlContext> make_gl_context(const std::string& backend, int width, int height);

// Has a context entered.
class EnteredContext {
 public:
  explicit EnteredContext(GlContext& context) : context_(context) { context.enter(); }
  ~EnteredContext() { context_.leave(); }
  EnteredContext(const EnteredContext&) = delete;
  EnteredContext& operator=(const EnteredContext&) = delete;

 private:
  GlContext& context_;
};

// Keeps what other code makes current with EGL, such as Python's packages, from staying so: no other
// thread could use or free that context. Meanwhile, the calling thread is without the context that
// it had before.
class KeptContext {
 public:
  KeptContext();
  ~KeptContext();
  KeptContext(const KeptContext&) = delete;
  KeptContext& operator=(const KeptContext&) = delete;

 private:
  CurrentContext before_;
};

}  // namespace pp::mujoco

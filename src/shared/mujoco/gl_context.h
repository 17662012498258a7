// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An OpenGL context that needs no screen, from EGL or OSMesa. Both are loaded at run time, so that
// simulations without pictures need neither.
#pragma once

#include <memory>
#include <string>

namespace pp::mujoco {

// What is current in a thread, according to EGL.
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

// Takes the calling thread's EGL context away, and gives it back in the end. Other code, such as
// Python's packages, may leave its own current meanwhile, which no other thread could use or free.
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

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Loads EGL or OSMesa, and asks for what the `mujoco` package and dm_control ask for: the same
// library with the same attributes draws the same bytes.
#include "gl_context.h"

#include <parallel_pool/core/system/dynamic_library.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace pp::mujoco {
namespace {

// Visible to all, because MuJoCo looks there for the functions of OpenGL.
DynamicLibrary open_library(const char* file, const char* what) {
  const DynamicLibrary library = DynamicLibrary::open(file, DynamicLibrary::Symbols::kGlobal);
  if (library) return library;
  throw std::runtime_error(std::string("there is no OpenGL to draw pictures with: ") + what +
                           " cannot be loaded (" + DynamicLibrary::error() +
                           "). Install it, or set the environment variable MUJOCO_GL to the one "
                           "that is installed, 'egl' or 'osmesa'");
}

template <class Function>
void find(const DynamicLibrary& library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(library.find(name));
  if (function == nullptr) {
    throw std::runtime_error(std::string("the OpenGL library has no function ") + name);
  }
}

// --- EGL ---------------------------------------------------------------------------------------

using EglHandle = void*;
using EglInt = std::int32_t;

constexpr const char* kEglFile = "libEGL.so.1";
constexpr EglInt kEglNone = 0x3038;
constexpr EglInt kEglRead = 0x305A, kEglDraw = 0x3059;
constexpr unsigned kEglOpenGl = 0x30A2;
constexpr unsigned kEglPlatformDevice = 0x313F;
constexpr std::array<EglInt, 19> kEglAttributes{0x3024,  8,       // red
                                                0x3023,  8,       // green
                                                0x3022,  8,       // blue
                                                0x3021,  8,       // alpha
                                                0x3025,  24,      // depth
                                                0x3026,  8,       // stencil
                                                0x303F,  0x308E,  // the color buffer: RGB
                                                0x3033,  0x0001,  // the surface: a buffer
                                                0x3040,  0x0008,  // rendering with: OpenGL
                                                kEglNone};

// EGL's functions for the current context; the library stays loaded.
struct EglCurrent {
  unsigned (*make_current)(EglHandle, EglHandle, EglHandle, EglHandle);
  EglHandle (*current_context)();
  EglHandle (*current_display)();
  EglHandle (*current_surface)(EglInt);

  explicit EglCurrent(const DynamicLibrary& library) {
    find(library, "eglMakeCurrent", make_current);
    find(library, "eglGetCurrentContext", current_context);
    find(library, "eglGetCurrentDisplay", current_display);
    find(library, "eglGetCurrentSurface", current_surface);
  }

  CurrentContext get() const {
    return {current_display(), current_surface(kEglDraw), current_surface(kEglRead),
            current_context()};
  }
  bool set(const CurrentContext& to) const {
    return make_current(to.display, to.draw, to.read, to.context) != 0;
  }
};

struct Egl {
  DynamicLibrary library = open_library(kEglFile, "EGL (libEGL.so.1, Debian's libegl1)");
  EglCurrent current{library};
  void* (*get_proc_address)(const char*);
  unsigned (*initialize)(EglHandle, EglInt*, EglInt*);
  unsigned (*choose_config)(EglHandle, const EglInt*, EglHandle*, EglInt, EglInt*);
  unsigned (*bind_api)(unsigned);
  EglHandle (*create_context)(EglHandle, EglHandle, EglHandle, const EglInt*);
  unsigned (*destroy_context)(EglHandle, EglHandle);
  EglHandle display = nullptr;

  Egl() {
    find(library, "eglGetProcAddress", get_proc_address);
    find(library, "eglInitialize", initialize);
    find(library, "eglChooseConfig", choose_config);
    find(library, "eglBindAPI", bind_api);
    find(library, "eglCreateContext", create_context);
    find(library, "eglDestroyContext", destroy_context);
    display = find_display();
  }

  // The display of the first device that has one, or of the device of MUJOCO_EGL_DEVICE_ID. It is
  // never closed: others in this process may have the same one.
  EglHandle find_display() const {
    const auto query_devices = reinterpret_cast<unsigned (*)(EglInt, EglHandle*, EglInt*)>(
        get_proc_address("eglQueryDevicesEXT"));
    const auto platform_display =
        reinterpret_cast<EglHandle (*)(unsigned, EglHandle, const EglInt*)>(
            get_proc_address("eglGetPlatformDisplayEXT"));
    std::vector<EglHandle> devices(64);
    EglInt count = 0;
    if (query_devices == nullptr || platform_display == nullptr ||
        query_devices(static_cast<EglInt>(devices.size()), devices.data(), &count) == 0) {
      count = 0;
    }
    devices.resize(static_cast<std::size_t>(count));
    if (const char* const chosen = std::getenv("MUJOCO_EGL_DEVICE_ID")) {
      char* end = nullptr;
      const long id = std::strtol(chosen, &end, 10);
      if (end == chosen || *end != '\0' || id < 0 || id >= count) {
        throw std::runtime_error("MUJOCO_EGL_DEVICE_ID must be an int from 0 to " +
                                 std::to_string(count - 1) + ", got '" + chosen + "'");
      }
      devices = {devices[static_cast<std::size_t>(id)]};
    }
    for (const EglHandle device : devices) {
      const EglHandle found = platform_display(kEglPlatformDevice, device, nullptr);
      if (found != nullptr && initialize(found, nullptr, nullptr) != 0) return found;
    }
    throw std::runtime_error(
        "there is no OpenGL to draw pictures with: EGL has no device. Install a driver (Debian's "
        "libgl1-mesa-dri draws in software)");
  }
};

const Egl& egl() {
  static const Egl one;
  return one;
}

class EglContext final : public GlContext {
 public:
  EglContext() {
    EglHandle config = nullptr;
    EglInt count = 0;
    egl().choose_config(egl().display, kEglAttributes.data(), &config, 1, &count);
    egl().bind_api(kEglOpenGl);
    if (count > 0) context_ = egl().create_context(egl().display, config, nullptr, nullptr);
    if (context_ == nullptr) throw std::runtime_error("EGL cannot make an OpenGL context");
  }
  ~EglContext() override { egl().destroy_context(egl().display, context_); }

  void enter() override {
    egl().bind_api(kEglOpenGl);
    before_ = egl().current.get();
    if (!egl().current.set({egl().display, nullptr, nullptr, context_})) {
      throw std::runtime_error("EGL cannot use its OpenGL context in this thread");
    }
  }
  void leave() noexcept override {
    if (before_.context == nullptr) before_.display = egl().display;
    egl().current.set(before_);
  }
  void* function(const char* name) const override { return egl().get_proc_address(name); }

 private:
  EglHandle context_ = nullptr;
  CurrentContext before_{};
};

// --- OSMesa ------------------------------------------------------------------------------------

constexpr int kRgba = 0x1908;
constexpr unsigned kUnsignedByte = 0x1401;

struct OsMesa {
  DynamicLibrary library =
      open_library("libOSMesa.so.8", "OSMesa (libOSMesa.so.8, Debian's libosmesa6)");
  void* (*create_context)(unsigned, int, int, int, void*);
  void (*destroy_context)(void*);
  unsigned char (*make_current)(void*, void*, unsigned, int, int);
  void* (*current_context)();
  void* (*get_proc_address)(const char*);

  OsMesa() {
    find(library, "OSMesaCreateContextExt", create_context);
    find(library, "OSMesaDestroyContext", destroy_context);
    find(library, "OSMesaMakeCurrent", make_current);
    find(library, "OSMesaGetCurrentContext", current_context);
    find(library, "OSMesaGetProcAddress", get_proc_address);
  }
};

const OsMesa& osmesa() {
  static const OsMesa one;
  return one;
}

class OsMesaContext final : public GlContext {
 public:
  OsMesaContext(int width, int height)
      : width_(width),
        height_(height),
        buffer_(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)),
        context_(osmesa().create_context(kRgba, 24, 8, 0, nullptr)) {
    if (context_ == nullptr) throw std::runtime_error("OSMesa cannot make an OpenGL context");
  }
  ~OsMesaContext() override { osmesa().destroy_context(context_); }

  void enter() override {
    if (osmesa().current_context() != nullptr) {
      throw std::runtime_error(
          "OSMesa draws for something else in this thread: render with one library at a time, or "
          "set MUJOCO_GL to 'egl'");
    }
    if (osmesa().make_current(context_, buffer_.data(), kUnsignedByte, width_, height_) == 0) {
      throw std::runtime_error("OSMesa cannot use its OpenGL context in this thread");
    }
  }
  void leave() noexcept override { osmesa().make_current(nullptr, nullptr, kUnsignedByte, 0, 0); }
  void* function(const char* name) const override { return osmesa().get_proc_address(name); }

 private:
  int width_, height_;
  std::vector<unsigned char> buffer_;
  void* context_;
};

// Releases the calling thread's EGL context and returns it; empty if EGL is not loaded.
CurrentContext leave_egl() {
  const DynamicLibrary library = DynamicLibrary::loaded(kEglFile);
  if (!library) return {};
  const EglCurrent current(library);
  const CurrentContext now = current.get();
  if (now.context != nullptr) current.set({now.display, nullptr, nullptr, nullptr});
  return now;
}

}  // namespace

KeptContext::KeptContext() : before_(leave_egl()) {}

KeptContext::~KeptContext() {
  leave_egl();
  if (before_.context != nullptr) EglCurrent(DynamicLibrary::loaded(kEglFile)).set(before_);
}

std::unique_ptr<GlContext> make_gl_context(const std::string& backend, int width, int height) {
  if (backend == "osmesa") return std::make_unique<OsMesaContext>(width, height);
  return std::make_unique<EglContext>();
}

}  // namespace pp::mujoco

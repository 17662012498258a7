// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// See cuda.h.
#include "cuda.h"

#include <dlfcn.h>

#include <string>

#include "endpoints.h"

namespace pp {
namespace {

constexpr const char* kDriver = "libcuda.so.1";

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) {
    throw Refused(std::string("RuntimeError: ") + kDriver + " has no function " + name);
  }
}

Cuda load() {
  void* const library = dlopen(kDriver, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Refused(std::string("RuntimeError: a program for a GPU needs CUDA's driver: ") +
                  dlerror());
  }
  Cuda out{};
  find(library, "cuStreamGetCtx", out.context_of);
  find(library, "cuCtxPushCurrent_v2", out.push_context);
  find(library, "cuCtxPopCurrent_v2", out.pop_context);
  find(library, "cuMemAllocHost_v2", out.allocate_pinned);
  find(library, "cuMemFreeHost", out.free_pinned);
  find(library, "cuMemcpyDtoHAsync_v2", out.copy_from);
  find(library, "cuMemcpyHtoDAsync_v2", out.copy_to);
  find(library, "cuStreamSynchronize", out.wait_for_stream);
  find(library, "cuEventCreate", out.make_event);
  find(library, "cuEventRecord", out.record_event);
  find(library, "cuEventQuery", out.query_event);
  return out;
}

}  // namespace

const Cuda& cuda() {
  static const Cuda loaded = load();
  return loaded;
}

void check_cuda(int result, const char* what) {
  if (result == 0) return;
  throw Refused(std::string("RuntimeError: CUDA cannot ") + what + ": error " +
                std::to_string(result));
}

}  // namespace pp

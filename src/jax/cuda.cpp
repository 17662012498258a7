// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// See cuda.h.
#include "cuda.h"

#include <parallel_pool/core/system/dynamic_library.h>

#include <string>

#include "endpoints.h"

namespace pp {
namespace {

#if defined(_WIN32)
constexpr const char* kDriver = "nvcuda.dll";
#else
constexpr const char* kDriver = "libcuda.so.1";
#endif

template <class Function>
void find(const DynamicLibrary& library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(library.find(name));
  if (function == nullptr) {
    throw Refused(std::string("RuntimeError: ") + kDriver + " has no function " + name);
  }
}

Cuda load() {
  const DynamicLibrary library = DynamicLibrary::open(kDriver);
  if (!library) {
    throw Refused("RuntimeError: a program for a GPU needs CUDA's driver: " +
                  DynamicLibrary::error());
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

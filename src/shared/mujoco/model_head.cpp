// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Copies and changes a struct whose declaration nobody has.
#include "model_head.h"

#if defined(_WIN32)
#include <parallel_pool/core/system/dynamic_library.h>

#include <stdexcept>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

#include <new>

namespace pp::mujoco {
namespace {

constexpr std::align_val_t kAlignment{64};  // as MuJoCo's own

// The size of a block of MuJoCo's memory.
std::size_t size_of(void* block) {
#if defined(_WIN32)
  // MuJoCo's C library is asked, which is the system's; this module's may be another one.
  using Size = std::size_t (*)(void* block, std::size_t alignment, std::size_t offset);
  const auto system = DynamicLibrary::loaded("ucrtbase.dll");
  void* const aligned_size = system ? system.find("_aligned_msize") : nullptr;
  if (aligned_size == nullptr) throw std::runtime_error("ucrtbase.dll has no _aligned_msize");
  return reinterpret_cast<Size>(aligned_size)(block, static_cast<std::size_t>(kAlignment), 0);
#elif defined(__APPLE__)
  return malloc_size(block);
#else
  return malloc_usable_size(block);
#endif
}

}  // namespace

ModelHead::ModelHead(const Model& source) {
  // The library tells nobody how large its struct is.
  const std::size_t size = size_of(const_cast<RawModel*>(source.raw()));
  bytes_.reset(static_cast<std::byte*>(::operator new(size, kAlignment)));
  std::memcpy(bytes_.get(), source.raw(), size);
}

ModelHead::ModelHead(const Model& source, std::size_t flags, int parts) : ModelHead(source) {
  int disabled = 0;
  std::memcpy(&disabled, bytes_.get() + flags, sizeof(disabled));
  disabled |= parts;
  std::memcpy(bytes_.get() + flags, &disabled, sizeof(disabled));
}

void ModelHead::Deleter::operator()(std::byte* bytes) const {
  ::operator delete(bytes, kAlignment);
}

}  // namespace pp::mujoco

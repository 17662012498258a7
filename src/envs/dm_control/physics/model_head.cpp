// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Copies and changes a struct whose declaration nobody has.
#include "model_head.h"

#include <malloc.h>

#include <new>

namespace pp::dm_control {
namespace {

constexpr std::align_val_t kAlignment{64};  // as MuJoCo's own

}  // namespace

ModelHead::ModelHead(const mujoco::Model& source, std::size_t flags, int parts) {
  // The library tells nobody how large its struct is.
  const std::size_t size = malloc_usable_size(const_cast<mujoco::RawModel*>(source.raw()));
  bytes_.reset(static_cast<std::byte*>(::operator new(size, kAlignment)));
  std::memcpy(bytes_.get(), source.raw(), size);
  int disabled = 0;
  std::memcpy(&disabled, bytes_.get() + flags, sizeof(disabled));
  disabled |= parts;
  std::memcpy(bytes_.get() + flags, &disabled, sizeof(disabled));
}

void ModelHead::Deleter::operator()(std::byte* bytes) const {
  ::operator delete(bytes, kAlignment);
}

}  // namespace pp::dm_control

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The memory of arrays that rollouts write into.
#pragma once

#include <parallel_pool/bindings/rollout.h>

#include <cstddef>
#include <string>

namespace pp {

// The memory of a C-contiguous array of a type, which has `size` elements.
template <class T>
T* data_of(nb::handle array, int type, std::size_t size, const char* name) {
  if (!PyArray_Check(array.ptr()) || PyArray_TYPE(as_array(array)) != type ||
      !PyArray_ISCARRAY_RO(as_array(array)) ||
      static_cast<std::size_t>(PyArray_SIZE(as_array(array))) != size) {
    value_error(std::string(name) + " must be a C-contiguous array of " + std::to_string(size) +
                " elements of the rollout's dtype");
  }
  return static_cast<T*>(PyArray_DATA(as_array(array)));
}

}  // namespace pp

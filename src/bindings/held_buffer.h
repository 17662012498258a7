// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The bytes of a Python object, such as bytes or a memoryview, which keeps them in place meanwhile.
// Without a GIL other threads could change them meanwhile, so there they are copied.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string_view>
#include <utility>

namespace pp {

class HeldBuffer {
 public:
  // Throws what Python raises if the object has no bytes that follow each other.
  explicit HeldBuffer(nanobind::handle object) {
    take(object);
#ifdef Py_GIL_DISABLED
    if (PyBytes_CheckExact(object.ptr())) return;
    const nanobind::bytes copy(buffer_.buf, static_cast<std::size_t>(buffer_.len));
    PyBuffer_Release(&buffer_);
    take(copy);
#endif
  }
  HeldBuffer(HeldBuffer&& other) noexcept : buffer_(std::exchange(other.buffer_, {})) {}
  HeldBuffer& operator=(HeldBuffer&&) = delete;
  ~HeldBuffer() { PyBuffer_Release(&buffer_); }  // does nothing once moved from

  std::string_view bytes() const {
    return {static_cast<const char*>(buffer_.buf), static_cast<std::size_t>(buffer_.len)};
  }

 private:
  void take(nanobind::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_SIMPLE) != 0) {
      throw nanobind::python_error();
    }
  }

  Py_buffer buffer_{};
};

}  // namespace pp

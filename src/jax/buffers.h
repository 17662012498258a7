// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// XLA's buffers as NumPy arrays, and NumPy arrays in XLA's buffers.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "xla_ffi.h"

namespace pp {

// Counts the buffers that were used; throws a Python exception if there is none left.
const xla::Buffer& next_buffer(const xla::Values& values, std::int64_t& next);

// A copy, since Python code may keep it for longer than XLA keeps the buffer.
nanobind::object to_array(const xla::Buffer& from);

// The same, but int32 numbers are widened where `dtype` is NumPy's number of int64. The array is
// `kept` again if nobody else holds it, and else a new one, which is kept.
nanobind::object to_array(const xla::Buffer& from, int dtype, nanobind::object& kept);

// Writes an array into a buffer of the same dtype and shape. A program in 32 bits gets 64-bit floats
// rounded, and 64-bit integers that 32 bits can hold. Throws a Python exception, with the name of the
// result, if the array does not fit; the buffer is then as it was.
void write(nanobind::handle array, const xla::Buffer& to, const std::string& name);

std::size_t bytes_of(const xla::Buffer& buffer);

void write_zeros(const xla::Buffer& to);

}  // namespace pp

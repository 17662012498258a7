// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Copies and conversions between NumPy arrays and XLA's buffers.
#include "buffers.h"

#include <nanobind/stl/string.h>
#include <parallel_pool/bindings/numpy_api.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace pp {
namespace {

int numpy_type_of(xla::DataType dtype) {
  switch (dtype) {
    case xla::DataType::kPred:
      return NPY_BOOL;
    case xla::DataType::kS8:
      return NPY_INT8;
    case xla::DataType::kS16:
      return NPY_INT16;
    case xla::DataType::kS32:
      return NPY_INT32;
    case xla::DataType::kS64:
      return NPY_INT64;
    case xla::DataType::kU8:
      return NPY_UINT8;
    case xla::DataType::kU16:
      return NPY_UINT16;
    case xla::DataType::kU32:
      return NPY_UINT32;
    case xla::DataType::kU64:
      return NPY_UINT64;
    case xla::DataType::kF16:
      return NPY_FLOAT16;
    case xla::DataType::kF32:
      return NPY_FLOAT32;
    case xla::DataType::kF64:
      return NPY_FLOAT64;
  }
  return NPY_NOTYPE;
}

std::size_t size_of(xla::DataType dtype) {
  switch (dtype) {
    case xla::DataType::kS16:
    case xla::DataType::kU16:
    case xla::DataType::kF16:
      return 2;
    case xla::DataType::kS32:
    case xla::DataType::kU32:
    case xla::DataType::kF32:
      return 4;
    case xla::DataType::kS64:
    case xla::DataType::kU64:
    case xla::DataType::kF64:
      return 8;
    default:
      return 1;
  }
}

// The dtype in which a program in 32 bits gets an array.
int narrow_type(int type) {
  switch (type) {
    case NPY_FLOAT64:
      return NPY_FLOAT32;
    case NPY_INT64:
      return NPY_INT32;
    case NPY_UINT64:
      return NPY_UINT32;
    default:
      return type;
  }
}

bool has_shape(PyArrayObject* array, const xla::Buffer& like) {
  return PyArray_NDIM(array) == like.rank &&
         std::equal(PyArray_DIMS(array), PyArray_DIMS(array) + like.rank, like.dims);
}

bool fits(PyArrayObject* array, const xla::Buffer& to) {
  const int type = PyArray_TYPE(array), wanted = numpy_type_of(to.dtype);
  return (type == wanted || narrow_type(type) == wanted) && has_shape(array, to);
}

// Whether an array can be written, because nobody else holds it and it is as it was made.
bool is_free([[maybe_unused]] nb::handle array, [[maybe_unused]] int type,
             [[maybe_unused]] const xla::Buffer& like) {
#ifdef Py_GIL_DISABLED
  return false;  // another thread may take it at the same time
#else
  return array.is_valid() && Py_REFCNT(array.ptr()) == 1 && PyArray_TYPE(as_array(array)) == type &&
         PyArray_ISCARRAY(as_array(array)) && has_shape(as_array(array), like);
#endif
}

std::string describe(nb::handle dtype, nb::handle shape) {
  return nb::cast<std::string>(nb::str(dtype)) + " of shape " +
         nb::cast<std::string>(nb::str(shape));
}

std::string describe(nb::handle array) {
  const nb::object dtype = array.attr("dtype"), shape = array.attr("shape");
  return describe(dtype, shape);
}

std::string describe(const xla::Buffer& of) {
  const nb::object dtype =
      checked(reinterpret_cast<PyObject*>(PyArray_DescrFromType(numpy_type_of(of.dtype))));
  nb::list shape;
  for (std::int64_t i = 0; i < of.rank; ++i) shape.append(nb::int_(of.dims[i]));
  return describe(dtype, nb::tuple(shape));
}

// Without an early exit, so that compilers can use vector instructions.
template <class To, class From>
bool in_range(const From* values, std::size_t size) {
  bool outside = false;
  for (std::size_t i = 0; i < size; ++i)
    outside |= values[i] != static_cast<From>(static_cast<To>(values[i]));
  return !outside;
}

template <class To, class From>
void write_narrowed(PyArrayObject* array, std::size_t size, const xla::Buffer& to,
                    const std::string& name) {
  const auto* const from = static_cast<const From*>(PyArray_DATA(array));
  if constexpr (std::numeric_limits<To>::is_integer) {
    if (!in_range<To>(from, size)) {
      PyErr_Format(PyExc_OverflowError,
                   "%s has a value that %s cannot hold: let JAX use 64 bits with "
                   "jax.config.update('jax_enable_x64', True)",
                   name.c_str(), std::is_signed_v<To> ? "int32" : "uint32");
      throw nb::python_error();
    }
  }
  std::transform(from, from + size, static_cast<To*>(to.data),
                 [](From value) { return static_cast<To>(value); });
}

}  // namespace

const xla::Buffer& next_buffer(const xla::Values& values, std::int64_t& next) {
  if (next >= values.size) {
    value_error("the program was compiled for " + std::to_string(values.size - 1) +
                " arrays, but the pool has more");
  }
  return *static_cast<const xla::Buffer*>(values.values[next++]);
}

nb::object new_array(const xla::Buffer& like, int type) {
  std::array<npy_intp, NPY_MAXDIMS> shape;  // another type than XLA's on some systems
  std::copy_n(like.dims, like.rank, shape.begin());
  return checked(PyArray_SimpleNew(static_cast<int>(like.rank), shape.data(), type));
}

nb::object to_array(const xla::Buffer& from) {
  nb::object array = new_array(from, numpy_type_of(from.dtype));
  const auto bytes = static_cast<std::size_t>(PyArray_NBYTES(as_array(array)));
  if (bytes > 0) std::memcpy(PyArray_DATA(as_array(array)), from.data, bytes);
  return array;
}

nb::object to_array(const xla::Buffer& from, int dtype, nb::object& kept) {
  const bool widens = dtype == NPY_INT64 && from.dtype == xla::DataType::kS32;
  const int type = widens ? NPY_INT64 : numpy_type_of(from.dtype);
  if (!is_free(kept, type, from)) {
    kept = new_array(from, type);
  }
  PyArrayObject* const array = as_array(kept);
  if (widens) {
    std::copy_n(static_cast<const std::int32_t*>(from.data), PyArray_SIZE(array),
                static_cast<std::int64_t*>(PyArray_DATA(array)));
  } else if (PyArray_SIZE(array) > 0) {
    std::memcpy(PyArray_DATA(array), from.data, static_cast<std::size_t>(PyArray_NBYTES(array)));
  }
  return kept;
}

void write(nb::handle value, const xla::Buffer& to, const std::string& name) {
  if (!PyArray_Check(value.ptr())) {
    type_error(name + " is " + nb::type_name(value.type()).c_str() + ", not an array");
  }
  if (!fits(as_array(value), to)) {
    value_error(name + " is " + describe(value) + ", but the program was compiled for " +
                describe(to));
  }
  const nb::object contiguous =
      PyArray_IS_C_CONTIGUOUS(as_array(value))
          ? nb::borrow(value)
          : checked(reinterpret_cast<PyObject*>(PyArray_GETCONTIGUOUS(as_array(value))));
  PyArrayObject* const array = as_array(contiguous);
  const auto size = static_cast<std::size_t>(PyArray_SIZE(array));
  if (size == 0) return;
  const int type = PyArray_TYPE(array);
  if (type == numpy_type_of(to.dtype)) {
    std::memcpy(to.data, PyArray_DATA(array), static_cast<std::size_t>(PyArray_NBYTES(array)));
  } else if (type == NPY_FLOAT64) {
    write_narrowed<float, double>(array, size, to, name);
  } else if (type == NPY_INT64) {
    write_narrowed<std::int32_t, std::int64_t>(array, size, to, name);
  } else {
    write_narrowed<std::uint32_t, std::uint64_t>(array, size, to, name);
  }
}

std::size_t bytes_of(const xla::Buffer& buffer) {
  std::size_t bytes = size_of(buffer.dtype);
  for (std::int64_t i = 0; i < buffer.rank; ++i) bytes *= static_cast<std::size_t>(buffer.dims[i]);
  return bytes;
}

void write_zeros(const xla::Buffer& to) {
  const std::size_t bytes = bytes_of(to);
  if (bytes > 0) std::memset(to.data, 0, bytes);
}

}  // namespace pp

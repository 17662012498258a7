// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// NumPy's C API. Arrays of a batch are made with it rather than through nanobind's ndarray, which
// takes several times as long for each, and they are kept for reuse (lease.h).
#pragma once

// Sources that convert types of the standard library must all know how: where these headers are
// missing, nanobind takes a string for a bound class, and the linker keeps either conversion.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL parallel_pool_numpy_api
#define NPY_API_SYMBOL_ATTRIBUTE  // modules that share an engine share what it imports
#ifndef PARALLEL_POOL_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
#include <parallel_pool/core/author/scalar.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace pp {

namespace nb = nanobind;

// Call before anything else here; begin_module does.
void import_numpy();

constexpr int numpy_type(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return NPY_BOOL;
    case DType::kInt8:
      return NPY_INT8;
    case DType::kInt16:
      return NPY_INT16;
    case DType::kInt32:
      return NPY_INT32;
    case DType::kInt64:
      return NPY_INT64;
    case DType::kUInt8:
      return NPY_UINT8;
    case DType::kUInt16:
      return NPY_UINT16;
    case DType::kUInt32:
      return NPY_UINT32;
    case DType::kUInt64:
      return NPY_UINT64;
    case DType::kFloat32:
      return NPY_FLOAT32;
    case DType::kFloat64:
      return NPY_FLOAT64;
    case DType::kFloat16:
      return NPY_FLOAT16;
  }
  return NPY_NOTYPE;
}

const char* numpy_name(DType dtype);

inline PyArrayObject* as_array(nb::handle object) {
  return reinterpret_cast<PyArrayObject*>(object.ptr());
}

// A new reference, or the Python error as a C++ exception.
inline nb::object checked(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

// numpy.asarray.
inline nb::object to_array(nb::handle value) {
  return checked(PyArray_FromAny(value.ptr(), nullptr, 0, 0, 0, nullptr));
}

// The array as native, aligned, C-contiguous memory of another dtype.
inline nb::object cast_array(nb::handle array, int type) {
  return checked(PyArray_FromArray(as_array(array), PyArray_DescrFromType(type),
                                   NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST));
}

// NumPy's float16.
struct Half {
  std::uint16_t bits;

  bool is_finite() const { return (bits & 0x7c00) != 0x7c00; }
  double value() const {
    const int exponent = (bits >> 10) & 0x1f;
    const double fraction = bits & 0x3ff;
    double size =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
    if (!is_finite()) size = fraction == 0 ? HUGE_VAL : std::nan("");
    return (bits & 0x8000) != 0 ? -size : size;
  }
};

// Calls visit(const T*) with the type that a dtype names.
template <class Visitor>
decltype(auto) visit_values(DType dtype, const std::byte* data, Visitor&& visit) {
  switch (dtype) {
    case DType::kBool:
      return visit(reinterpret_cast<const bool*>(data));
    case DType::kInt8:
      return visit(reinterpret_cast<const std::int8_t*>(data));
    case DType::kInt16:
      return visit(reinterpret_cast<const std::int16_t*>(data));
    case DType::kInt32:
      return visit(reinterpret_cast<const std::int32_t*>(data));
    case DType::kInt64:
      return visit(reinterpret_cast<const std::int64_t*>(data));
    case DType::kUInt8:
      return visit(reinterpret_cast<const std::uint8_t*>(data));
    case DType::kUInt16:
      return visit(reinterpret_cast<const std::uint16_t*>(data));
    case DType::kUInt32:
      return visit(reinterpret_cast<const std::uint32_t*>(data));
    case DType::kUInt64:
      return visit(reinterpret_cast<const std::uint64_t*>(data));
    case DType::kFloat32:
      return visit(reinterpret_cast<const float*>(data));
    case DType::kFloat16:
      return visit(reinterpret_cast<const Half*>(data));
    default:
      return visit(reinterpret_cast<const double*>(data));
  }
}

// One value as a plain Python number.
nb::object number(DType dtype, const std::byte* data);

// Python exceptions with a text made here.
[[noreturn]] inline void type_error(const std::string& message) {
  throw nb::type_error(message.c_str());
}
[[noreturn]] inline void value_error(const std::string& message) {
  throw nb::value_error(message.c_str());
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Loads NumPy's C API into this extension module.
#define PARALLEL_POOL_IMPORTS_NUMPY
#include <parallel_pool/bindings/numpy_api.h>

#include <type_traits>

namespace pp {

void import_numpy() {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
}

const char* numpy_name(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return "bool";
    case DType::kInt8:
      return "int8";
    case DType::kInt16:
      return "int16";
    case DType::kInt32:
      return "int32";
    case DType::kInt64:
      return "int64";
    case DType::kUInt8:
      return "uint8";
    case DType::kUInt16:
      return "uint16";
    case DType::kUInt32:
      return "uint32";
    case DType::kUInt64:
      return "uint64";
    case DType::kFloat32:
      return "float32";
    case DType::kFloat64:
      return "float64";
    case DType::kFloat16:
      return "float16";
  }
  return "";
}

nb::object number(DType dtype, const std::byte* data) {
  return visit_values(dtype, data, []<class T>(const T* value) -> nb::object {
    if constexpr (std::is_same_v<T, bool>) {
      return nb::bool_(*value);
    } else if constexpr (std::is_same_v<T, Half>) {
      return nb::float_(value->value());
    } else if constexpr (std::is_floating_point_v<T>) {
      return nb::float_(static_cast<double>(*value));
    } else {
      return nb::int_(*value);
    }
  });
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Takes NumPy's dot product from its C API.
#include "dot.h"

#include <parallel_pool/bindings/numpy_api.h>

#include <atomic>
#include <cmath>

namespace pp::numpy {
namespace {

// Looked up for each model, while other threads may be stepping.
std::atomic<PyArray_DotFunc*> dot_of_float64 = nullptr;

}  // namespace

void find_dot() {
  PyArray_Descr* const float64 = PyArray_DescrFromType(NPY_FLOAT64);
  dot_of_float64 = PyDataType_GetArrFuncs(float64)->dotfunc;
  Py_DECREF(float64);
}

double dot(std::span<const double> a, std::span<const double> b) {
  // NumPy's loops take mutable pointers, even to data that they only read.
  double product = 0.0;
  dot_of_float64.load(std::memory_order_acquire)(
      const_cast<double*>(a.data()), sizeof(double), const_cast<double*>(b.data()), sizeof(double),
      &product, static_cast<npy_intp>(a.size()), nullptr);
  return product;
}

double norm(std::span<const double> a) { return std::sqrt(dot(a, a)); }

}  // namespace pp::numpy

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Takes NumPy's dot product from its C API.
#include "numpy_sums.h"

#include <parallel_pool/bindings/numpy_api.h>

#include <atomic>

namespace pp::mujoco {
namespace {

// Looked up for each model, while other threads may be stepping.
std::atomic<PyArray_DotFunc*> numpy_dot = nullptr;

}  // namespace

void find_numpy_dot() {
  PyArray_Descr* const float64 = PyArray_DescrFromType(NPY_FLOAT64);
  numpy_dot = PyDataType_GetArrFuncs(float64)->dotfunc;
  Py_DECREF(float64);
}

double norm(std::span<const double> values) {
  // NumPy's loops take mutable pointers, even to data that they only read.
  void* const first = const_cast<double*>(values.data());
  double square = 0.0;
  numpy_dot.load(std::memory_order_acquire)(first, sizeof(double), first, sizeof(double), &square,
                                            static_cast<npy_intp>(values.size()), nullptr);
  return std::sqrt(square);
}

}  // namespace pp::mujoco

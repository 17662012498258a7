// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finds the loops in the ufuncs and calls them.
#include "functions.h"

#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/core/numerics/sums.h>
// After NumPy's arrays.
#include <numpy/ufuncobject.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "dot.h"

namespace pp::numpy {
namespace {

// A ufunc's loop over float64, with what it wants to be told.
struct Loop {
  PyUFuncGenericFunction function = nullptr;
  void* data = nullptr;

  void find(const nb::object& module, const char* name) {
    const nb::object object = module.attr(name);
    const auto* const ufunc = reinterpret_cast<const PyUFuncObject*>(object.ptr());
    const int arguments = ufunc->nin + ufunc->nout;
    for (int i = 0; i < ufunc->ntypes && function == nullptr; ++i) {
      bool all_float64 = true;
      for (int k = 0; k < arguments; ++k) {
        all_float64 = all_float64 && ufunc->types[i * arguments + k] == NPY_DOUBLE;
      }
      if (!all_float64) continue;
      function = ufunc->functions[i];
      data = ufunc->data == nullptr ? nullptr : const_cast<void*>(ufunc->data[i]);
    }
    if (function == nullptr) {
      throw std::runtime_error(std::string("NumPy has no float64 loop of ") + name);
    }
  }

  template <class... Doubles>
  double operator()(Doubles... in) const {
    // In the middle, as NumPy 2.0 takes memory that touches for memory that overlaps, and then does
    // without its vector instructions.
    double out[] = {0.0, 0.0, 0.0};
    char* pointers[] = {reinterpret_cast<char*>(&in)..., reinterpret_cast<char*>(&out[1])};
    const npy_intp one = 1;
    const npy_intp strides[] = {(static_cast<void>(in), npy_intp{sizeof(double)})...,
                                sizeof(double)};
    function(pointers, &one, strides, data);
    return out[1];
  }
};

// Written once, before the first simulation.
struct Loops {
  Loop exp, log, log1p, tanh, arcsinh, sin, cos, arctan2, matmul;
};
Loops loops;

}  // namespace

void find_loops() {
  static nb::ft_mutex mutex;  // instead of the GIL, where there is none
  const nb::ft_lock_guard guard(mutex);
  if (loops.matmul.function != nullptr) return;  // found last
  find_dot();
  const nb::object module = nb::module_::import_("numpy");
  loops.exp.find(module, "exp");
  loops.log.find(module, "log");
  loops.log1p.find(module, "log1p");
  loops.tanh.find(module, "tanh");
  loops.arcsinh.find(module, "arcsinh");
  loops.sin.find(module, "sin");
  loops.cos.find(module, "cos");
  loops.arctan2.find(module, "arctan2");
  loops.matmul.find(module, "matmul");
}

double exp(double x) { return loops.exp(x); }
double log(double x) { return loops.log(x); }
double log1p(double x) {
  if (x == 0) return x;  // sensors that nothing touches
  return loops.log1p(x);
}
double tanh(double x) { return loops.tanh(x); }
double arcsinh(double x) { return loops.arcsinh(x); }
double sin(double x) { return loops.sin(x); }
double cos(double x) { return loops.cos(x); }
double arctan2(double y, double x) { return loops.arctan2(y, x); }

double scalar_square(double x) {
  // A constant exponent would have the compiler multiply.
  static const volatile double two = 2.0;
  return std::pow(x, two);
}

namespace {

// rows.dot(frame[:size, :size]).
void times_part(const double* rows, std::size_t count, npy_intp size, const double* frame,
                double* out) {
  constexpr npy_intp kItem = sizeof(double);
  char* pointers[] = {reinterpret_cast<char*>(const_cast<double*>(rows)),
                      reinterpret_cast<char*>(const_cast<double*>(frame)),
                      reinterpret_cast<char*>(out)};
  const npy_intp sizes[] = {1, static_cast<npy_intp>(count), size, size};
  const npy_intp row = size * kItem;
  const npy_intp strides[] = {0, 0, 0, row, kItem, 3 * kItem, kItem, row, kItem};
  loops.matmul.function(pointers, sizes, strides, loops.matmul.data);
}

}  // namespace

void times_frame(const double* rows, std::size_t count, const double* frame, double* out) {
  times_part(rows, count, 3, frame, out);
}

std::array<double, 3> times_frame(const std::array<double, 3>& row, const double* frame) {
  std::array<double, 3> out;
  times_part(row.data(), 1, 3, frame, out.data());
  return out;
}

std::array<double, 2> times_frame(const std::array<double, 2>& row, const double* frame) {
  std::array<double, 2> out;
  times_part(row.data(), 1, 2, frame, out.data());
  return out;
}

double mean(std::span<const double> values) {
  return math::pairwise_sum<double>(0, values.size(), [&](std::size_t i) { return values[i]; }) /
         static_cast<double>(values.size());
}

}  // namespace pp::numpy

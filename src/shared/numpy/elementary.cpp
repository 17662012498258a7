// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finds NumPy's loops, tries on which of them the C library agrees, and calls one or the other.
#include "elementary.h"

#include <parallel_pool/bindings/numpy_api.h>
// After NumPy's arrays.
#include <numpy/ufuncobject.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace pp::elementary {

bool waves_agree = false;

namespace {

// A loop of a ufunc over float64, and the same of the C library.
template <class OfLibrary>
struct Loop {
  PyUFuncGenericFunction function = nullptr;
  void* data = nullptr;
  OfLibrary* of_library = nullptr;
  bool agrees = false;  // as far as was tried

  void find(const nb::object& numpy, const char* name, OfLibrary* library) {
    const nb::object object = numpy.attr(name);
    const auto* const ufunc = reinterpret_cast<const PyUFuncObject*>(object.ptr());
    const int arguments = ufunc->nin + ufunc->nout;
    for (int i = 0; i < ufunc->ntypes && function == nullptr; ++i) {
      const char* const types = ufunc->types + i * arguments;
      if (!std::all_of(types, types + arguments, [](char type) { return type == NPY_DOUBLE; })) {
        continue;
      }
      function = ufunc->functions[i];
      data = ufunc->data == nullptr ? nullptr : const_cast<void*>(ufunc->data[i]);
    }
    if (function == nullptr) {
      throw std::runtime_error(std::string("NumPy has no float64 loop of ") + name);
    }
    of_library = library;
  }

  void operator()(double* values, std::size_t count) const {
    char* pointers[] = {reinterpret_cast<char*>(values), reinterpret_cast<char*>(values)};
    const auto size = static_cast<npy_intp>(count);
    const npy_intp strides[] = {sizeof(double), sizeof(double)};
    function(pointers, &size, strides, data);
  }
  void operator()(double* first, const double* second, std::size_t count, bool repeat) const {
    char* pointers[] = {reinterpret_cast<char*>(first),
                        reinterpret_cast<char*>(const_cast<double*>(second)),
                        reinterpret_cast<char*>(first)};
    const auto size = static_cast<npy_intp>(count);
    const npy_intp strides[] = {sizeof(double), repeat ? npy_intp{0} : npy_intp{sizeof(double)},
                                sizeof(double)};
    function(pointers, &size, strides, data);
  }
};
using Unary = Loop<double(double)>;
using Binary = Loop<double(double, double)>;

// Written once, before the first environment.
struct Loops {
  std::array<Unary, 6> unary;
  Binary arctan2, power;
  bool roots_are_exact = false;
  bool sum_compensates = false;
  PyArray_DotFunc* dot = nullptr;
  PyArray_DotFunc* dot_float = nullptr;
};
Loops loops;

constexpr std::size_t kTries = 20000;

// Numbers of [-1, 1), all over it.
double number(std::size_t i) {
  std::uint64_t bits = (i + 1) * 0x9e37'79b9'7f4a'7c15u;
  bits = (bits ^ (bits >> 29)) * 0xbf58'476d'1ce4'e5b9u;
  return static_cast<double>(static_cast<std::int64_t>(bits ^ (bits >> 32)) >> 10) * 0x1p-53;
}
bool is_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void try_unary(Unary& loop, double reach) {
  std::array<double, kTries>& values = *new std::array<double, kTries>;
  for (std::size_t i = 0; i < kTries; ++i) values[i] = reach * number(i);
  loop(values.data(), kTries);
  loop.agrees = true;
  for (std::size_t i = 0; i < kTries && loop.agrees; ++i) {
    loop.agrees = is_same(values[i], loop.of_library(reach * number(i)));
  }
  delete &values;
}

template <class First, class Second>
void try_binary(Binary& loop, const First& first, const Second& second) {
  loop.agrees = true;
  for (std::size_t i = 0; i < kTries && loop.agrees; ++i) {
    double value = first(i);
    const double other = second(i);
    loop(&value, &other, 1, false);
    loop.agrees = is_same(value, loop.of_library(first(i), other));
  }
}

void find_functions(const nb::object& numpy) {
  constexpr std::array<const char*, 6> kNames{"tan", "arcsin", "arctan", "exp", "sin", "cos"};
  constexpr std::array<double (*)(double), 6> kLibrary{std::tan, std::asin, std::atan,
                                                       std::exp, std::sin,  std::cos};
  constexpr std::array<double, 6> kReach{1.5, 1.0, 4.0, 3.0, 30.0, 30.0};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    loops.unary[i].find(numpy, kNames[i], kLibrary[i]);
    try_unary(loops.unary[i], kReach[i]);
  }
  const auto agrees = [](Function function) {
    return loops.unary[static_cast<std::size_t>(function)].agrees;
  };
  waves_agree = agrees(Function::kSin) && agrees(Function::kCos);
  loops.arctan2.find(numpy, "arctan2", static_cast<double (*)(double, double)>(std::atan2));
  try_binary(
      loops.arctan2, [](std::size_t i) { return 100.0 * number(i); },
      [](std::size_t i) { return 100.0 * number(i + kTries); });
  loops.power.find(numpy, "power", static_cast<double (*)(double, double)>(std::pow));
  try_binary(
      loops.power, [](std::size_t i) { return 1.0 + number(i); },
      [](std::size_t i) { return 4.0 + 0.5 * number(i + kTries); });
  loops.roots_are_exact = true;
  for (std::size_t i = 0; i < 1000; ++i) {
    const double x = 1.0 + number(i);
    const auto root = nb::cast<double>(numpy.attr("power")(numpy.attr("float64")(x), 0.5));
    loops.roots_are_exact = loops.roots_are_exact && is_same(root, std::sqrt(x));
  }
}

PyArray_DotFunc* dot_of(int type) {
  PyArray_Descr* const descr = PyArray_DescrFromType(type);
  PyArray_DotFunc* const dot = PyDataType_GetArrFuncs(descr)->dotfunc;
  Py_DECREF(descr);
  return dot;
}

double call(Function function, double x) {
  const Unary& loop = loops.unary[static_cast<std::size_t>(function)];
  if (loop.agrees) return loop.of_library(x);
  loop(&x, 1);
  return x;
}

}  // namespace

void find() {
  static nb::ft_mutex mutex;  // instead of the GIL, where there is none
  const nb::ft_lock_guard guard(mutex);
  static bool found = false;
  if (found) return;
  const nb::object numpy = nb::module_::import_("numpy");
  find_functions(numpy);
  loops.dot = dot_of(NPY_FLOAT64);
  loops.dot_float = dot_of(NPY_FLOAT32);
  loops.sum_compensates = Py_Version >= 0x030c0000;
  found = true;
}

void apply(Function function, double* values, std::size_t count) {
  const Unary& loop = loops.unary[static_cast<std::size_t>(function)];
  if (!loop.agrees) {
    if (count > 0) loop(values, count);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) values[i] = loop.of_library(values[i]);
}

double called_sine(double x) { return call(Function::kSin, x); }
double called_cosine(double x) { return call(Function::kCos, x); }
double tangent(double x) { return call(Function::kTan, x); }
double arcsine(double x) { return call(Function::kArcsin, x); }
double arctangent(double x) { return call(Function::kArctan, x); }
double exponential(double x) { return call(Function::kExp, x); }

double arctangent2(double y, double x) {
  if (loops.arctan2.agrees) return std::atan2(y, x);
  loops.arctan2(&y, &x, 1, false);
  return y;
}

void power(double* bases, const double* exponents, std::size_t count) {
  if (!loops.power.agrees) {
    if (count > 0) loops.power(bases, exponents, count, false);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) bases[i] = std::pow(bases[i], exponents[i]);
}

double power(double base, double exponent) {
  power(&base, &exponent, 1);
  return base;
}

double square_root(double x) {
  if (loops.roots_are_exact) return std::sqrt(x);
  const double half = 0.5;
  loops.power(&x, &half, 1, true);
  return x;
}

double dot(const double* a, const double* b, std::size_t count) {
  // NumPy's loops take what they only read as mutable, too.
  double product = 0.0;
  loops.dot(const_cast<double*>(a), sizeof(double), const_cast<double*>(b), sizeof(double),
            &product, static_cast<npy_intp>(count), nullptr);
  return product;
}

float norm(const float* values, std::size_t count) {
  float square = 0.0f;
  loops.dot_float(const_cast<float*>(values), sizeof(float), const_cast<float*>(values),
                  sizeof(float), &square, static_cast<npy_intp>(count), nullptr);
  return std::sqrt(square);
}

bool sum_compensates() { return loops.sum_compensates; }

}  // namespace pp::elementary

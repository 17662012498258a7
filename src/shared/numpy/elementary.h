// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// NumPy's elementary functions of float64 at the price of the C library's where the two agree. On
// some CPUs they differ in the last bit; there NumPy's own loops are called.
#pragma once

#include <cmath>
#include <cstddef>

namespace pp::elementary {

// Asks the installed NumPy and Python how they calculate. Wants the GIL; before anything else here.
void find();

enum class Function { kTan, kArcsin, kArctan, kExp, kSin, kCos };

// Of `count` numbers in place.
void apply(Function function, double* values, std::size_t count);

// Whether sines and cosines are those of the C library.
extern bool waves_agree;
double called_sine(double x);
double called_cosine(double x);
inline double sine(double x) { return waves_agree ? std::sin(x) : called_sine(x); }
inline double cosine(double x) { return waves_agree ? std::cos(x) : called_cosine(x); }
double tangent(double x);
double arcsine(double x);
double arctangent(double x);
double exponential(double x);
double arctangent2(double y, double x);

// numpy.power(bases[i], exponents[i]), in place of the bases.
void power(double* bases, const double* exponents, std::size_t count);
double power(double base, double exponent);
// numpy.power(x, 0.5).
double square_root(double x);

// numpy.dot of vectors of more than two numbers.
double dot(const double* a, const double* b, std::size_t count);
// numpy.linalg.norm of a vector of float32.
float norm(const float* values, std::size_t count);

// Whether Python's sum compensates what additions of floats lose, as from 3.12 on.
bool sum_compensates();

}  // namespace pp::elementary

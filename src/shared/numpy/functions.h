// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// NumPy's own functions of float64. Where they differ from the C library's, in the last bit and by
// the CPU, results equal the reference only with them.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "dot.h"  // IWYU pragma: export

namespace pp::numpy {

// Takes the inner loops from the installed NumPy. Wants the GIL; before anything else here.
void find_loops();

double exp(double x);
double log(double x);
double log1p(double x);
double tanh(double x);
double arcsinh(double x);
double sin(double x);
double cos(double x);
double arctan2(double y, double x);

// x ** 2 of a float64 scalar, which is the C library's pow; of an array it is x * x.
double scalar_square(double x);

// rows.dot(frame): rows of three numbers as seen from a frame, a matrix of 3 x 3 row by row. One row
// takes another way through the BLAS than several.
void times_frame(const double* rows, std::size_t count, const double* frame, double* out);
std::array<double, 3> times_frame(const std::array<double, 3>& row, const double* frame);
// row.dot(frame[:2, :2]).
std::array<double, 2> times_frame(const std::array<double, 2>& row, const double* frame);

// values.mean().
double mean(std::span<const double> values);

}  // namespace pp::numpy

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// NumPy's dot product of vectors, and the norm, which is made of it.
#pragma once

#include <span>

namespace pp::numpy {

// Takes NumPy's inner loop of a dot product. It belongs to its BLAS, which adds in an order, with
// fused multiply-adds or without, that depends on the CPU. Needs the GIL; before anything else here.
void find_dot();

// numpy.dot(a, b) and numpy.linalg.norm(a) of vectors.
double dot(std::span<const double> a, std::span<const double> b);
double norm(std::span<const double> a);

}  // namespace pp::numpy

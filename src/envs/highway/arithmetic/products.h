// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Points of the plane, and the products of two numbers with two others as NumPy's BLAS rounds them.
// Some of its kernels fuse one of the two products with the addition; which one depends on the CPU,
// so it is tried once.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace pp::highway {

struct Point {
  double x = 0.0;
  double y = 0.0;

  bool operator==(const Point&) const = default;
};

inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator-(Point a) { return {-a.x, -a.y}; }
inline Point operator*(double s, Point a) { return {s * a.x, s * a.y}; }
inline Point operator/(Point a, double s) { return {a.x / s, a.y / s}; }

// How a0 * b0 + a1 * b1 is rounded.
enum class Form : std::uint8_t { kPlain, kFusesFirst, kFusesLast };

// The forms of NumPy's operations here.
struct Forms {
  Form dot;     // of vectors
  Form matmul;  // of vectors, by the operator @
  Form turn;    // of a matrix and a vector, by @
  Form turn_by_dot;
  Form turn_four, turn_nine;  // of a matrix and as many columns
};
extern Forms forms;

// Wants the GIL.
void find_products();

// One rounding for a * b + c. Forms that fuse were found on this CPU, so it has the instruction.
inline double fused(double a, double b, double c) {
#if defined(__x86_64__) && defined(__GNUC__)
  __asm__("vfmadd231sd %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));
  return c;
#else
  return std::fma(a, b, c);
#endif
}

inline double product(Form form, double a0, double b0, double a1, double b1) {
  if (form == Form::kPlain) return a0 * b0 + a1 * b1;
  if (form == Form::kFusesLast) return fused(a1, b1, a0 * b0);
  return fused(a0, b0, a1 * b1);
}

// numpy.dot, which adds to 0 and so is never -0.
inline double dot(Point a, Point b) { return product(forms.dot, a.x, b.x, a.y, b.y) + 0.0; }
inline double norm(Point a) { return std::sqrt(dot(a, a)); }

// The matrix ((c, -s), (s, c)), and its products.
struct Turn {
  double c, s;

  Point of(Form form, Point p) const {
    return {product(form, c, p.x, -s, p.y), product(form, s, p.x, c, p.y)};
  }
};

}  // namespace pp::highway

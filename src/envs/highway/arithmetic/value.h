// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Numbers with the types that Python and NumPy give them, which decide how sums are rounded: a
// float32 draws plain numbers down to itself, and Python's sum compensates plain floats only.
#pragma once

#include <cstdint>

namespace pp::highway {

struct Value {
  enum class Type : std::uint8_t { kInt, kFloat, kFloat32, kNumpyInt, kNumpyFloat };

  Type type = Type::kInt;
  double number = 0.0;

  static Value of_int(double number) { return {Type::kInt, number}; }
  static Value of_float(double number) { return {Type::kFloat, number}; }
  static Value of_float32(float number) { return {Type::kFloat32, number}; }
  static Value of_numpy_int(double number) { return {Type::kNumpyInt, number}; }
  static Value of_numpy(double number) { return {Type::kNumpyFloat, number}; }

  bool is_plain() const { return type <= Type::kFloat; }
};

Value operator+(Value a, Value b);
Value operator*(Value a, Value b);

// The line through (x0, 0) and (x1, 1) at x, where x0 and x1 are plain numbers.
Value map_to_unit(Value x, double x0, double x1);

// Python's sum: starts from 0.
class Sum {
 public:
  void add(Value value);
  Value value() const;

 private:
  Value total_;
  double lost_ = 0.0;         // by additions of plain floats, where these are compensated
  bool compensates_ = false;  // now
  bool is_general_ = false;   // for good
};

}  // namespace pp::highway

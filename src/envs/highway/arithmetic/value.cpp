// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How numbers of unlike types are added and multiplied.
#include "value.h"

#include <algorithm>
#include <cmath>

#include "functions.h"

namespace pp::highway {
namespace {

using Type = Value::Type;

Type common(Type a, Type b) {
  if (a > b) std::swap(a, b);
  if (b == Type::kNumpyInt && a == Type::kFloat) return Type::kNumpyFloat;
  if (b == Type::kNumpyInt && a == Type::kFloat32) return Type::kNumpyFloat;
  return b;
}

template <class Operation>
Value combined(Value a, Value b, const Operation& operation) {
  const Type type = common(a.type, b.type);
  if (type != Type::kFloat32) return {type, operation(a.number, b.number)};
  return Value::of_float32(operation(static_cast<float>(a.number), static_cast<float>(b.number)));
}

}  // namespace

Value operator+(Value a, Value b) {
  return combined(a, b, [](auto x, auto y) { return x + y; });
}
Value operator*(Value a, Value b) {
  return combined(a, b, [](auto x, auto y) { return x * y; });
}

Value map_to_unit(Value x, double x0, double x1) {
  const auto map = [](auto at, auto start, auto width) { return (at - start) * 1 / width + 0; };
  if (x.type == Type::kFloat32) {
    return Value::of_float32(
        map(static_cast<float>(x.number), static_cast<float>(x0), static_cast<float>(x1 - x0)));
  }
  const Type type = x.is_plain() ? Type::kFloat : Type::kNumpyFloat;
  return {type, map(x.number, x0, x1 - x0)};
}

void Sum::add(Value value) {
  if (compensates_ && value.is_plain()) {
    const double sum = total_.number + value.number;
    lost_ += std::abs(total_.number) >= std::abs(value.number)
                 ? (total_.number - sum) + value.number
                 : (value.number - sum) + total_.number;
    total_.number = sum;
    return;
  }
  total_ = this->value() + value;
  lost_ = 0.0;
  // Once an addition was neither of ints nor of floats, all others are general, too.
  is_general_ = is_general_ || !value.is_plain();
  compensates_ = sum_compensates() && !is_general_ && total_.type == Type::kFloat;
}

Value Sum::value() const {
  if (lost_ == 0.0 || !std::isfinite(lost_)) return total_;
  return {total_.type, total_.number + lost_};
}

}  // namespace pp::highway

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Runs recorded rules.
#include "rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "shared/numpy/functions.h"

namespace pp::mujoco {

enum class Rules::Op : std::uint8_t {
  kLoad,
  kLoad32,
  kLoadBool,
  kStore,
  kStore32,
  kStoreBool,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kAdd32,
  kSubtract32,
  kMultiply32,
  kDivide32,
  kRound32,
  kNegative,
  kAbsolute,
  kMinimum,
  kMaximum,
  kClip,
  kSqrt,
  kPower,
  kExp,
  kLog,
  kSin,
  kCos,
  kDot,
  kLess,
  kLessEqual,
  kEqual,
  kAnd,
  kOr,
  kNot,
  kWhere,
  kPresses,
  kPressesNow,
};

namespace {

// By number of the operation.
constexpr const char* kNames[] = {
    "load",        "load_32",   "load_bool", "store",    "store_32",   "store_bool",
    "add",         "subtract",  "multiply",  "divide",   "add_32",     "subtract_32",
    "multiply_32", "divide_32", "round_32",  "negative", "absolute",   "minimum",
    "maximum",     "clip",      "sqrt",      "power",    "exp",        "log",
    "sin",         "cos",       "dot",       "less",     "less_equal", "equal",
    "and",         "or",        "not",       "where",    "presses",    "presses_now",
};

constexpr std::size_t kMostInDot = 64;

template <class T>
T load_as(const std::byte* place) {
  T value;
  std::memcpy(&value, place, sizeof(T));
  return value;
}

template <class T>
void store_as(std::byte* place, T value) {
  std::memcpy(place, &value, sizeof(T));
}

float single(double x) { return static_cast<float>(x); }

// NumPy's, of which a NaN comes through.
double minimum(double a, double b) { return a <= b || std::isnan(a) ? a : b; }
double maximum(double a, double b) { return a >= b || std::isnan(a) ? a : b; }
double clip(double x, double low, double high) {
  if (std::isnan(x)) return x;
  const double raised = x > low || std::isnan(low) ? (std::isnan(low) ? low : x) : low;
  return raised < high ? raised : high;
}

}  // namespace

Rules::Op Rules::op_named(const std::string& name) {
  const auto* const found = std::ranges::find(kNames, name);
  if (found == std::end(kNames)) throw std::runtime_error("unknown instruction " + name);
  return static_cast<Op>(found - std::begin(kNames));
}

Rules::Rules(std::vector<double> constants, const std::vector<Line>& lines,
             std::vector<std::int32_t> operands,
             const std::vector<std::pair<std::uintptr_t, std::size_t>>& arrays,
             const std::vector<std::int64_t>& contacts)
    : constants_(std::move(constants)),
      operands_(std::move(operands)),
      contacts_{contacts.at(0),
                contacts.at(1),
                contacts.at(2),
                static_cast<std::size_t>(contacts.at(3)),
                static_cast<std::size_t>(contacts.at(4)),
                static_cast<std::size_t>(contacts.at(5))} {
  numpy::find_loops();
  slots_ = constants_.size();
  for (const auto& [name, places] : lines) {
    instructions_.push_back(
        {op_named(name), places.at(0), places.at(1), places.at(2), places.at(3)});
    const Instruction& last = instructions_.back();
    if (last.op == Op::kDot && last.c > static_cast<std::int32_t>(kMostInDot)) {
      throw std::runtime_error("a dot product of more than 64 numbers");
    }
    slots_ = std::max(slots_, static_cast<std::size_t>(last.out) + 1);
  }
  for (const auto& [address, row_bytes] : arrays) {
    arrays_.push_back({reinterpret_cast<std::byte*>(address), row_bytes});
  }
}

// Whether what presses two geoms apart sums to more than 0, as the first row of each contact has it.
bool Rules::presses(const RawData* data, std::int32_t one, std::int32_t other) const {
  const auto* const base = reinterpret_cast<const std::byte*>(data);
  const auto count = load_as<std::int32_t>(base + contacts_.count);
  const auto* const first = load_as<const std::byte*>(base + contacts_.first);
  const auto* const forces = load_as<const double*>(base + contacts_.force);
  double sum = 0.0;
  for (std::int32_t k = 0; k < count; ++k) {
    const std::byte* const contact = first + static_cast<std::size_t>(k) * contacts_.size;
    const auto geoms = load_as<std::array<std::int32_t, 2>>(contact + contacts_.geoms);
    if (geoms != std::array{one, other} && geoms != std::array{other, one}) continue;
    const auto row = load_as<std::int32_t>(contact + contacts_.first_of_force);
    if (row >= 0) sum += forces[row];
  }
  return sum > 0.0;
}

void Rules::run(std::uint32_t env, const RawData* data,
                const std::function<void()>& forward) const {
  static thread_local std::vector<double> slots;
  if (slots.size() < slots_) slots.resize(slots_);
  double* const s = slots.data();
  std::ranges::copy(constants_, s);
  bool has_forces = false;
  const auto place = [&](const Instruction& i) {
    const Rows& rows = arrays_[static_cast<std::size_t>(i.a)];
    return rows.first + env * rows.row_bytes + i.b;
  };
  for (const Instruction& i : instructions_) {
    double& out = s[i.out];
    switch (i.op) {
      case Op::kLoad:
        out = load_as<double>(place(i));
        break;
      case Op::kLoad32:
        out = load_as<float>(place(i));
        break;
      case Op::kLoadBool:
        out = load_as<bool>(place(i)) ? 1.0 : 0.0;
        break;
      case Op::kStore:
        store_as(place(i), s[i.c]);
        break;
      case Op::kStore32:
        store_as(place(i), single(s[i.c]));
        break;
      case Op::kStoreBool:
        store_as(place(i), s[i.c] != 0.0);
        break;
      case Op::kAdd:
        out = s[i.a] + s[i.b];
        break;
      case Op::kSubtract:
        out = s[i.a] - s[i.b];
        break;
      case Op::kMultiply:
        out = s[i.a] * s[i.b];
        break;
      case Op::kDivide:
        out = s[i.a] / s[i.b];
        break;
      case Op::kAdd32:
        out = single(s[i.a]) + single(s[i.b]);
        break;
      case Op::kSubtract32:
        out = single(s[i.a]) - single(s[i.b]);
        break;
      case Op::kMultiply32:
        out = single(s[i.a]) * single(s[i.b]);
        break;
      case Op::kDivide32:
        out = single(s[i.a]) / single(s[i.b]);
        break;
      case Op::kRound32:
        out = single(s[i.a]);
        break;
      case Op::kNegative:
        out = -s[i.a];
        break;
      case Op::kAbsolute:
        out = std::fabs(s[i.a]);
        break;
      case Op::kMinimum:
        out = minimum(s[i.a], s[i.b]);
        break;
      case Op::kMaximum:
        out = maximum(s[i.a], s[i.b]);
        break;
      case Op::kClip:
        out = clip(s[i.a], s[i.b], s[i.c]);
        break;
      case Op::kSqrt:
        out = std::sqrt(s[i.a]);
        break;
      case Op::kPower:
        out = std::pow(s[i.a], s[i.b]);
        break;
      case Op::kExp:
        out = numpy::exp(s[i.a]);
        break;
      case Op::kLog:
        out = numpy::log(s[i.a]);
        break;
      case Op::kSin:
        out = numpy::sin(s[i.a]);
        break;
      case Op::kCos:
        out = numpy::cos(s[i.a]);
        break;
      case Op::kDot: {
        double left[kMostInDot], right[kMostInDot];
        for (std::int32_t k = 0; k < i.c; ++k) {
          left[k] = s[operands_[static_cast<std::size_t>(i.a + k)]];
          right[k] = s[operands_[static_cast<std::size_t>(i.b + k)]];
        }
        const auto count = static_cast<std::size_t>(i.c);
        out = numpy::dot({left, count}, {right, count});
        break;
      }
      case Op::kLess:
        out = s[i.a] < s[i.b] ? 1.0 : 0.0;
        break;
      case Op::kLessEqual:
        out = s[i.a] <= s[i.b] ? 1.0 : 0.0;
        break;
      case Op::kEqual:
        out = s[i.a] == s[i.b] ? 1.0 : 0.0;
        break;
      case Op::kAnd:
        out = s[i.a] != 0.0 && s[i.b] != 0.0 ? 1.0 : 0.0;
        break;
      case Op::kOr:
        out = s[i.a] != 0.0 || s[i.b] != 0.0 ? 1.0 : 0.0;
        break;
      case Op::kNot:
        out = s[i.a] == 0.0 ? 1.0 : 0.0;
        break;
      case Op::kWhere:
        out = s[i.a] != 0.0 ? s[i.b] : s[i.c];
        break;
      case Op::kPresses:
        out = s[i.c] != 0.0 && presses(data, i.a, i.b) ? 1.0 : 0.0;
        break;
      case Op::kPressesNow:
        if (s[i.c] != 0.0 && !std::exchange(has_forces, true)) forward();
        out = s[i.c] != 0.0 && presses(data, i.a, i.b) ? 1.0 : 0.0;
        break;
    }
  }
}

}  // namespace pp::mujoco

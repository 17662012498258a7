// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads and writes the options of a Config or ResetOptions struct as Python values.
#pragma once

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>
#include <parallel_pool/option.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "env_type.h"

namespace pp {

namespace detail {

// A C++ option type in Python's notation.
template <class T>
struct PythonType {
  static_assert(
      std::same_as<T, bool> || std::integral<T> || std::floating_point<T>,
      "an option is a bool, a number, a string, an optional, a variant, a vector or an array of "
      "these");
  static std::string name() {
    if constexpr (std::same_as<T, bool>) return "bool";
    if constexpr (std::floating_point<T>) return "float";
    return "int";
  }
};
template <>
struct PythonType<std::string> {
  static std::string name() { return "str"; }
};
template <class T>
struct PythonType<std::optional<T>> {
  static std::string name() { return PythonType<T>::name() + " | None"; }
};
template <class First, class... Rest>
struct PythonType<std::variant<First, Rest...>> {
  static std::string name() {
    return (PythonType<First>::name() + ... + (" | " + PythonType<Rest>::name()));
  }
};
template <class T>
struct PythonType<std::vector<T>> {
  static std::string name() { return "list[" + PythonType<T>::name() + "]"; }
};
template <class T, std::size_t N>
struct PythonType<std::array<T, N>> {
  static std::string name() {
    std::string list;
    for (std::size_t i = 0; i < N; ++i) {
      if (i > 0) list += ", ";
      list += PythonType<T>::name();
    }
    return "tuple[" + list + "]";
  }
};

template <class T>
T parse_option(nb::handle value, const std::string& what) {
  const nb::object plain =
      PyArray_IsScalar(value.ptr(), Generic) ? value.attr("item")() : nb::borrow(value);
  T result{};
  if (!nb::try_cast<T>(plain, result)) {
    const std::string got = nb::repr(value).c_str();
    throw nb::type_error((what + " must be " + PythonType<T>::name() + ", got " + got).c_str());
  }
  return result;
}

}  // namespace detail

// A Config that has an option `preset` says what the other defaults are under one, by
// `Config under(std::string_view preset) const`.
template <class T>
T with_preset(const T& defaults, nb::dict values, const std::string& what) {
  if constexpr (requires { defaults.under(std::string_view()); }) {
    if (values.contains("preset")) {
      return defaults.under(
          detail::parse_option<std::string>(values["preset"], what + " 'preset'"));
    }
  }
  return defaults;
}

// Sets the members that `values` names; `what` begins error messages.
template <class T>
void parse_options(T& target, nb::dict values, const std::string& what) {
  for_each_option<T>([&](const auto& option) {
    const nb::str name(option.name.data(), option.name.size());
    if (!values.contains(name)) return;
    using Member = std::remove_cvref_t<decltype(target.*option.member)>;
    target.*option.member =
        detail::parse_option<Member>(values[name], what + " '" + name.c_str() + "'");
  });
  if constexpr (requires { target.validate(); }) target.validate();
}

template <class T>
std::vector<OptionInfo> describe_options(const T& defaults) {
  std::vector<OptionInfo> infos;
  for_each_option<T>([&](const auto& option) {
    using Member = std::remove_cvref_t<decltype(defaults.*option.member)>;
    infos.push_back({std::string(option.name), detail::PythonType<Member>::name(),
                     nb::cast(defaults.*option.member), std::string(option.doc)});
  });
  return infos;
}

template <class T>
nb::dict dump_options(const T& values) {
  nb::dict dict;
  for_each_option<T>([&](const auto& option) {
    dict[nb::str(option.name.data(), option.name.size())] = nb::cast(values.*option.member);
  });
  return dict;
}

}  // namespace pp

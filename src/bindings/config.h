// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads and writes the options of a Config or ResetOptions struct as Python values.
#pragma once

#include <nanobind/stl/array.h>
#include <nanobind/stl/variant.h>
#include <parallel_pool/bindings/env_type.h>
#include <parallel_pool/core/author/option.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

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

// How Python sees the options of one C++ type.
struct OptionType {
  std::string (*name)();
  nb::object (*to_python)(const void* member);
  bool (*from_python)(nb::handle value, void* member);  // false: it is not of this type
};
template <class T>
inline constexpr OptionType kOptionType{
    .name = PythonType<T>::name,
    .to_python = [](const void* member) -> nb::object {
      return nb::cast(*static_cast<const T*>(member));
    },
    .from_python = [](nb::handle value,
                      void* member) { return nb::try_cast(value, *static_cast<T*>(member)); },
};

}  // namespace detail

// An option together with the member that holds its value. The struct's type is erased, so that
// what Python does with options is compiled once and not for each environment.
struct BoundOption {
  std::string_view name, doc;
  const detail::OptionType* type;
  void* member;
};
using BoundOptions = std::vector<BoundOption>;

// Appends one; out of line, because it is called for each option of each environment.
void add_option(BoundOptions& options, const OptionText& text, const detail::OptionType& type,
                void* member);

// The options of a Config or ResetOptions, which must outlive them.
template <class T>
[[gnu::cold]] BoundOptions bound_options(T& target) {
  BoundOptions bound;
  for_each_option<T>([&](const auto& option) {
    auto& member = target.*option.member;
    add_option(bound, option.text, detail::kOptionType<std::remove_cvref_t<decltype(member)>>,
               &member);
  });
  return bound;
}

// Sets the members that `values` names; `what` begins error messages.
void set_options(const BoundOptions& options, const nb::dict& values, const std::string& what);
std::vector<OptionInfo> describe_options(const BoundOptions& defaults);
nb::dict dump_options(const BoundOptions& options);

// The values that `given` names, and `defaults` elsewhere. A Config that has an option `preset` says
// what the other defaults are under one, by `Config under(std::string_view preset) const`.
template <class T>
[[gnu::cold]] T parse_options(const T& defaults, const nb::dict& given, const std::string& what) {
  T parsed = defaults;
  if constexpr (requires { defaults.under(std::string_view()); }) {
    if (given.contains("preset")) {
      nb::dict preset;
      preset["preset"] = given["preset"];
      set_options(bound_options(parsed), preset, what);
      parsed = defaults.under(parsed.preset);
    }
  }
  set_options(bound_options(parsed), given, what);
  if constexpr (requires { parsed.validate(); }) parsed.validate();
  return parsed;
}

}  // namespace pp

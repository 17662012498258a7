// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Options of any Config, read from Python values and shown as such.
#include <parallel_pool/bindings/config.h>
#include <parallel_pool/bindings/numpy_api.h>

#include <algorithm>
#include <string>

namespace pp {
namespace {

nb::str name_of(const BoundOption& option) {
  return nb::str(option.name.data(), option.name.size());
}

// Whether a value is a bool, which Python also counts as an int, or a list with one.
bool holds_bool(nb::handle value) {
  if (PyBool_Check(value.ptr())) return true;
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr())) return false;
  return std::ranges::any_of(value, [](nb::handle item) { return holds_bool(item); });
}

}  // namespace

void add_option(BoundOptions& options, const OptionText& text, const detail::OptionType& type,
                void* member) {
  options.push_back({text.name, text.doc, &type, member});
}

void set_options(const BoundOptions& options, const nb::dict& values, const std::string& what) {
  for (const BoundOption& option : options) {
    const nb::str name = name_of(option);
    if (!values.contains(name)) continue;
    const nb::object value = values[name];
    const nb::object plain = PyArray_IsScalar(value.ptr(), Generic) ? value.attr("item")() : value;
    const bool is_wrong_kind =
        holds_bool(plain) && option.type->name().find("bool") == std::string::npos;
    if (is_wrong_kind || !option.type->from_python(plain, option.member)) {
      const bool several =
          PyList_Check(value.ptr()) || PyTuple_Check(value.ptr()) || PyArray_Check(value.ptr());
      throw nb::type_error(
          (what + " '" + name.c_str() + "' must be " + option.type->name() + ", got " +
           nb::repr(value).c_str() +
           (several ? "; PerEnv([...]) gives each environment a value of its own" : ""))
              .c_str());
    }
  }
}

std::vector<OptionInfo> describe_options(const BoundOptions& defaults) {
  std::vector<OptionInfo> infos;
  for (const BoundOption& option : defaults) {
    infos.push_back({std::string(option.name), option.type->name(),
                     option.type->to_python(option.member), std::string(option.doc)});
  }
  return infos;
}

nb::dict dump_options(const BoundOptions& options) {
  nb::dict dict;
  for (const BoundOption& option : options) {
    dict[name_of(option)] = option.type->to_python(option.member);
  }
  return dict;
}

}  // namespace pp

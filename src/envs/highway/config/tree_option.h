// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Trees as options: Python gives and gets dicts.
#pragma once

#include <parallel_pool/bind.h>

#include <cstdint>
#include <string>
#include <utility>

#include "tree.h"

namespace pp::highway {

// A Python value as a tree, whose NumPy numbers and arrays become plain ones. Throws nb::type_error
// for what is none.
inline Tree tree_of(nb::handle value) {
  if (value.is_none()) return {};
  if (nb::hasattr(value, "tolist")) return tree_of(value.attr("tolist")());
  if (PyBool_Check(value.ptr())) return nb::cast<bool>(value);
  if (PyLong_Check(value.ptr())) return nb::cast<std::int64_t>(value);
  if (PyFloat_Check(value.ptr())) return nb::cast<double>(value);
  if (PyUnicode_Check(value.ptr())) return nb::cast<std::string>(value);
  if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
    Tree::List items;
    for (const nb::handle item : value) items.push_back(tree_of(item));
    return items;
  }
  if (nb::hasattr(value, "items")) {
    Tree entries{Tree::Dict{}};
    for (const nb::handle item : value.attr("items")()) {
      if (!PyUnicode_Check(item[0].ptr())) throw nb::type_error("keys of the config must be str");
      entries.set(nb::cast<std::string>(item[0]), tree_of(item[1]));
    }
    return entries;
  }
  const std::string message = "a config holds dicts, lists, numbers, strings and None, got ";
  throw nb::type_error((message + nb::repr(value).c_str()).c_str());
}

inline nb::object python_of(const Tree& tree) {
  if (tree.boolean()) return nb::bool_(*tree.boolean());
  if (tree.integer()) return nb::int_(*tree.integer());
  if (tree.real()) return nb::float_(*tree.real());
  if (tree.text()) return nb::str(tree.text()->c_str());
  if (tree.list()) {
    nb::list items;
    for (const Tree& item : *tree.list()) items.append(python_of(item));
    return items;
  }
  if (tree.dict()) {
    nb::dict entries;
    for (const Tree::Entry& entry : *tree.dict()) {
      entries[entry.key.c_str()] = python_of(entry.value);
    }
    return entries;
  }
  return nb::none();
}

}  // namespace pp::highway

namespace pp::detail {

template <>
struct PythonType<highway::Tree> {
  static std::string name() { return "dict"; }
};
// What is given is merged into what the member has, as the reference merges configurations.
template <>
inline constexpr OptionType kOptionType<highway::Tree>{
    .name = PythonType<highway::Tree>::name,
    .to_python = [](const void* member) -> nb::object {
      return highway::python_of(*static_cast<const highway::Tree*>(member));
    },
    .from_python =
        [](nb::handle value, void* member) {
          if (!PyDict_Check(value.ptr())) return value.is_none();  // None changes nothing
          static_cast<highway::Tree*>(member)->update(highway::tree_of(value));
          return true;
        },
};

}  // namespace pp::detail

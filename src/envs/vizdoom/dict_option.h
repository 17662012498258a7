// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Options that are dicts in Python.
#pragma once

#include <nanobind/stl/map.h>
#include <parallel_pool/bind.h>

#include <map>
#include <string>

namespace pp::detail {

template <class Key, class Value>
struct PythonType<std::map<Key, Value>> {
  static std::string name() {
    return "dict[" + PythonType<Key>::name() + ", " + PythonType<Value>::name() + "]";
  }
};

}  // namespace pp::detail

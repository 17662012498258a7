// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The nesting of a space's leaves, as Python sees it: tuples and dicts around arrays.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/core/author/space.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pp {

class PyTree {
 public:
  explicit PyTree(const SpaceNode& root) {
    std::size_t leaves = 0;
    *this = PyTree(root, "", leaves);
  }

  bool is_leaf() const { return kind_ != SpaceKind::kTuple && kind_ != SpaceKind::kDict; }
  SpaceKind kind() const { return kind_; }
  std::size_t leaf() const { return leaf_; }
  const std::vector<PyTree>& children() const { return children_; }
  const nb::str& name() const { return name_; }            // the key in a parent Dict
  const nb::str& mask_name() const { return mask_name_; }  // the key with a leading underscore
  const std::string& place() const { return place_; }      // as Python would address it: "['a'][0]"

  // A value of this structure, with make(node) for each leaf.
  template <class Make>
  nb::object build(Make&& make) const {
    if (kind_ == SpaceKind::kTuple) {
      nb::object tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(children_.size())));
      for (std::size_t i = 0; i < children_.size(); ++i) {
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i),
                         children_[i].build(make).release().ptr());
      }
      return tuple;
    }
    if (kind_ == SpaceKind::kDict) {
      nb::dict dict;
      for (const PyTree& child : children_) dict[child.name_] = child.build(make);
      return dict;
    }
    return make(*this);
  }

  // Calls take(leaf, value) for each leaf of a value that a user gave; throws TypeError or
  // ValueError if the value does not have this structure. `what` then names the value. Text is
  // built only for an error.
  template <class Take>
  void flatten(nb::handle value, Take&& take, const char* what) const {
    if (kind_ == SpaceKind::kTuple) {
      flatten_tuple(value, take, what);
    } else if (kind_ == SpaceKind::kDict) {
      flatten_dict(value, take, what);
    } else {
      take(*this, value);
    }
  }

 private:
  PyTree(const SpaceNode& node, std::string place, std::size_t& leaves)
      : kind_(node.kind),
        name_(intern(node.name)),
        mask_name_(intern("_" + node.name)),
        place_(std::move(place)),
        leaf_(leaves) {
    if (node.is_leaf()) ++leaves;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const SpaceNode& child = node.children[i];
      const std::string key =
          kind_ == SpaceKind::kDict ? "'" + child.name + "'" : std::to_string(i);
      children_.push_back(PyTree(child, place_ + "[" + key + "]", leaves));
    }
  }

  template <class Take>
  void flatten_tuple(nb::handle value, Take& take, const char* what) const {
    if (!nb::isinstance<nb::tuple>(value) && !nb::isinstance<nb::list>(value)) {
      wrong_type(value, what + place_, "a tuple of " + std::to_string(children_.size()));
    }
    // A copy, because taking an item may run Python code that changes the list.
    const nb::object items = checked(PySequence_Tuple(value.ptr()));
    const Py_ssize_t size = PyTuple_GET_SIZE(items.ptr());
    if (static_cast<std::size_t>(size) != children_.size()) {
      throw nb::value_error((what + place_ + " has " + std::to_string(size) +
                             " entries, expected " + std::to_string(children_.size()))
                                .c_str());
    }
    for (std::size_t i = 0; i < children_.size(); ++i) {
      children_[i].flatten(PyTuple_GET_ITEM(items.ptr(), static_cast<Py_ssize_t>(i)), take, what);
    }
  }

  template <class Take>
  void flatten_dict(nb::handle value, Take& take, const char* what) const {
    if (!nb::isinstance<nb::dict>(value)) wrong_type(value, what + place_, "a dict");
    const auto dict = nb::borrow<nb::dict>(value);
    for (const PyTree& child : children_) {
      if (!dict.contains(child.name_))
        throw nb::value_error((what + child.place_ + " is missing").c_str());
      const nb::object item = dict[child.name_];
      child.flatten(item, take, what);
    }
    if (dict.size() > children_.size()) unknown_key(dict, what + place_);
  }

  static nb::str intern(const std::string& text) {
    PyObject* string = PyUnicode_InternFromString(text.c_str());
    if (string == nullptr) throw nb::python_error();
    return nb::steal<nb::str>(string);
  }

  [[noreturn]] static void wrong_type(nb::handle value, const std::string& path,
                                      const std::string& expected) {
    throw nb::type_error(
        (path + " must be " + expected + ", got " + nb::type_name(value.type()).c_str()).c_str());
  }

  [[noreturn]] void unknown_key(const nb::dict& dict, const std::string& path) const {
    std::string unknown, known;
    for (const auto& [key, value] : dict) {
      const auto is_key = [&](const PyTree& child) { return child.name_.equal(key); };
      if (std::ranges::none_of(children_, is_key)) unknown = std::string(nb::repr(key).c_str());
    }
    for (const PyTree& child : children_) {
      if (!known.empty()) known += ", ";
      known += child.name_.c_str();
    }
    throw nb::value_error((path + " has the key " + unknown + ", expected " + known).c_str());
  }

  SpaceKind kind_;
  nb::str name_, mask_name_;
  std::string place_;
  std::size_t leaf_;
  std::vector<PyTree> children_;
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// See structure.h.
#include "structure.h"

#include <nanobind/stl/string.h>
#include <parallel_pool/bindings/numpy_api.h>

#include "buffers.h"

namespace pp {
namespace {

// Borrowed; null if it is missing. A pool's batches are plain tuples and dicts.
nb::handle item(nb::handle tuple, std::size_t index) {
  if (!tuple.is_valid() || tuple.is_none()) return {};
  if (!PyTuple_Check(tuple.ptr())) type_error("a part of the batch is not a tuple");
  PyObject* const found = PyTuple_GetItem(tuple.ptr(), static_cast<Py_ssize_t>(index));
  if (found == nullptr) throw nb::python_error();
  return found;
}

nb::handle item(nb::handle dict, nb::handle key) {
  if (!dict.is_valid() || dict.is_none()) return {};
  if (!PyDict_Check(dict.ptr())) type_error("a part of the batch is not a dict");
  PyObject* const found = PyDict_GetItemWithError(dict.ptr(), key.ptr());
  if (found == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
  return found;
}

}  // namespace

Structure::Structure(nb::handle description) {
  if (nb::isinstance<nb::str>(description)) {
    kind_ = Kind::kArray;
    name_ = nb::cast<std::string>(description);
  } else if (nb::isinstance<nb::tuple>(description)) {
    kind_ = Kind::kTuple;
    for (const nb::handle part : description) parts_.emplace_back(part);
  } else if (nb::isinstance<nb::dict>(description)) {
    kind_ = Kind::kDict;
    for (const auto [key, part] : nb::borrow<nb::dict>(description)) {
      keys_.push_back(nb::borrow(key));
      parts_.emplace_back(part);
    }
  } else if (nb::hasattr(description, "dtype")) {
    kind_ = Kind::kAction;
    name_ = nb::cast<std::string>(description.attr("name"));
    dtype_ = nb::cast<int>(description.attr("dtype").attr("num"));
  } else {
    kind_ = Kind::kConverted;
    name_ = nb::cast<std::string>(description.attr("name"));
    convert_ = description.attr("convert");
    count_ = nb::cast<std::int64_t>(description.attr("count"));
  }
}

nb::object Structure::pack(const xla::Values& from, std::int64_t& next) const {
  if (kind_ == Kind::kTuple) {
    nb::object tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(parts_.size())));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i),
                       parts_[i].pack(from, next).release().ptr());
    }
    return tuple;
  }
  if (kind_ == Kind::kDict) {
    nb::dict dict;
    for (std::size_t i = 0; i < parts_.size(); ++i) dict[keys_[i]] = parts_[i].pack(from, next);
    return dict;
  }
  return to_array(next_buffer(from, next), dtype_, kept_);
}

void Structure::unpack(nb::handle value, const xla::Values& to, std::int64_t& next) const {
  const bool is_missing = !value.is_valid() || value.is_none();
  switch (kind_) {
    case Kind::kAction:
    case Kind::kArray: {
      const xla::Buffer& result = next_buffer(to, next);
      is_missing ? write_zeros(result) : write(value, result, name_);
      return;
    }
    case Kind::kConverted: {
      const nb::object arrays = is_missing ? nb::object() : convert_(value);
      for (std::int64_t i = 0; i < count_; ++i) {
        const xla::Buffer& result = next_buffer(to, next);
        is_missing ? write_zeros(result) : write(arrays[i], result, name_);
      }
      return;
    }
    case Kind::kTuple:
      for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].unpack(item(value, i), to, next);
      return;
    case Kind::kDict:
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        parts_[i].unpack(item(value, keys_[i]), to, next);
      }
      return;
  }
}

}  // namespace pp

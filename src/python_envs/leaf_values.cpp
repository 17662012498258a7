// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Converts the leaves of spaces, by the kind of space.
#include "leaf_values.h"

#include <numpy/arrayscalars.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "space_parsing.h"

namespace pp {
namespace {

// numpy.asarray(value, dtype), in C order.
nb::object as_array_of(nb::handle value, int type) {
  return checked(PyArray_FromAny(value.ptr(), PyArray_DescrFromType(type), 0, 0,
                                 NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST, nullptr));
}

// As PyArray_Scalar, in less time; most actions are of this type.
nb::object int64_scalar(const std::byte* data) {
  nb::object scalar = checked(PyInt64ArrType_Type.tp_alloc(&PyInt64ArrType_Type, 0));
  std::memcpy(&PyArrayScalar_VAL(scalar.ptr(), Int64), data, sizeof(std::int64_t));
  return scalar;
}

std::string text_of_shape(const npy_intp* extents, std::size_t axes) {
  std::string text = "(";
  for (std::size_t i = 0; i < axes; ++i) {
    text += std::to_string(extents[i]) + (i + 1 < axes ? ", " : "");
  }
  return text + (axes == 1 ? ",)" : ")");
}

// An array of the right size. One element fits into one, however it is wrapped.
void check_shape(const Field& field, PyArrayObject* array, std::size_t count) {
  const std::vector<std::size_t>& own = field.leaf.shape;
  const std::size_t players = field.leaf.per_player ? 1 : 0;
  const auto axes = static_cast<std::size_t>(PyArray_NDIM(array));
  const npy_intp* const extents = PyArray_DIMS(array);
  if (PyArray_SIZE(array) == 1) return;
  if (axes == players + own.size() &&
      (players == 0 || extents[0] == static_cast<npy_intp>(count)) &&
      std::equal(own.begin(), own.end(), extents + players,
                 [](std::size_t a, npy_intp b) { return static_cast<npy_intp>(a) == b; })) {
    return;
  }
  std::vector<npy_intp> expected(own.begin(), own.end());
  if (players > 0) expected.insert(expected.begin(), static_cast<npy_intp>(count));
  throw nb::value_error(("an observation has shape " + text_of_shape(extents, axes) +
                         ", but its space has shape " +
                         text_of_shape(expected.data(), expected.size()))
                            .c_str());
}

}  // namespace

void ObservationWriter::write_leaf(const Field& field, nb::handle value, std::byte* to,
                                   std::size_t count) const {
  const std::size_t wanted = field.row_bytes * count;
  const int type = numpy_type(field.leaf.dtype);
  nb::object converted;
  PyArrayObject* array = as_array(value);
  const bool fits =
      PyArray_CheckExact(value.ptr()) && PyArray_TYPE(array) == type && PyArray_ISCARRAY_RO(array);
  if (!fits) {
    if (type == NPY_INT64 && PyLong_CheckExact(value.ptr()) && wanted == 8) {
      const std::int64_t number = PyLong_AsLongLong(value.ptr());
      if (number == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
      std::memcpy(to, &number, sizeof number);
      return;
    }
    converted = as_array_of(value, type);
    array = as_array(converted);
  }
  const auto bytes = static_cast<std::size_t>(PyArray_NBYTES(array));
  if (bytes == wanted) {
    check_shape(field, array, count);
    std::memcpy(to, PyArray_DATA(array), bytes);
    return;
  }
  const auto item = static_cast<std::size_t>(PyArray_ITEMSIZE(array));
  if (bytes != item) {
    throw nb::value_error(("an observation has " + std::to_string(bytes / item) +
                           " elements, but its space has " + std::to_string(wanted / item))
                              .c_str());
  }
  // As numpy.copyto, which spreads a single element.
  for (std::size_t at = 0; at < wanted; at += item) {
    std::memcpy(to + at, PyArray_DATA(array), item);
  }
}

ActionMaker::ActionMaker(const SpaceNode& root, const Fields& fields,
                         std::vector<const std::byte*> columns, std::size_t max_players)
    : tree_(root), fields_(fields), columns_(std::move(columns)), max_players_(max_players) {
  for (const Field& field : fields) {
    dtypes_.push_back(
        checked(reinterpret_cast<PyObject*>(PyArray_DescrFromType(numpy_type(field.leaf.dtype)))));
  }
}

nb::object ActionMaker::make(std::size_t env, PyObject* objects, std::size_t players) const {
  Py_ssize_t next = 0;
  return tree_.build([&](const PyTree& leaf) -> nb::object {
    const Field& field = fields_[leaf.leaf()];
    const bool alone = !field.leaf.per_player;
    const std::size_t slots = alone ? 1 : max_players_;
    if (is_object(field.leaf)) {
      return nb::borrow(objects != nullptr ? PyList_GET_ITEM(objects, next++) : Py_None);
    }
    const std::byte* const data = columns_[leaf.leaf()] + env * slots * field.row_bytes;
    auto* const dtype = reinterpret_cast<PyArray_Descr*>(dtypes_[leaf.leaf()].ptr());
    if (alone && field.leaf.shape.empty()) {
      if (field.leaf.dtype == DType::kInt64) return int64_scalar(data);
      return checked(PyArray_Scalar(const_cast<std::byte*>(data), dtype, nullptr));
    }
    npy_intp shape[NPY_MAXDIMS];
    int axes = 0;
    if (!alone) shape[axes++] = static_cast<npy_intp>(players);
    for (const std::size_t extent : field.leaf.shape) shape[axes++] = static_cast<npy_intp>(extent);
    nb::object array = checked(PyArray_SimpleNew(axes, shape, numpy_type(field.leaf.dtype)));
    std::memcpy(PyArray_DATA(as_array(array)), data, field.row_bytes * (alone ? 1 : players));
    return array;
  });
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks and conversions of actions.
#include <parallel_pool/bindings/actions.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace pp {
namespace {

constexpr const char* kWhat = "actions";
constexpr std::size_t kMostShown = 200;  // characters of a refused value

std::string shape_text(std::span<const npy_intp> dims) {
  std::string text = "(";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(dims[i]);
  }
  return text + (dims.size() == 1 ? ",)" : ")");
}

std::string dtype_text(PyArrayObject* array) {
  return nb::str(nb::handle(reinterpret_cast<PyObject*>(PyArray_DESCR(array)))).c_str();
}

// Converts a caller's actions to an array. NumPy's own refusal of unequal rows, which is known by its
// wording, speaks of sequences.
nb::object actions_array(nb::handle value, const PyTree& leaf) {
  try {
    return to_array(value);
  } catch (nb::python_error& error) {
    if (std::string_view(error.what()).find("inhomogeneous") == std::string_view::npos) throw;
  }
  const nb::object text = checked(PyObject_ASCII(value.ptr()));  // so that it can be cut anywhere
  std::string shown = nb::str(text).c_str();
  if (shown.size() > kMostShown) shown = shown.substr(0, kMostShown) + "...";
  value_error(kWhat + leaf.place() + " must have the same shape in each row, got " + shown);
}

// Casts float64 to float32. Values that are too large become infinite and are refused as such,
// without the warning of NumPy's own cast.
nb::object narrow(nb::handle array) {
  const nb::object wide = cast_array(array, NPY_FLOAT64);
  nb::object narrow = checked(PyArray_NewLikeArray(
      as_array(wide), NPY_CORDER, PyArray_DescrFromType(NPY_FLOAT32), /*subok=*/0));
  const auto* from = static_cast<const double*>(PyArray_DATA(as_array(wide)));
  auto* const to = static_cast<float*>(PyArray_DATA(as_array(narrow)));
  std::transform(from, from + PyArray_SIZE(as_array(wide)), to,
                 [](double value) { return static_cast<float>(value); });
  return narrow;
}

template <class T>
bool is_bad(T value, const SpaceNode& leaf, std::size_t element) {
  if constexpr (std::is_floating_point_v<T>) {
    return !std::isfinite(value);
  } else if constexpr (std::is_same_v<T, Half>) {
    return !value.is_finite();
  } else {
    switch (leaf.kind) {
      case SpaceKind::kDiscrete:
        return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(leaf.start) >=
               static_cast<std::uint64_t>(leaf.nvec[0]);
      case SpaceKind::kMultiDiscrete:
        return static_cast<std::uint64_t>(value) >= static_cast<std::uint64_t>(leaf.nvec[element]);
      case SpaceKind::kMultiBinary:
        return value != T{0} && value != T{1};
      default:
        return false;
    }
  }
}

// Without early exits, so that compilers can use vector instructions for the common leaves.
template <class T>
bool any_bad(const T* values, std::size_t rows, const SpaceNode& leaf) {
  const std::size_t elements = leaf.elements();
  bool bad = false;
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T kLargest = std::numeric_limits<T>::max();
    for (std::size_t i = 0; i < rows * elements; ++i) bad |= !(std::abs(values[i]) <= kLargest);
  } else if constexpr (std::is_same_v<T, Half>) {
    for (std::size_t i = 0; i < rows * elements; ++i) bad |= !values[i].is_finite();
  } else if (leaf.kind == SpaceKind::kDiscrete) {
    const auto start = static_cast<std::uint64_t>(leaf.start);
    const auto n = static_cast<std::uint64_t>(leaf.nvec[0]);
    for (std::size_t i = 0; i < rows; ++i)
      bad |= static_cast<std::uint64_t>(values[i]) - start >= n;
  } else if (leaf.kind != SpaceKind::kBox) {
    for (std::size_t i = 0; i < rows * elements; ++i) bad |= is_bad(values[i], leaf, i % elements);
  }
  return bad;
}

// Whether two integer arrays hold the same numbers; NumPy compares int64 with uint64 exactly.
bool same_integers(nb::handle a, nb::handle b) {
  return nb::cast<bool>(nb::module_::import_("numpy").attr("array_equal")(a, b));
}

// Whether an array has a dtype, its last axes are what a leaf asks for, and there are `before` more.
bool holds(PyArrayObject* array, int type, const SpaceNode& leaf, int before) {
  if (PyArray_TYPE(array) != type || !PyArray_ISCARRAY_RO(array)) return false;
  if (PyArray_NDIM(array) != static_cast<int>(leaf.shape.size()) + before) return false;
  for (std::size_t i = 0; i < leaf.shape.size(); ++i) {
    if (PyArray_DIM(array, static_cast<int>(i) + before) != static_cast<npy_intp>(leaf.shape[i]))
      return false;
  }
  return true;
}

bool is_fit(nb::handle value, int type, const Field& field, std::size_t rows) {
  if (!PyArray_CheckExact(value.ptr())) return false;
  PyArrayObject* array = as_array(value);
  return holds(array, type, field.leaf, 1) && PyArray_DIM(array, 0) == static_cast<npy_intp>(rows);
}

bool is_exact_fit(nb::handle value, const Field& field, std::size_t rows) {
  return is_fit(value, numpy_type(field.leaf.dtype), field, rows);
}

// The integers that JAX and PyTorch mostly have, as those that NumPy and the spaces mostly have.
// NumPy's own cast costs more than a step of a cheap environment.
bool is_narrow_fit(nb::handle value, const Field& field, std::size_t rows) {
  return field.leaf.dtype == DType::kInt64 && is_fit(value, NPY_INT32, field, rows);
}

// The caller's array, which no other Python code can change while this thread holds the GIL. Without
// a GIL another thread can, so a copy is checked and used instead.
nb::object unchanging(nb::handle array) {
#ifdef Py_GIL_DISABLED
  return checked(PyArray_NewCopy(as_array(array), NPY_CORDER));
#else
  return nb::borrow(array);
#endif
}

nb::object widen(PyArrayObject* array) {
  nb::object wide = checked(PyArray_SimpleNew(PyArray_NDIM(array), PyArray_DIMS(array), NPY_INT64));
  const auto* from = static_cast<const std::int32_t*>(PyArray_DATA(array));
  std::copy_n(from, PyArray_SIZE(array), static_cast<std::int64_t*>(PyArray_DATA(as_array(wide))));
  return wide;
}

}  // namespace

Actions::Actions(const Fields& fields, const SpaceNode& root)
    : fields_(fields),
      tree_(root),
      arrays_(fields.size()),
      columns_(fields.size()),
      rows_(fields.size()),
      numbers_(fields.size()) {
  const auto collect = [&](const PyTree& node, const auto& self) -> void {
    if (node.is_leaf()) leaves_.push_back(&node);
    for (const PyTree& child : node.children()) self(child, self);
  };
  collect(tree_, collect);
}

void Actions::parse(nb::handle value, std::size_t envs, std::size_t players) {
  const auto take = [&](const PyTree& leaf, nb::handle given) {
    const std::size_t i = leaf.leaf();
    const Field& field = fields_[i];
    rows_[i] = field.leaf.per_player ? players : envs;
    if (is_exact_fit(given, field, rows_[i])) {
      arrays_[i] = unchanging(given);
    } else if (is_narrow_fit(given, field, rows_[i])) {
      arrays_[i] = widen(as_array(given));
    } else {
      arrays_[i] = fit(given, field, rows_[i], leaf);
    }
    columns_[i] = static_cast<const std::byte*>(PyArray_DATA(as_array(arrays_[i])));
  };
  tree_.flatten(value, take, kWhat);
}

void Actions::parse_single(nb::handle value) {
  const auto take = [&](const PyTree& leaf, nb::handle given) {
    const std::size_t i = leaf.leaf();
    rows_[i] = 1;
    if (take_single(given, leaf)) return;
    const nb::object row = to_array(given)[nb::none()];
    arrays_[i] = is_exact_fit(row, fields_[i], 1) ? unchanging(row) : fit(row, fields_[i], 1, leaf);
    columns_[i] = static_cast<const std::byte*>(PyArray_DATA(as_array(arrays_[i])));
  };
  tree_.flatten(value, take, kWhat);
}

// What single environments mostly get: an integer, Python's or NumPy's, or an array that fits.
bool Actions::take_single(nb::handle value, const PyTree& leaf) {
  const std::size_t i = leaf.leaf();
  const auto& field = fields_[i].leaf;
  if (PyArray_CheckExact(value.ptr())) {
    if (!holds(as_array(value), numpy_type(field.dtype), field, 0)) return false;
    arrays_[i] = unchanging(value);
    columns_[i] = static_cast<const std::byte*>(PyArray_DATA(as_array(arrays_[i])));
    return true;
  }
  const bool integer = PyLong_CheckExact(value.ptr()) || PyArray_IsScalar(value.ptr(), Integer);
  if (!integer || field.dtype != DType::kInt64 || !field.shape.empty()) return false;
  const nb::object number = checked(PyNumber_Index(value.ptr()));
  int overflow = 0;
  numbers_[i] = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  columns_[i] = reinterpret_cast<const std::byte*>(&numbers_[i]);
  return overflow == 0;
}

// Converts an array that does not have the space's dtype, if that loses no meaning.
nb::object Actions::fit(nb::handle value, const Field& field, std::size_t rows,
                        const PyTree& leaf) const {
  const nb::object array = actions_array(value, leaf);
  PyArrayObject* given = as_array(array);
  const int type = PyArray_TYPE(given);
  const int wanted = numpy_type(field.leaf.dtype);
  const bool floats = is_floating(field.leaf.dtype);
  const bool acceptable = PyTypeNum_ISINTEGER(type) || (floats && PyTypeNum_ISFLOAT(type)) ||
                          (wanted == NPY_BOOL && type == NPY_BOOL);
  std::vector<npy_intp> shape{static_cast<npy_intp>(rows)};
  for (const std::size_t extent : field.leaf.shape) shape.push_back(static_cast<npy_intp>(extent));
  const std::span<const npy_intp> got(PyArray_DIMS(given),
                                      static_cast<std::size_t>(PyArray_NDIM(given)));
  const bool has_shape = std::ranges::equal(got, shape);
  // What is wrong with an empty list, which NumPy makes float64, is its shape.
  if (!acceptable && (has_shape || PyArray_SIZE(given) > 0)) {
    type_error(kWhat + leaf.place() + " must hold " + (floats ? "real numbers" : "integers") +
               " (" + numpy_name(field.leaf.dtype) + "), got " +
               (type == NPY_OBJECT && !PyArray_Check(value.ptr())
                    ? nb::type_name(value.type()).c_str()
                    : dtype_text(given)));
  }
  if (!has_shape) {
    value_error(kWhat + leaf.place() + " must have shape " + shape_text(shape) +
                ", one row for each of " + std::to_string(rows) +
                (field.leaf.per_player ? " players" : " environments") + ", got " +
                shape_text(got));
  }
  const bool narrows = type == NPY_FLOAT64 && wanted == NPY_FLOAT32;
  nb::object converted = narrows ? narrow(array) : cast_array(array, wanted);
  if (!floats && !PyArray_CanCastSafely(type, wanted) && !same_integers(array, converted)) {
    value_error(kWhat + leaf.place() + " must fit into " + numpy_name(field.leaf.dtype) +
                ", got integers from " + nb::str(array.attr("min")()).c_str() + " to " +
                nb::str(array.attr("max")()).c_str());
  }
  return unchanging(converted);
}

bool Actions::all_valid() const {
  bool bad = false;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    bad |= visit_values(fields_[i].leaf.dtype, columns_[i], [&](const auto* values) {
      return any_bad(values, rows_[i], fields_[i].leaf);
    });
  }
  return !bad;
}

bool Actions::row_has_bad_value(BadValue& bad) const {
  const SpaceNode& leaf = fields_[bad.leaf].leaf;
  const std::size_t elements = leaf.elements();
  return visit_values(leaf.dtype, columns_[bad.leaf], [&](const auto* values) {
    for (bad.element = 0; bad.element < elements; ++bad.element) {
      if (is_bad(values[bad.row * elements + bad.element], leaf, bad.element)) return true;
    }
    return false;
  });
}

std::string Actions::describe(const BadValue& bad) const {
  const SpaceNode& leaf = fields_[bad.leaf].leaf;
  const std::string value = visit_values(leaf.dtype, columns_[bad.leaf], [&](const auto* values) {
    const auto one = values[bad.row * leaf.elements() + bad.element];
    if constexpr (std::is_same_v<decltype(one), const Half>) {
      return std::to_string(one.value());
    } else {
      return std::to_string(one);
    }
  });
  const std::string at = leaf.elements() > 1 ? " at element " + std::to_string(bad.element) : "";
  const auto range = [](std::int64_t first, std::int64_t count) {
    return "must lie in " + std::to_string(first) + ".." + std::to_string(first + count - 1);
  };
  std::string rule = "must be finite";
  if (leaf.kind == SpaceKind::kDiscrete) rule = range(leaf.start, leaf.nvec[0]);
  if (leaf.kind == SpaceKind::kMultiDiscrete) rule = range(0, leaf.nvec[bad.element]);
  if (leaf.kind == SpaceKind::kMultiBinary) rule = range(0, 2);
  return "action" + leaves_[bad.leaf]->place() + " is " + value + at + ", but " + rule;
}

}  // namespace pp

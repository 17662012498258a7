// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks and conversions of user input.
#include "arguments.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace pp {
namespace {

constexpr const char* kWhat = "actions";

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

[[noreturn]] void type_error(const std::string& message) { throw nb::type_error(message.c_str()); }
[[noreturn]] void value_error(const std::string& message) {
  throw nb::value_error(message.c_str());
}

// numpy.asarray.
nb::object to_array(nb::handle value) {
  return checked(PyArray_FromAny(value.ptr(), nullptr, 0, 0, 0, nullptr));
}

// The array as native, aligned, C-contiguous memory of another dtype.
nb::object cast(nb::handle array, int type) {
  return checked(PyArray_FromArray(as_array(array), PyArray_DescrFromType(type),
                                   NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST));
}

// float64 as float32. What is too large for it becomes infinite and is refused as such, without the
// warning that NumPy's own cast adds.
nb::object narrow(nb::handle array) {
  const nb::object wide = cast(array, NPY_FLOAT64);
  nb::object narrow = checked(PyArray_NewLikeArray(
      as_array(wide), NPY_CORDER, PyArray_DescrFromType(NPY_FLOAT32), /*subok=*/0));
  const auto* from = static_cast<const double*>(PyArray_DATA(as_array(wide)));
  auto* const to = static_cast<float*>(PyArray_DATA(as_array(narrow)));
  std::transform(from, from + PyArray_SIZE(as_array(wide)), to,
                 [](double value) { return static_cast<float>(value); });
  return narrow;
}

// Calls visit(const T*) with the type that a dtype names.
template <class Visitor>
decltype(auto) visit_values(DType dtype, const std::byte* data, Visitor&& visit) {
  switch (dtype) {
    case DType::kBool:
      return visit(reinterpret_cast<const bool*>(data));
    case DType::kInt8:
      return visit(reinterpret_cast<const std::int8_t*>(data));
    case DType::kInt16:
      return visit(reinterpret_cast<const std::int16_t*>(data));
    case DType::kInt32:
      return visit(reinterpret_cast<const std::int32_t*>(data));
    case DType::kInt64:
      return visit(reinterpret_cast<const std::int64_t*>(data));
    case DType::kUInt8:
      return visit(reinterpret_cast<const std::uint8_t*>(data));
    case DType::kUInt16:
      return visit(reinterpret_cast<const std::uint16_t*>(data));
    case DType::kUInt32:
      return visit(reinterpret_cast<const std::uint32_t*>(data));
    case DType::kUInt64:
      return visit(reinterpret_cast<const std::uint64_t*>(data));
    case DType::kFloat32:
      return visit(reinterpret_cast<const float*>(data));
    default:
      return visit(reinterpret_cast<const double*>(data));
  }
}

template <class T>
bool is_bad(T value, const SpaceNode& leaf, std::size_t element) {
  if constexpr (std::is_floating_point_v<T>) {
    return !std::isfinite(value);
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

// Without early exits, so that compilers make it a few vector instructions for the common leaves.
template <class T>
bool any_bad(const T* values, std::size_t rows, const SpaceNode& leaf) {
  const std::size_t elements = leaf.elements();
  bool bad = false;
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T kLargest = std::numeric_limits<T>::max();
    for (std::size_t i = 0; i < rows * elements; ++i) bad |= !(std::abs(values[i]) <= kLargest);
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

bool is_exact_fit(nb::handle value, const Field& field, std::size_t rows) {
  if (!PyArray_CheckExact(value.ptr())) return false;
  PyArrayObject* array = as_array(value);
  if (PyArray_TYPE(array) != numpy_type(field.leaf.dtype) || !PyArray_ISCARRAY_RO(array))
    return false;
  const auto& shape = field.leaf.shape;
  if (PyArray_NDIM(array) != static_cast<int>(shape.size()) + 1) return false;
  if (PyArray_DIM(array, 0) != static_cast<npy_intp>(rows)) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (PyArray_DIM(array, static_cast<int>(i) + 1) != static_cast<npy_intp>(shape[i]))
      return false;
  }
  return true;
}

}  // namespace

void parse_env_ids(nb::handle value, std::vector<std::uint32_t>& out) {
  nb::object array = to_array(value);
  const int type = PyArray_TYPE(as_array(array));
  const auto size = static_cast<std::size_t>(PyArray_SIZE(as_array(array)));
  if (!PyTypeNum_ISINTEGER(type) && size > 0) {
    type_error("env_id must hold integers, got " + dtype_text(as_array(array)));
  }
  if (PyArray_NDIM(as_array(array)) != 1) {
    value_error("env_id must have one dimension, got shape " +
                shape_text({PyArray_DIMS(as_array(array)),
                            static_cast<std::size_t>(PyArray_NDIM(as_array(array)))}));
  }
  if (size == 0) value_error("env_id names no environment");
  out.resize(size);
  const auto copy = [&]<class Id>(const Id* ids) {
    for (std::size_t i = 0; i < size; ++i) {
      if (ids[i] < 0 || ids[i] > std::numeric_limits<std::int32_t>::max()) {
        throw nb::index_error(("env id " + std::to_string(ids[i]) + " is out of range").c_str());
      }
      out[i] = static_cast<std::uint32_t>(ids[i]);
    }
  };
  if (type == NPY_INT32 && PyArray_ISCARRAY_RO(as_array(array))) {
    copy(static_cast<const std::int32_t*>(PyArray_DATA(as_array(array))));  // as a batch has them
  } else {
    array = cast(array, NPY_INT64);
    copy(static_cast<const std::int64_t*>(PyArray_DATA(as_array(array))));
  }
}

SeedWords parse_seed(nb::handle value) {
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr())) {
    type_error(std::string("a seed must be a non-negative int or None, got ") +
               nb::type_name(value.type()).c_str());
  }
  const nb::object number = checked(PyNumber_Index(value.ptr()));
  if (number < nb::int_(0)) {
    value_error(std::string("a seed must be non-negative, got ") + nb::str(number).c_str());
  }
  const auto bits = nb::cast<std::size_t>(number.attr("bit_length")());
  SeedWords words(std::max<std::size_t>((bits + 31) / 32, 1));
  const auto bytes = nb::cast<nb::bytes>(number.attr("to_bytes")(words.size() * 4, "little"));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto* word = reinterpret_cast<const unsigned char*>(bytes.c_str()) + 4 * i;
    words[i] = static_cast<std::uint32_t>(word[0]) | static_cast<std::uint32_t>(word[1]) << 8 |
               static_cast<std::uint32_t>(word[2]) << 16 |
               static_cast<std::uint32_t>(word[3]) << 24;
  }
  return words;
}

nb::object seed_to_int(const SeedWords& words) {
  nb::object number = nb::int_(0);
  for (std::size_t i = words.size(); i-- > 0;)
    number = (number << nb::int_(32)) | nb::int_(words[i]);
  return number;
}

Actions::Actions(const Fields& fields, const SpaceNode& root)
    : fields_(fields),
      tree_(root),
      arrays_(fields.size()),
      columns_(fields.size()),
      rows_(fields.size()) {
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
    arrays_[i] = is_exact_fit(given, field, rows_[i]) ? nb::borrow(given)
                                                      : fit(given, field, rows_[i], leaf);
    columns_[i] = static_cast<const std::byte*>(PyArray_DATA(as_array(arrays_[i])));
  };
  tree_.flatten(value, take, kWhat);
}

// An array that is not what the space asks for, but can be turned into it without loss of meaning.
nb::object Actions::fit(nb::handle value, const Field& field, std::size_t rows,
                        const PyTree& leaf) const {
  const nb::object array = to_array(value);
  PyArrayObject* given = as_array(array);
  const int type = PyArray_TYPE(given);
  const int wanted = numpy_type(field.leaf.dtype);
  const bool floats = is_floating(field.leaf.dtype);
  const bool acceptable = PyTypeNum_ISINTEGER(type) || (floats && PyTypeNum_ISFLOAT(type)) ||
                          (wanted == NPY_BOOL && type == NPY_BOOL);
  if (!acceptable) {
    type_error(kWhat + leaf.place() + " must hold " + (floats ? "real numbers" : "integers") +
               " (" + numpy_name(field.leaf.dtype) + "), got " +
               (type == NPY_OBJECT ? nb::type_name(value.type()).c_str() : dtype_text(given)));
  }
  std::vector<npy_intp> shape{static_cast<npy_intp>(rows)};
  for (const std::size_t extent : field.leaf.shape) shape.push_back(static_cast<npy_intp>(extent));
  const std::span<const npy_intp> got(PyArray_DIMS(given),
                                      static_cast<std::size_t>(PyArray_NDIM(given)));
  if (!std::ranges::equal(got, shape)) {
    value_error(kWhat + leaf.place() + " must have shape " + shape_text(shape) +
                ", one row for each of " + std::to_string(rows) +
                (field.leaf.per_player ? " players" : " environments") + ", got " +
                shape_text(got));
  }
  const bool narrows = type == NPY_FLOAT64 && wanted == NPY_FLOAT32;
  nb::object converted = narrows ? narrow(array) : cast(array, wanted);
  if (!floats && type != wanted && !same_integers(array, converted)) {
    value_error(kWhat + leaf.place() + " holds integers that do not fit into " +
                numpy_name(field.leaf.dtype));
  }
  return converted;
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

bool Actions::row_is_bad(Bad& bad) const {
  const SpaceNode& leaf = fields_[bad.leaf].leaf;
  const std::size_t elements = leaf.elements();
  return visit_values(leaf.dtype, columns_[bad.leaf], [&](const auto* values) {
    for (bad.element = 0; bad.element < elements; ++bad.element) {
      if (is_bad(values[bad.row * elements + bad.element], leaf, bad.element)) return true;
    }
    return false;
  });
}

std::string Actions::describe(const Bad& bad) const {
  const SpaceNode& leaf = fields_[bad.leaf].leaf;
  const std::string value = visit_values(leaf.dtype, columns_[bad.leaf], [&](const auto* values) {
    return std::to_string(values[bad.row * leaf.elements() + bad.element]);
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

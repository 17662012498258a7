// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks and conversions of user input.
#include <parallel_pool/bindings/arguments.h>

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

// Casts float64 to float32. Values that are too large become infinite and are refused as such,
// without the warning of NumPy's own cast.
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

// Without early exits, so that compilers can use vector instructions for the common leaves.
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

// Whether the last axes of an array are what a leaf asks for, and there are `before` more.
bool holds(PyArrayObject* array, const SpaceNode& leaf, int before) {
  if (PyArray_TYPE(array) != numpy_type(leaf.dtype) || !PyArray_ISCARRAY_RO(array)) return false;
  if (PyArray_NDIM(array) != static_cast<int>(leaf.shape.size()) + before) return false;
  for (std::size_t i = 0; i < leaf.shape.size(); ++i) {
    if (PyArray_DIM(array, static_cast<int>(i) + before) != static_cast<npy_intp>(leaf.shape[i]))
      return false;
  }
  return true;
}

bool is_exact_fit(nb::handle value, const Field& field, std::size_t rows) {
  if (!PyArray_CheckExact(value.ptr())) return false;
  PyArrayObject* array = as_array(value);
  return holds(array, field.leaf, 1) && PyArray_DIM(array, 0) == static_cast<npy_intp>(rows);
}

// The int that a value stands for, by __index__; invalid if it is none, or a bool.
nb::object index_of(nb::handle value) {
  if (PyBool_Check(value.ptr()) || PyArray_IsScalar(value.ptr(), Bool)) return {};
  if (!PyIndex_Check(value.ptr())) return {};
  PyObject* const number = PyNumber_Index(value.ptr());
  if (number == nullptr) PyErr_Clear();
  return nb::steal(number);
}

std::string text_of(nb::handle value) { return nb::str(value).c_str(); }
std::string repr_of(nb::handle value) { return nb::repr(value).c_str(); }

[[noreturn]] void no_such_env(const std::string& id, std::uint32_t num_envs) {
  throw nb::index_error(("env id " + id + " is out of range: this pool has " +
                         std::to_string(num_envs) + " environments, 0 to " +
                         std::to_string(num_envs - 1))
                            .c_str());
}

}  // namespace

std::int32_t parse_integer(const std::string& name, nb::handle value, std::int32_t minimum) {
  const nb::object number = index_of(value);
  if (!number.is_valid()) type_error(name + " must be an int, got " + repr_of(value));
  int overflow = 0;
  const long long given = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || given < minimum || given > std::numeric_limits<std::int32_t>::max()) {
    value_error(name + " must be at least " + std::to_string(minimum) + " and below 2**31, got " +
                text_of(number));
  }
  return static_cast<std::int32_t>(given);
}

std::optional<std::int64_t> parse_max_episode_steps(nb::handle value,
                                                    std::optional<std::int64_t> own) {
  if (value.is_none()) return own;
  const std::int32_t given = parse_integer("max_episode_steps", value, -1);
  if (given == 0) value_error("max_episode_steps must be at least 1, or -1 for no limit, got 0");
  return given == -1 ? std::nullopt : std::optional<std::int64_t>(given);
}

AutoresetMode parse_autoreset_mode(nb::handle value) {
  const std::string name = nb::isinstance<nb::str>(value) ? text_of(value) : "";
  if (name == "NextStep") return AutoresetMode::kNextStep;
  if (name == "SameStep") return AutoresetMode::kSameStep;
  if (name == "Disabled") return AutoresetMode::kDisabled;
  value_error(
      "autoreset_mode must be one of 'NextStep', 'SameStep' and 'Disabled', or an AutoresetMode, "
      "got " +
      repr_of(value));
}

void parse_any_env_ids(nb::handle value, std::uint32_t num_envs, const std::string& name,
                       std::vector<std::uint32_t>& out) {
  nb::object array = to_array(value);
  const int type = PyArray_TYPE(as_array(array));
  const auto size = static_cast<std::size_t>(PyArray_SIZE(as_array(array)));
  const bool integers = PyTypeNum_ISINTEGER(type) || size == 0;  // an empty list has no type
  if (!integers || PyArray_NDIM(as_array(array)) != 1) {
    type_error(name + " must be a one-dimensional array or sequence of ints, got " +
               repr_of(value));
  }
  out.resize(size);
  const auto copy = [&]<class Id>(const Id* ids) {
    for (std::size_t i = 0; i < size; ++i) {
      if (ids[i] < 0 || static_cast<std::uint64_t>(ids[i]) >= num_envs) {
        no_such_env(std::to_string(ids[i]), num_envs);
      }
      out[i] = static_cast<std::uint32_t>(ids[i]);
    }
  };
  if (type == NPY_INT32 && PyArray_ISCARRAY_RO(as_array(array))) {
    copy(static_cast<const std::int32_t*>(PyArray_DATA(as_array(array))));  // as a batch has them
  } else if (PyTypeNum_ISUNSIGNED(type)) {
    array = cast(array, NPY_UINT64);
    copy(static_cast<const std::uint64_t*>(PyArray_DATA(as_array(array))));
  } else {
    array = cast(array, NPY_INT64);
    copy(static_cast<const std::int64_t*>(PyArray_DATA(as_array(array))));
  }
}

void parse_env_ids(nb::handle value, std::uint32_t num_envs, std::vector<std::uint32_t>& out) {
  parse_any_env_ids(value, num_envs, "env_id", out);
  if (out.empty()) value_error("env_id names no environment");
}

SeedWords parse_seed(nb::handle value) {
  const nb::object number = index_of(value);
  if (!number.is_valid()) {
    type_error(std::string("a seed must be a non-negative int or None, got ") +
               nb::type_name(value.type()).c_str());
  }
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

void check_seed_count(std::size_t seeds, std::size_t envs) {
  if (seeds == envs) return;
  value_error("seed must hold one seed for each of " + std::to_string(envs) +
              " environments, got " + std::to_string(seeds));
}

nb::object spread_seed(nb::handle seed, const std::vector<std::uint32_t>& ids, std::size_t listed) {
  if (seed.is_none()) return nb::none();
  nb::list spread;
  if (const nb::object first = index_of(seed); first.is_valid()) {
    parse_seed(first);  // environments that are not among `ids` may be those with negative seeds
    for (const std::uint32_t id : ids) spread.append(first + nb::int_(id));
    return spread;
  }
  if (nb::isinstance<nb::str>(seed) || nb::isinstance<nb::bytes>(seed) ||
      !PySequence_Check(seed.ptr())) {
    type_error(std::string("seed must be an int, a sequence of them or None, got ") +
               nb::type_name(seed.type()).c_str());
  }
  nb::list seeds;
  for (const nb::handle one : seed) {
    seeds.append(one.is_none() ? nb::none() : seed_to_int(parse_seed(one)));
  }
  if (seeds.size() != listed || listed == ids.size()) {
    check_seed_count(seeds.size(), ids.size());
    return seeds;
  }
  for (const std::uint32_t id : ids) spread.append(seeds[id]);
  return spread;
}

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
    arrays_[i] = is_exact_fit(given, field, rows_[i]) ? nb::borrow(given)
                                                      : fit(given, field, rows_[i], leaf);
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
    arrays_[i] = is_exact_fit(row, fields_[i], 1) ? row : fit(row, fields_[i], 1, leaf);
    columns_[i] = static_cast<const std::byte*>(PyArray_DATA(as_array(arrays_[i])));
  };
  tree_.flatten(value, take, kWhat);
}

// What single environments mostly get: an integer, Python's or NumPy's, or an array that fits.
bool Actions::take_single(nb::handle value, const PyTree& leaf) {
  const std::size_t i = leaf.leaf();
  const auto& field = fields_[i].leaf;
  if (PyArray_CheckExact(value.ptr())) {
    if (!holds(as_array(value), field, 0)) return false;
    arrays_[i] = nb::borrow(value);
    columns_[i] = static_cast<const std::byte*>(PyArray_DATA(as_array(value)));
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

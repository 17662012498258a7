// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks of the arguments that all pools have in common.
#include <parallel_pool/bindings/arguments.h>

#include <algorithm>
#include <limits>

namespace pp {
namespace {

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

[[noreturn]] void no_such_id(const std::string& id, std::uint32_t count, const IdWords& words) {
  throw nb::index_error((std::string(words.id) + " " + id + " is out of range: this " +
                         words.whole + " has " + std::to_string(count) + " " + words.parts +
                         ", 0 to " + std::to_string(count - 1))
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

NumaChoice parse_numa(nb::handle value) {
  if (nb::isinstance<nb::str>(value)) {
    const auto name = nb::cast<std::string>(value);
    if (name == "auto") return {};
    if (name == "off") return {NumaChoice::Kind::kOff, {}};
  } else if (nb::isinstance<nb::list>(value) || nb::isinstance<nb::tuple>(value) ||
             PyRange_Check(value.ptr())) {
    NumaChoice choice{NumaChoice::Kind::kNodes, {}};
    for (const nb::handle node : value) {
      choice.nodes.push_back(parse_integer("a node of numa", node, 0));
    }
    return choice;
  }
  const std::string message =
      "numa must be 'auto', 'off' or a list of node numbers, got " + repr_of(value);
  if (nb::isinstance<nb::str>(value)) value_error(message);
  type_error(message);
}

std::optional<std::chrono::steady_clock::time_point> parse_timeout(nb::handle seconds) {
  using Clock = std::chrono::steady_clock;
  if (seconds.is_none()) return std::nullopt;
  const double given = PyFloat_AsDouble(seconds.ptr());
  if (given == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    type_error("timeout must be a number of seconds or None, got " + repr_of(seconds));
  }
  if (!(given >= 0)) {
    value_error("timeout must be at least 0 seconds or None, got " + repr_of(seconds));
  }
  const std::chrono::duration<double> wait(std::min(given, 1e9));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
}

void parse_any_env_ids(nb::handle value, std::uint32_t num_envs, const std::string& name,
                       std::vector<std::uint32_t>& out, const IdWords& words) {
  nb::object array = to_array(value);
  const int type = PyArray_TYPE(as_array(array));
  const auto size = static_cast<std::size_t>(PyArray_SIZE(as_array(array)));
  const bool integers = PyTypeNum_ISINTEGER(type) || size == 0;  // an empty list has no type
  if (!integers || PyArray_NDIM(as_array(array)) != 1) {
    type_error(name + " must be a one-dimensional array or sequence of ints, got " +
               repr_of(value));
  }
  out.resize(size);
  const auto copy = [&, to = out.data()]<class Id>(const Id* ids) {
    for (std::size_t i = 0; i < size; ++i) {
      if (ids[i] < 0 || static_cast<std::uint64_t>(ids[i]) >= num_envs) {
        no_such_id(std::to_string(ids[i]), num_envs, words);
      }
      to[i] = static_cast<std::uint32_t>(ids[i]);
    }
  };
  if (type == NPY_INT32 && PyArray_ISCARRAY_RO(as_array(array))) {
    copy(static_cast<const std::int32_t*>(PyArray_DATA(as_array(array))));  // as a batch has them
  } else if (PyTypeNum_ISUNSIGNED(type)) {
    array = cast_array(array, NPY_UINT64);
    copy(static_cast<const std::uint64_t*>(PyArray_DATA(as_array(array))));
  } else {
    array = cast_array(array, NPY_INT64);
    copy(static_cast<const std::int64_t*>(PyArray_DATA(as_array(array))));
  }
}

void parse_env_ids(nb::handle value, std::uint32_t num_envs, std::vector<std::uint32_t>& out) {
  parse_any_env_ids(value, num_envs, "env_id", out);
  if (out.empty()) value_error("env_id names no environment");
}

const WorkersApi* parse_workers(nb::handle capsule) {
  if (capsule.is_none()) return nullptr;
  const auto* const api =
      static_cast<const WorkersApi*>(PyCapsule_GetPointer(capsule.ptr(), kWorkersCapsule));
  if (api == nullptr) throw nb::python_error();
  if (api->version != kWorkersVersion) {
    throw nb::value_error(("these workers have version " + std::to_string(api->version) +
                           ", but the environments were built for version " +
                           std::to_string(kWorkersVersion) + ": build them anew")
                              .c_str());
  }
  return api;
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

nb::object writable_bytes(nb::handle out) {
  nb::object view = nb::steal(PyMemoryView_FromObject(out.ptr()));
  bool holds_objects = false;
  if (view.is_valid()) {
    const Py_buffer& buffer = *PyMemoryView_GET_BUFFER(view.ptr());
    const std::string_view format = buffer.format;
    holds_objects = format.find('O') != format.npos;
    const bool plain =
        buffer.ndim == 1 && format == "B" && PyBuffer_IsContiguous(&buffer, 'C') != 0;
    if (!plain) view = nb::steal(PyObject_CallMethod(view.ptr(), "cast", "s", "B"));
  }
  std::string why = "it is read-only";
  if (view.is_valid() && holds_objects) {
    why = "it holds Python objects";
  } else if (view.is_valid()) {
    if (PyMemoryView_GET_BUFFER(view.ptr())->readonly == 0) return view;
  } else {
    why = nb::str(nb::python_error().value()).c_str();
  }
  throw nb::type_error(("out must be a buffer to write to, such as a bytearray or an array of "
                        "uint8, got " +
                        std::string(nb::type_name(out.type()).c_str()) + ": " + why)
                           .c_str());
}

}  // namespace pp

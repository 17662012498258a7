// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Learning, writing and reading infos of one form.
#include "info_schema.h"

#include <nanobind/stl/string.h>
#include <numpy/arrayscalars.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace pp {
namespace {

// Names that the pool adds itself, or that gymnasium.vector treats in another way.
bool is_plain_key(nb::handle key) {
  if (!PyUnicode_CheckExact(key.ptr())) return false;
  const auto name = nb::cast<std::string>(key);
  return !name.empty() && name[0] != '_' && name != "final_obs" && name != "final_info";
}

// The entries of a dict, which stay while they are read: without a GIL, another thread may change an
// info that it has as well.
nb::object entries_of(nb::handle dict) {
#ifdef Py_GIL_DISABLED
  return checked(PyDict_Copy(dict.ptr()));
#else
  return nb::borrow(dict);
#endif
}

bool is_number_type(int dtype) { return dtype != NPY_NOTYPE && PyTypeNum_ISNUMBER(dtype); }

bool is_numpy_bool(PyObject* value) { return Py_TYPE(value) == &PyBoolArrType_Type; }

}  // namespace

std::optional<InfoSchema> InfoSchema::of(nb::handle info) {
  InfoSchema schema;
  if (!schema.learn(info, schema.entries_, kMostLevels)) return std::nullopt;
  return schema;
}

bool InfoSchema::learn(nb::handle info, std::vector<Entry>& entries, std::size_t levels) {
  if (levels == 0) return false;
  const nb::object dict = entries_of(info);
  PyObject *key, *value;
  for (Py_ssize_t at = 0; PyDict_Next(dict.ptr(), &at, &key, &value) != 0;) {
    if (!is_plain_key(key) || ++entries_in_all_ > kMostEntries) return false;
    Entry entry;
    entry.key = nb::borrow(key);
    entry.mask_key = nb::str("_") + entry.key;
    entry.type = nb::borrow(reinterpret_cast<PyObject*>(Py_TYPE(value)));
    if (!learn_value(value, entry, levels - 1)) return false;
    entries.push_back(std::move(entry));
  }
  return true;
}

bool InfoSchema::learn_value(nb::handle value, Entry& entry, std::size_t levels) {
  PyObject* const object = value.ptr();
  entry.bytes = 8;
  if (PyDict_CheckExact(object)) {
    entry.kind = Kind::kDict;
    entry.bytes = 0;
    return PyDict_GET_SIZE(object) > 0 && learn(value, entry.children, levels);
  }
  if (PyLong_CheckExact(object)) {
    entry.kind = Kind::kInt;
  } else if (PyFloat_CheckExact(object)) {
    entry.kind = Kind::kFloat;
  } else if (PyBool_Check(object)) {
    entry.kind = Kind::kBool;
  } else if (object == Py_None) {
    entry.kind = Kind::kNone;
  } else if (is_numpy_bool(object)) {
    entry.kind = Kind::kNumpyBool;
  } else if (PyUnicode_CheckExact(object)) {
    entry.kind = Kind::kText;
    entry.bytes = sizeof(Extent);
  } else if (PyList_CheckExact(object) || PyTuple_CheckExact(object)) {
    entry.kind = Kind::kPickle;
    entry.bytes = sizeof(Extent);
  } else if (PyArray_CheckExact(object)) {
    PyArrayObject* const array = as_array(value);
    entry.kind = Kind::kArray;
    entry.dtype = PyArray_TYPE(array);
    if (!is_number_type(entry.dtype) && entry.dtype != NPY_BOOL) return false;
    if (!PyArray_ISNBO(PyArray_DESCR(array)->byteorder)) return false;
    entry.shape.assign(PyArray_DIMS(array), PyArray_DIMS(array) + PyArray_NDIM(array));
    entry.bytes = static_cast<std::size_t>(PyArray_NBYTES(array));
  } else if (PyArray_CheckScalar(object)) {
    PyArray_Descr* const dtype = PyArray_DescrFromScalar(object);
    entry.kind = Kind::kNumber;
    entry.dtype = dtype->type_num;
    entry.bytes = static_cast<std::size_t>(PyDataType_ELSIZE(dtype));
    Py_DECREF(dtype);
    if (!is_number_type(entry.dtype)) return false;
  } else {
    return false;
  }
  entry.offset = bytes_;
  bytes_ += (entry.bytes + 7) / 8 * 8;
  return true;
}

bool InfoSchema::same_form(const InfoSchema& other) const {
  return same_form(entries_, other.entries_);
}

bool InfoSchema::same_form(const std::vector<Entry>& left, const std::vector<Entry>& right) {
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Entry &a = left[i], &b = right[i];
    if (!a.key.equal(b.key) || a.kind != b.kind || !a.type.is(b.type) || a.dtype != b.dtype ||
        a.shape != b.shape || !same_form(a.children, b.children)) {
      return false;
    }
  }
  return true;
}

nb::dict InfoSchema::example(nb::handle info, const std::vector<Entry>& entries) {
  nb::dict out;
  for (const Entry& entry : entries) {
    const nb::object value = nb::cast<nb::dict>(info)[entry.key];
    if (entry.kind == Kind::kDict) {
      out[entry.key] = example(value, entry.children);
    } else if (entry.kind == Kind::kText || entry.kind == Kind::kPickle) {
      out[entry.key] = entry.type();
    } else {
      out[entry.key] = value;
    }
  }
  return out;
}

// --- Writing -----------------------------------------------------------------------------------

bool InfoSchema::encode(nb::handle info, std::byte* out, std::string& tail,
                        nb::handle dumps) const {
  Later later;
  tail.clear();
  if (!encode(info, entries_, out, later)) return false;
  for (const auto& [entry, value] : later) {
    nb::object written;
    Py_ssize_t size = 0;
    const char* text = nullptr;
    if (entry->kind == Kind::kPickle) {
      written = dumps(value, 5);
    } else if (PyUnicode_IS_ASCII(value.ptr())) {
      text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    } else {  // halves of surrogate pairs, too
      written = checked(PyUnicode_AsEncodedString(value.ptr(), "utf-8", "surrogatepass"));
    }
    if (written.is_valid()) {
      text = PyBytes_AsString(written.ptr());
      size = PyBytes_Size(written.ptr());
    }
    if (text == nullptr) throw nb::python_error();
    const Extent extent{bytes_ + tail.size(), static_cast<std::uint64_t>(size)};
    std::memcpy(out + entry->offset, &extent, sizeof extent);
    tail.append(text, static_cast<std::size_t>(size));
  }
  return true;
}

bool InfoSchema::encode(nb::handle info, const std::vector<Entry>& entries, std::byte* out,
                        Later& later) {
  const nb::object dict = entries_of(info);
  if (static_cast<std::size_t>(PyDict_GET_SIZE(dict.ptr())) != entries.size()) return false;
  PyObject *key, *value;
  auto entry = entries.begin();
  for (Py_ssize_t at = 0; PyDict_Next(dict.ptr(), &at, &key, &value) != 0; ++entry) {
    if (key != entry->key.ptr()) {
      if (!PyUnicode_CheckExact(key) || PyUnicode_Compare(key, entry->key.ptr()) != 0) return false;
    }
    if (reinterpret_cast<PyObject*>(Py_TYPE(value)) != entry->type.ptr()) return false;
    if (!encode_value(value, *entry, out, later)) return false;
  }
  return true;
}

bool InfoSchema::encode_value(PyObject* value, const Entry& entry, std::byte* out, Later& later) {
  std::byte* const to = out + entry.offset;
  switch (entry.kind) {
    case Kind::kInt: {
      int overflow = 0;
      const std::int64_t number = PyLong_AsLongLongAndOverflow(value, &overflow);
      std::memcpy(to, &number, sizeof number);
      return overflow == 0;
    }
    case Kind::kFloat: {
      const double number = PyFloat_AS_DOUBLE(value);
      std::memcpy(to, &number, sizeof number);
      return true;
    }
    case Kind::kBool:
      *to = std::byte{value == Py_True};
      return true;
    case Kind::kNumpyBool:
      *to = std::byte{PyArrayScalar_VAL(value, Bool) != 0};
      return true;
    case Kind::kNumber:
      PyArray_ScalarAsCtype(value, to);
      return true;
    case Kind::kArray: {
      PyArrayObject* const array = as_array(value);
      const auto axes = static_cast<std::size_t>(PyArray_NDIM(array));
      if (PyArray_TYPE(array) != entry.dtype || axes != entry.shape.size() ||
          !PyArray_CompareLists(PyArray_DIMS(array), entry.shape.data(), static_cast<int>(axes)) ||
          !PyArray_ISNBO(PyArray_DESCR(array)->byteorder)) {
        return false;
      }
      if (PyArray_ISCARRAY_RO(array)) {
        std::memcpy(to, PyArray_DATA(array), entry.bytes);
        return true;
      }
      const nb::object copy = checked(PyArray_NewCopy(array, NPY_CORDER));
      std::memcpy(to, PyArray_DATA(as_array(copy)), entry.bytes);
      return true;
    }
    case Kind::kNone:
      return true;
    case Kind::kDict:
      return encode(value, entry.children, out, later);
    case Kind::kText:
    case Kind::kPickle:
      later.emplace_back(&entry, nb::borrow(value));
      return true;
  }
  return false;
}

// --- Reading -----------------------------------------------------------------------------------

nb::dict InfoSchema::decode(const std::byte* data, nb::handle loads) const {
  return decode(entries_, data, loads);
}

nb::dict InfoSchema::decode(const std::vector<Entry>& entries, const std::byte* data,
                            nb::handle loads) {
  nb::dict out;
  for (const Entry& entry : entries) {
    out[entry.key] = entry.kind == Kind::kDict ? nb::object(decode(entry.children, data, loads))
                                               : decode_value(entry, data, loads);
  }
  return out;
}

nb::object InfoSchema::decode_value(const Entry& entry, const std::byte* data, nb::handle loads) {
  const std::byte* const from = data + entry.offset;
  switch (entry.kind) {
    case Kind::kInt: {
      std::int64_t number;
      std::memcpy(&number, from, sizeof number);
      return checked(PyLong_FromLongLong(number));
    }
    case Kind::kFloat: {
      double number;
      std::memcpy(&number, from, sizeof number);
      return checked(PyFloat_FromDouble(number));
    }
    case Kind::kBool:
      return nb::bool_(*from != std::byte{0});
    case Kind::kNumpyBool:
      return nb::borrow(*from != std::byte{0} ? PyArrayScalar_True : PyArrayScalar_False);
    case Kind::kNumber: {
      const nb::object dtype =
          checked(reinterpret_cast<PyObject*>(PyArray_DescrFromType(entry.dtype)));
      return checked(PyArray_Scalar(const_cast<std::byte*>(from),
                                    reinterpret_cast<PyArray_Descr*>(dtype.ptr()), nullptr));
    }
    case Kind::kArray: {
      nb::object array = checked(
          PyArray_SimpleNew(static_cast<int>(entry.shape.size()), entry.shape.data(), entry.dtype));
      std::memcpy(PyArray_DATA(as_array(array)), from, entry.bytes);
      return array;
    }
    case Kind::kText:
    case Kind::kPickle: {
      Extent extent;
      std::memcpy(&extent, from, sizeof extent);
      const auto* const bytes = reinterpret_cast<const char*>(data + extent.offset);
      const auto size = static_cast<Py_ssize_t>(extent.bytes);
      if (entry.kind == Kind::kPickle) return loads(nb::bytes(bytes, extent.bytes));
      return checked(PyUnicode_DecodeUTF8(bytes, size, "surrogatepass"));
    }
    default:
      return nb::none();
  }
}

void InfoSchema::add_columns(nb::dict& out, std::span<const std::byte* const> data,
                             nb::handle loads) const {
  auto rows = static_cast<npy_intp>(data.size());
  const nb::object mask = checked(PyArray_ZEROS(1, &rows, NPY_BOOL, 0));
  auto* const cells = static_cast<bool*>(PyArray_DATA(as_array(mask)));
  for (std::size_t i = 0; i < data.size(); ++i) cells[i] = data[i] != nullptr;
  add_columns(out, entries_, data, mask, loads);
}

void InfoSchema::add_columns(nb::dict& out, const std::vector<Entry>& entries,
                             std::span<const std::byte* const> data, nb::handle mask,
                             nb::handle loads) {
  for (const Entry& entry : entries) {
    if (entry.kind == Kind::kDict) {
      nb::dict nested;
      add_columns(nested, entry.children, data, mask, loads);
      out[entry.key] = nested;
    } else {
      out[entry.key] = column(entry, data, loads);
    }
    out[entry.mask_key] = checked(PyArray_NewCopy(as_array(mask), NPY_CORDER));
  }
}

nb::object InfoSchema::column(const Entry& entry, std::span<const std::byte* const> data,
                              nb::handle loads) {
  std::vector<npy_intp> shape{static_cast<npy_intp>(data.size())};
  shape.insert(shape.end(), entry.shape.begin(), entry.shape.end());
  const auto axes = static_cast<int>(shape.size());
  if (entry.kind == Kind::kNone || entry.kind == Kind::kNumpyBool || entry.kind == Kind::kText ||
      entry.kind == Kind::kPickle) {
    nb::object array = checked(PyArray_SimpleNew(axes, shape.data(), NPY_OBJECT));
    auto** const slots = static_cast<PyObject**>(PyArray_DATA(as_array(array)));
    for (std::size_t i = 0; i < data.size(); ++i) {
      nb::object value = data[i] != nullptr ? decode_value(entry, data[i], loads) : nb::none();
      Py_XSETREF(slots[i], value.release().ptr());
    }
    return array;
  }
  const int dtype = entry.kind == Kind::kInt     ? NPY_INT64
                    : entry.kind == Kind::kFloat ? NPY_FLOAT64
                    : entry.kind == Kind::kBool  ? NPY_BOOL
                                                 : entry.dtype;
  nb::object array = checked(PyArray_ZEROS(axes, shape.data(), dtype, 0));
  const std::size_t bytes = entry.kind == Kind::kBool ? 1 : entry.bytes;
  auto* to = static_cast<std::byte*>(PyArray_DATA(as_array(array)));
  for (const std::byte* const row : data) {
    if (row != nullptr) std::memcpy(to, row + entry.offset, bytes);
    to += bytes;
  }
  return array;
}

}  // namespace pp

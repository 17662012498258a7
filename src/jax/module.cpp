// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The handler that XLA calls for each operation on a pool within a jitted program. Python runs the
// operation; this file hands over arguments and writes results into XLA's own buffers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <parallel_pool/bindings/numpy_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "interrupts.h"
#include "xla_ffi.h"

namespace pp {
namespace {

// Calls `run(operation, arguments)`, which returns a sequence of arrays. Set once, on import.
PyObject* run = nullptr;

int numpy_type_of(xla::DataType dtype) {
  switch (dtype) {
    case xla::DataType::kPred:
      return NPY_BOOL;
    case xla::DataType::kS8:
      return NPY_INT8;
    case xla::DataType::kS16:
      return NPY_INT16;
    case xla::DataType::kS32:
      return NPY_INT32;
    case xla::DataType::kS64:
      return NPY_INT64;
    case xla::DataType::kU8:
      return NPY_UINT8;
    case xla::DataType::kU16:
      return NPY_UINT16;
    case xla::DataType::kU32:
      return NPY_UINT32;
    case xla::DataType::kU64:
      return NPY_UINT64;
    case xla::DataType::kF16:
      return NPY_FLOAT16;
    case xla::DataType::kF32:
      return NPY_FLOAT32;
    case xla::DataType::kF64:
      return NPY_FLOAT64;
  }
  return NPY_NOTYPE;
}

const xla::Buffer& buffer(const xla::Values& values, std::int64_t index) {
  return *static_cast<const xla::Buffer*>(values.values[index]);
}

// A copy, since Python code may keep it for longer than XLA keeps the buffer.
nb::object to_array(const xla::Buffer& from) {
  nb::object array =
      checked(PyArray_SimpleNew(static_cast<int>(from.rank), from.dims, numpy_type_of(from.dtype)));
  const auto bytes = static_cast<std::size_t>(PyArray_NBYTES(as_array(array)));
  if (bytes > 0) std::memcpy(PyArray_DATA(as_array(array)), from.data, bytes);
  return array;
}

nb::object arguments(const xla::Values& values) {
  nb::object list = checked(PyList_New(values.size));
  for (std::int64_t i = 0; i < values.size; ++i) {
    PyList_SET_ITEM(list.ptr(), i, to_array(buffer(values, i)).release().ptr());
  }
  return list;
}

// A program in 32 bits gets 64-bit floats rounded.
bool is_rounded(PyArrayObject* array, const xla::Buffer& to) {
  return PyArray_TYPE(array) == NPY_FLOAT64 && to.dtype == xla::DataType::kF32;
}

bool fits(PyArrayObject* array, const xla::Buffer& to) {
  const bool same = PyArray_TYPE(array) == numpy_type_of(to.dtype);
  if ((!same && !is_rounded(array, to)) || PyArray_NDIM(array) != to.rank) return false;
  for (int i = 0; i < to.rank; ++i) {
    if (PyArray_DIM(array, i) != to.dims[i]) return false;
  }
  return true;
}

std::string describe(nb::handle dtype, nb::handle shape) {
  return nb::cast<std::string>(nb::str(dtype)) + " of shape " +
         nb::cast<std::string>(nb::str(shape));
}

std::string describe(nb::handle array) {
  const nb::object dtype = array.attr("dtype"), shape = array.attr("shape");
  return describe(dtype, shape);
}

std::string describe(const xla::Buffer& of) {
  const nb::object dtype =
      checked(reinterpret_cast<PyObject*>(PyArray_DescrFromType(numpy_type_of(of.dtype))));
  nb::list shape;
  for (std::int64_t i = 0; i < of.rank; ++i) shape.append(nb::int_(of.dims[i]));
  return describe(dtype, nb::tuple(shape));
}

// Of a contiguous array that fits.
void copy(PyArrayObject* array, const xla::Buffer& to) {
  const auto size = static_cast<std::size_t>(PyArray_SIZE(array));
  if (size == 0) return;
  if (is_rounded(array, to)) {
    const auto* const from = static_cast<const double*>(PyArray_DATA(array));
    std::transform(from, from + size, static_cast<float*>(to.data),
                   [](double value) { return static_cast<float>(value); });
  } else {
    std::memcpy(to.data, PyArray_DATA(array), static_cast<std::size_t>(PyArray_NBYTES(array)));
  }
}

// Nothing is written unless everything fits.
void write_results(const nb::object& results, const xla::Values& to) {
  const nb::object values = checked(PySequence_Fast(results.ptr(), "results must be a sequence"));
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(values.ptr());
  if (count != to.size) {
    throw nb::value_error(("the program was compiled for " + std::to_string(to.size) +
                           " results and the pool gave " + std::to_string(count))
                              .c_str());
  }
  PyObject** const items = PySequence_Fast_ITEMS(values.ptr());
  for (Py_ssize_t i = 0; i < count; ++i) {
    auto* const array = reinterpret_cast<PyArrayObject*>(items[i]);
    if (!PyArray_Check(items[i])) throw nb::type_error("a result is not an array");
    if (fits(array, buffer(to, i))) continue;
    throw nb::value_error(("result " + std::to_string(i) + " is " + describe(nb::handle(items[i])) +
                           ", but the program was compiled for " + describe(buffer(to, i)))
                              .c_str());
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    const nb::object array = checked(reinterpret_cast<PyObject*>(
        PyArray_GETCONTIGUOUS(reinterpret_cast<PyArrayObject*>(items[i]))));
    copy(as_array(array), buffer(to, i));
  }
}

// The attribute `operation`, the only one there is.
std::int32_t operation_of(const xla::Attributes& attributes) {
  if (attributes.size != 1 || attributes.types[0] != xla::Attributes::kScalar) {
    throw nb::value_error("the call has no attribute 'operation'");
  }
  return *static_cast<const std::int32_t*>(
      static_cast<const xla::Scalar*>(attributes.attrs[0])->value);
}

xla::Error* make_error(const xla::Api& api, xla::ErrorCode code, const std::string& text) {
  xla::ErrorCreateArgs args{sizeof(xla::ErrorCreateArgs), nullptr, text.c_str(), code};
  return api.create_error(&args);
}

// The class and the text of an exception, whose own code makes the text.
std::string describe(const nb::python_error& error) {
  const auto name = nb::cast<std::string>(error.type().attr("__name__"));
  try {
    const auto text = nb::cast<std::string>(nb::str(error.value()));
    return text.empty() ? name : name + ": " + text;
  } catch (const std::exception&) {
    return name;
  }
}

xla::Error* make_error(const xla::Api& api, const nb::python_error& error) {
  const bool invalid = error.matches(PyExc_ValueError) || error.matches(PyExc_TypeError) ||
                       error.matches(PyExc_IndexError);
  const std::string text = describe(error);
  // The main thread shall raise it again after the program's error. No Python code runs until then.
  if (error.matches(PyExc_KeyboardInterrupt)) PyErr_SetInterrupt();
  return make_error(
      api, invalid ? xla::ErrorCode::kInvalidArgument : xla::ErrorCode::kFailedPrecondition, text);
}

// The same for all calls of one run of a program; 0 if this XLA does not tell.
std::int64_t run_id(const xla::CallFrame& frame) {
  constexpr std::size_t kNeeded = offsetof(xla::Api, get_run_id) + sizeof(xla::Api::get_run_id);
  if (frame.api->struct_size < kNeeded) return 0;
  xla::RunIdArgs args{sizeof(xla::RunIdArgs), nullptr, frame.ctx, 0};
  return frame.api->get_run_id(&args) == nullptr ? args.run_id : 0;
}

xla::Error* execute(const xla::CallFrame& frame) {
#if PY_VERSION_HEX >= 0x030D0000
  const bool ending = Py_IsFinalizing() != 0;
#else
  const bool ending = _Py_IsFinalizing() != 0;
#endif
  if (ending) return make_error(*frame.api, xla::ErrorCode::kAborted, "Python is shutting down");
  const nb::gil_scoped_acquire acquired;
  try {
    if (interrupted(run_id(frame))) {
      return make_error(*frame.api, xla::ErrorCode::kAborted, "KeyboardInterrupt");
    }
    const nb::object results = checked(PyObject_CallFunctionObjArgs(
        run, nb::int_(operation_of(frame.attrs)).ptr(), arguments(frame.args).ptr(), nullptr));
    write_results(results, frame.rets);
    return nullptr;
  } catch (const nb::python_error& error) {
    return make_error(*frame.api, error);
  } catch (const std::exception& error) {
    return make_error(*frame.api, xla::ErrorCode::kInvalidArgument, error.what());
  }
}

extern "C" xla::Error* parallel_pool_xla_handler(xla::CallFrame* frame) {
  if (frame->extension_start != nullptr &&
      frame->extension_start->type == xla::Extension::kMetadata) {
    xla::Metadata& metadata =
        *reinterpret_cast<xla::MetadataExtension*>(frame->extension_start)->metadata;
    metadata.api_version.major_version = 0;
    metadata.api_version.minor_version = 1;
    metadata.traits = 0;
    return nullptr;
  }
  return frame->stage == xla::CallFrame::kExecute ? execute(*frame) : nullptr;
}

}  // namespace
}  // namespace pp

NB_MODULE(_xla, m) {
  namespace nb = nanobind;
  pp::import_numpy();
  m.doc() = "The handler that XLA calls for each operation on a pool within a jitted program.";
  m.def(
      "handler",
      [](nb::object run) {
        Py_XSETREF(pp::run, run.release().ptr());
        return nb::capsule(reinterpret_cast<void*>(&pp::parallel_pool_xla_handler),
                           "xla._CUSTOM_CALL_TARGET");
      },
      nb::arg("run"),
      nb::sig(
          "def handler(run: collections.abc.Callable[[int, list[numpy.typing.NDArray[typing.Any]]]"
          ", collections.abc.Sequence[numpy.typing.NDArray[typing.Any]]]) -> object"),
      "The handler as JAX registers it. It calls `run(operation, arguments)` for each operation, "
      "which "
      "returns an array for each result.");
}

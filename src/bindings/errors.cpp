// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Translates pp::Error; the classes live in parallel_pool.errors.
#include <nanobind/nanobind.h>
#include <parallel_pool/bindings/errors.h>
#include <parallel_pool/error.h>

#include <exception>

namespace nb = nanobind;

namespace pp {
namespace {

const char* class_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kInvalidAction:
      return "InvalidActionError";
    case ErrorKind::kResetNeeded:
      return "ResetNeededError";
    case ErrorKind::kInFlight:
      return "InFlightError";
    case ErrorKind::kNothingInFlight:
      return "NothingInFlightError";
    case ErrorKind::kClosed:
      return "PoolClosedError";
    case ErrorKind::kForked:
      return "ForkedError";
    case ErrorKind::kConcurrentCall:
      return "ConcurrentCallError";
    case ErrorKind::kState:
      return "StateError";
    default:
      return nullptr;
  }
}

PyObject* builtin_class(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kType:
      return PyExc_TypeError;
    case ErrorKind::kIndex:
      return PyExc_IndexError;
    case ErrorKind::kTimeout:
      return PyExc_TimeoutError;
    case ErrorKind::kUnsupported:
      return PyExc_NotImplementedError;
    default:
      return PyExc_ValueError;
  }
}

void raise(const Error& error) {
  const char* name = class_name(error.kind());
  if (name == nullptr) {
    PyErr_SetString(builtin_class(error.kind()), error.what());
    return;
  }
  try {
    const nb::object type = nb::module_::import_("parallel_pool.errors").attr(name);
    PyErr_SetString(type.ptr(), error.what());
  } catch (nb::python_error& import_error) {
    import_error.restore();
  }
}

}  // namespace

void register_errors() {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace pp

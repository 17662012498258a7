// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Translates exceptions of the engine, whose classes live in parallel_pool.errors, and of
// environments, who may throw anything.
#include <nanobind/nanobind.h>
#include <parallel_pool/bindings/errors.h>
#include <parallel_pool/error.h>

#include <atomic>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

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
    case ErrorKind::kPool:
      return "PoolError";
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

template <class... Kinds>
bool is_any_of(const std::exception& error) {
  return ((dynamic_cast<const Kinds*>(&error) != nullptr) || ...);
}

// As nanobind has it.
PyObject* builtin_class(const std::exception& error) {
  if (is_any_of<std::bad_alloc>(error)) return PyExc_MemoryError;
  if (is_any_of<std::out_of_range>(error)) return PyExc_IndexError;
  if (is_any_of<std::overflow_error>(error)) return PyExc_OverflowError;
  return is_any_of<std::domain_error, std::invalid_argument, std::length_error, std::range_error>(
             error)
             ? PyExc_ValueError
             : PyExc_RuntimeError;
}

// A text of others may have bytes that are no UTF-8.
void set_error(PyObject* type, const char* text) {
  const nb::object decoded =
      nb::steal(PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(std::strlen(text)), "replace"));
  if (decoded.is_valid()) PyErr_SetObject(type, decoded.ptr());
}

void raise(const Error& error) {
  const char* name = class_name(error.kind());
  if (name == nullptr) {
    set_error(builtin_class(error.kind()), error.what());
    return;
  }
  try {
    const nb::object type = nb::module_::import_("parallel_pool.errors").attr(name);
    set_error(type.ptr(), error.what());
  } catch (nb::python_error& import_error) {
    import_error.restore();
  }
}

}  // namespace

void register_errors() {
  static std::atomic_flag registered;
  if (registered.test_and_set()) return;
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Error& error) {
      raise(error);
    } catch (const nb::python_error&) {
      throw;  // nanobind's own
    } catch (const nb::builtin_exception&) {
      throw;
    } catch (const std::exception& error) {
      set_error(builtin_class(error), error.what());
    } catch (...) {
      set_error(PyExc_RuntimeError, kNoStdException);
    }
  });
}

}  // namespace pp

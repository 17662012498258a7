// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "interrupted_methods.h"

#include "batch.h"

namespace pp::mujoco {
namespace {

std::string utf8_of(const nb::str& text) {
  const nb::object bytes =
      checked(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
  return PyBytes_AsString(bytes.ptr());
}

int raise_now(void* exception) {
  const nb::object raised = nb::steal(static_cast<PyObject*>(exception));
  PyErr_SetObject(raised.type().ptr(), raised.ptr());
  return -1;
}

}  // namespace

nb::object raised_by_handler(const nb::python_error& error) {
  const nb::object raised = nb::borrow(error.value());
  try {
    const nb::object signals = nb::module_::import_("parallel_pool.simulations.signals");
    return nb::cast<bool>(signals.attr("is_of_handler")(raised)) ? raised : nb::object();
  } catch (const nb::python_error& another) {  // of another signal
    return nb::borrow(another.value());
  }
}

void raise_soon(nb::object raised) {
  if (Py_AddPendingCall(&raise_now, raised.ptr()) == 0) {
    (void)raised.release();
  } else {
    PyErr_SetInterrupt();  // too many such calls are waiting
  }
}

std::string reason_of(const nb::python_error& error) {
  nb::object raised = raised_by_handler(error);
  const bool interrupted = raised.is_valid();
  std::string reason;
  try {
    reason = utf8_of(nb::str(error.value()));
  } catch (const nb::python_error& another) {
    if (!interrupted) raised = raised_by_handler(another);
  }
  const std::string type = nb::type_name(error.type()).c_str();
  if (raised.is_valid()) raise_soon(std::move(raised));
  if (interrupted) return "interrupted by " + type + ": " + reason;
  return reason.empty() ? type : reason;
}

}  // namespace pp::mujoco

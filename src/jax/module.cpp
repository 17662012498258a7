// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The handlers that XLA calls for each operation on a pool within a jitted program: they find the
// pool, and turn exceptions into XLA's errors.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <parallel_pool/bindings/begin_module.h>
#include <parallel_pool/bindings/numpy_api.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

#include "buffers.h"
#include "endpoints.h"
#include "interrupts.h"
#include "staging.h"
#include "thread_state.h"
#include "xla_ffi.h"

namespace pp {
namespace {

const xla::Buffer& token_of(const xla::Values& values) {
  std::int64_t first = 0;
  const xla::Buffer& token = next_buffer(values, first);
  if (token.dtype != xla::DataType::kU32 || token.rank != 1 || token.dims[0] != 2) {
    value_error("the call has no token");
  }
  return token;
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

bool is_ending() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing() != 0;
#else
  return _Py_IsFinalizing() != 0;
#endif
}

// The arguments and results are the frame's, or copies of them.
xla::Error* execute(const xla::CallFrame& frame, const xla::Values& arguments,
                    const xla::Values& results) {
  if (is_ending()) return make_error(*frame.api, xla::ErrorCode::kAborted, "Python is ending");
  keep_thread_state();
  const nb::gil_scoped_acquire acquired;
  try {
    if (interrupted(run_id(frame))) {
      return make_error(*frame.api, xla::ErrorCode::kAborted, "KeyboardInterrupt");
    }
    const auto* const token = static_cast<const std::uint32_t*>(token_of(arguments).data);
    auto* const next = static_cast<std::uint32_t*>(token_of(results).data);
    advance(token, next)->run(operation_of(frame.attrs), arguments, results);
    return nullptr;
  } catch (const nb::python_error& error) {
    return make_error(*frame.api, error);
  } catch (const Refused& refused) {
    return make_error(*frame.api, xla::ErrorCode::kFailedPrecondition, refused.what());
  } catch (const std::exception& error) {
    return make_error(*frame.api, xla::ErrorCode::kInvalidArgument, error.what());
  }
}

xla::Error* execute_on_gpu(const xla::CallFrame& frame) {
  try {
    Staging staging(frame);
    xla::Error* const error = execute(frame, staging.arguments(), staging.results());
    if (error == nullptr) staging.send_results();
    return error;
  } catch (const std::exception& error) {
    return make_error(*frame.api, xla::ErrorCode::kFailedPrecondition, error.what());
  }
}

// Whether XLA only asks what the handler is. It then tells so.
bool is_question(const xla::CallFrame& frame) {
  if (frame.extension_start == nullptr || frame.extension_start->type != xla::Extension::kMetadata)
    return false;
  xla::Metadata& metadata =
      *reinterpret_cast<xla::MetadataExtension*>(frame.extension_start)->metadata;
  metadata.api_version.major_version = 0;
  metadata.api_version.minor_version = 1;
  metadata.traits = 0;
  return true;
}

extern "C" xla::Error* parallel_pool_xla_handler(xla::CallFrame* frame) {
  if (is_question(*frame) || frame->stage != xla::CallFrame::kExecute) return nullptr;
  return execute(*frame, frame->args, frame->rets);
}

extern "C" xla::Error* parallel_pool_xla_cuda_handler(xla::CallFrame* frame) {
  if (is_question(*frame) || frame->stage != xla::CallFrame::kExecute) return nullptr;
  return execute_on_gpu(*frame);
}

nb::capsule capsule_of(xla::Error* (*handler)(xla::CallFrame*)) {
  return nb::capsule(reinterpret_cast<void*>(handler), "xla._CUSTOM_CALL_TARGET");
}

}  // namespace
}  // namespace pp

NB_MODULE(_xla, m) {
  namespace nb = nanobind;
  pp::begin_module();
  m.doc() = "The handlers that XLA calls for each operation on a pool within a jitted program.";
  m.attr("STEP") = pp::operation::kStep;
  m.attr("SEND") = pp::operation::kSend;
  m.attr("RECV") = pp::operation::kRecv;
  m.attr("RESET") = pp::operation::kReset;
  m.attr("ENV_ID") = pp::operation::kEnvId;
  m.attr("MASK") = pp::operation::kMask;
  m.attr("SEED") = pp::operation::kSeed;
  m.def(
      "handler", [] { return pp::capsule_of(&pp::parallel_pool_xla_handler); },
      nb::sig("def handler() -> object"),
      "The handler for programs on the CPU, as JAX registers it.");
  m.def(
      "cuda_handler", [] { return pp::capsule_of(&pp::parallel_pool_xla_cuda_handler); },
      nb::sig("def cuda_handler() -> object"), "The handler for programs on NVIDIA's GPUs.");
  m.def("add_endpoint", &pp::add_endpoint, nb::arg("endpoint"),
        "Makes a `parallel_pool.xla.endpoints.Endpoint` known: its number, the first word of "
        "tokens.");
  m.def("remove_endpoint", &pp::remove_endpoint, nb::arg("number"),
        "Programs that call it get an error from now on.");
  m.def("renew_token", &pp::renew_token, nb::arg("number"),
        "The second word of a token that is valid now; older ones no longer are.");
}

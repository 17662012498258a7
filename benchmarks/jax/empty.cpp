// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A handler that does nothing, to measure what a call costs XLA itself.
#include "xla/ffi/api/c_api.h"

extern "C" XLA_FFI_Error* do_nothing(XLA_FFI_CallFrame* frame) {
  const auto* const extension = frame->extension_start;
  if (extension != nullptr && extension->type == XLA_FFI_Extension_Metadata) {
    auto* const asked = reinterpret_cast<XLA_FFI_Metadata_Extension*>(frame->extension_start);
    asked->metadata->api_version.major_version = 0;
    asked->metadata->api_version.minor_version = 1;
    asked->metadata->traits = 0;
  }
  return nullptr;
}

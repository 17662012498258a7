// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The functions of CUDA's driver that copies between a GPU and pinned memory need. The driver is
// loaded when the first program for a GPU calls a pool, so the package builds and works without it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pp {

// Each returns 0 if it succeeds. Contexts, streams and events are pointers to what is the driver's.
struct Cuda {
  using Address = unsigned long long;  // in the GPU's memory

  int (*context_of)(void* stream, void** context);
  int (*push_context)(void* context);
  int (*pop_context)(void** context);
  int (*allocate_pinned)(void** memory, std::size_t bytes);
  int (*free_pinned)(void* memory);
  int (*copy_from)(void* to, Address from, std::size_t bytes, void* stream);
  int (*copy_to)(Address to, const void* from, std::size_t bytes, void* stream);
  int (*wait_for_stream)(void* stream);
  int (*make_event)(void** event, unsigned flags);
  int (*record_event)(void* event, void* stream);
  int (*query_event)(void* event);  // kNotReady if it has not happened yet

  static constexpr int kNotReady = 600;
  static constexpr unsigned kWithoutTiming = 2;  // a flag of events
};

// Loads the driver once. Throws Refused if it is not there.
const Cuda& cuda();

// Throws Refused if a call failed; `what` says what was tried.
void check_cuda(int result, const char* what);

}  // namespace pp

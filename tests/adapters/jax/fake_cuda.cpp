// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A CUDA driver whose GPU has the host's memory, and a handler that lets programs on the CPU call the
// handler for GPUs. Copies wait until the stream is waited for, or until the call is over. Events
// happen one call later, and until then the GPU counts as reading what it was told to copy.
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "xla_ffi.h"

namespace {

using pp::xla::Api;
using pp::xla::CallFrame;
using pp::xla::Error;
using pp::xla::StreamArgs;
using Address = unsigned long long;

struct Copy {
  void* to;
  const void* from;
  std::size_t bytes;
};

int stream;
std::vector<Copy> copies, reading, read_before;
std::vector<bool*> recorded, happening;
int allocated = 0, contexts = 0, most_contexts = 0;
bool fails = false, overwritten = false;
Error* (*handler)(CallFrame*) = nullptr;

void run_copies() {
  for (const Copy& copy : std::exchange(copies, {})) std::memcpy(copy.to, copy.from, copy.bytes);
}

void end_call() {
  run_copies();
  read_before = std::exchange(reading, {});
  for (bool* event : std::exchange(happening, std::exchange(recorded, {}))) *event = true;
}

Error* give_stream(StreamArgs* args) {
  args->stream = &stream;
  return nullptr;
}

}  // namespace

extern "C" {

int cuStreamGetCtx(void*, void** context) {
  *context = &stream;
  return 0;
}
int cuCtxPushCurrent_v2(void*) {
  most_contexts = ++contexts > most_contexts ? contexts : most_contexts;
  return 0;
}
int cuCtxPopCurrent_v2(void**) {
  --contexts;
  return 0;
}
int cuMemAllocHost_v2(void** memory, std::size_t bytes) {
  ++allocated;
  *memory = new std::byte[bytes];
  return 0;
}
int cuMemFreeHost(void* memory) {
  delete[] static_cast<std::byte*>(memory);
  return 0;
}
int cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, void*) {
  for (const Copy& copy : read_before) {
    const auto* const source = static_cast<const std::byte*>(copy.from);
    const auto* const target = static_cast<const std::byte*>(to);
    if (target < source + copy.bytes && source < target + bytes) overwritten = true;
  }
  copies.push_back({to, reinterpret_cast<const void*>(from), bytes});
  return 0;
}
int cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes, void*) {
  copies.push_back({reinterpret_cast<void*>(to), from, bytes});
  reading.push_back(copies.back());
  return 0;
}
int cuStreamSynchronize(void*) {
  run_copies();
  return fails ? 700 : 0;
}
int cuEventCreate(void** event, unsigned) {
  *event = new bool(true);
  return 0;
}
int cuEventRecord(void* event, void*) {
  *static_cast<bool*>(event) = false;
  recorded.push_back(static_cast<bool*>(event));
  return 0;
}
int cuEventQuery(void* event) { return *static_cast<bool*>(event) ? 0 : 600; }

// --- For the test ------------------------------------------------------------------------------

void use_handler(void* of_gpus) { handler = reinterpret_cast<Error* (*)(CallFrame*)>(of_gpus); }
void let_it_fail(bool now) { fails = now; }
int allocations() { return allocated; }
// Whether memory was written that the GPU was reading.
bool was_overwritten() { return overwritten; }
// Contexts that were not given back, and the most at a time.
int contexts_left() { return contexts; }
int contexts_at_once() { return most_contexts; }

Error* call_on_cpu(CallFrame* frame) {
  std::vector<std::byte> bytes(frame->api->struct_size);
  std::memcpy(bytes.data(), frame->api, bytes.size());
  Api& api = *reinterpret_cast<Api*>(bytes.data());
  api.get_stream = &give_stream;
  CallFrame changed = *frame;
  changed.api = &api;
  Error* const error = handler(&changed);
  end_call();
  return error;
}

}  // extern "C"

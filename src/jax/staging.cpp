// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// See staging.h.
#include "staging.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "buffers.h"
#include "endpoints.h"

namespace pp {
namespace {

constexpr std::size_t kPinnedAlignment = 64;

std::mutex pinned_mutex;  // over what follows, for calls in several threads
// By context. Never freed: when the process ends, the driver may be gone before.
auto& idle = *new std::unordered_map<void*, std::vector<Pinned>>;

Pinned idle_memory(void* context) {
  const std::lock_guard lock(pinned_mutex);
  std::vector<Pinned>& those = idle[context];
  const auto found = std::ranges::find_if(
      those, [](const Pinned& one) { return cuda().query_event(one.event) == 0; });
  if (found == those.end()) return {};
  const Pinned taken = *found;
  those.erase(found);
  return taken;
}

void give_pinned(void* context, const Pinned& pinned) {
  const std::lock_guard lock(pinned_mutex);
  idle[context].push_back(pinned);
}

void* stream_of(const xla::CallFrame& frame) {
  xla::StreamArgs args{sizeof(xla::StreamArgs), nullptr, frame.ctx, nullptr};
  if (frame.api->get_stream(&args) != nullptr) {
    throw Refused("RuntimeError: the program has no stream of a GPU");
  }
  return args.stream;
}

Cuda::Address address(const void* data) { return reinterpret_cast<Cuda::Address>(data); }

}  // namespace

Staging::Side::Side(const xla::Values& of) : given(of), values(of) {
  for (std::int64_t i = 0; i < given.size; ++i) {
    buffers.push_back(*static_cast<const xla::Buffer*>(given.values[i]));
  }
  for (xla::Buffer& buffer : buffers) pointers.push_back(&buffer);
  values.values = pointers.data();
}

Staging::Current::Current(void* stream) {
  check_cuda(cuda().context_of(stream, &context), "find a stream's context");
  check_cuda(cuda().push_context(context), "use a stream's context");
}

Staging::Current::~Current() {
  void* popped = nullptr;
  cuda().pop_context(&popped);
}

std::byte* Staging::Lent::take(std::size_t bytes) {
  pinned_ = idle_memory(context_);
  if (pinned_.event == nullptr) {
    check_cuda(cuda().make_event(&pinned_.event, Cuda::kWithoutTiming), "make an event");
  }
  if (pinned_.bytes < bytes) {
    pinned_.bytes = 0;
    void* const former = std::exchange(pinned_.memory, nullptr);
    if (former != nullptr) check_cuda(cuda().free_pinned(former), "free pinned memory");
    check_cuda(cuda().allocate_pinned(&pinned_.memory, bytes), "allocate pinned memory");
    pinned_.bytes = bytes;
  }
  return static_cast<std::byte*>(pinned_.memory);
}

Staging::Lent::~Lent() {
  if (pinned_.event == nullptr) return;
  // Without an event nobody knows when the GPU is done with it, so then it serves nobody.
  if (cuda().record_event(pinned_.event, stream_) == 0) give_pinned(context_, pinned_);
}

Staging::Staging(const xla::CallFrame& frame)
    : stream_(stream_of(frame)),
      current_(stream_),
      arguments_(frame.args),
      results_(frame.rets),
      lent_(stream_, current_.context) {
  std::size_t bytes = 0;
  const auto place = [&](std::byte* start) {
    bytes = 0;
    for (Side* side : {&arguments_, &results_}) {
      for (xla::Buffer& buffer : side->buffers) {
        buffer.data = start + bytes;
        bytes += (bytes_of(buffer) + kPinnedAlignment - 1) / kPinnedAlignment * kPinnedAlignment;
      }
    }
  };
  place(nullptr);
  place(lent_.take(bytes));
  for (std::size_t i = 0; i < arguments_.buffers.size(); ++i) {
    const xla::Buffer& to = arguments_.buffers[i];
    const auto* const from = static_cast<const xla::Buffer*>(arguments_.given.values[i]);
    if (bytes_of(to) == 0) continue;
    check_cuda(cuda().copy_from(to.data, address(from->data), bytes_of(to), stream_),
               "copy arguments from a GPU");
  }
  check_cuda(cuda().wait_for_stream(stream_), "wait for a stream");
}

void Staging::send_results() {
  for (std::size_t i = 0; i < results_.buffers.size(); ++i) {
    const xla::Buffer& from = results_.buffers[i];
    const auto* const to = static_cast<const xla::Buffer*>(results_.given.values[i]);
    if (bytes_of(from) == 0) continue;
    check_cuda(cuda().copy_to(address(to->data), from.data, bytes_of(from), stream_),
               "copy results to a GPU");
  }
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The arguments and results of a call from a program that runs on a GPU, in pinned memory.
//
// Protocol
//   1. The arguments are copied from the GPU. The call waits for them, and so for all work that the
//      stream was given before.
//   2. The pool runs with the copies, and writes its results into the pinned memory.
//   3. Copies of the results to the GPU are begun. Nobody waits for them: what the stream is given
//      later comes after them, and the next batch can be stepped meanwhile. An event follows them.
//   4. The memory serves another call after its event. A call that comes earlier takes other memory.
#pragma once

#include <cstddef>
#include <vector>

#include "cuda.h"
#include "xla_ffi.h"

namespace pp {

// Pinned memory, and the event after the GPU's last read of it.
struct Pinned {
  void* memory = nullptr;
  std::size_t bytes = 0;
  void* event = nullptr;
};

class Staging {
 public:
  // Does (1). Waits without the GIL, so call it without. Throws Refused.
  explicit Staging(const xla::CallFrame& frame);
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  const xla::Values& arguments() const { return arguments_.values; }
  const xla::Values& results() const { return results_.values; }

  // Does (3). Throws Refused.
  void send_results();

 private:
  // The program's buffers, and those in pinned memory, which differ only in their place.
  struct Side {
    explicit Side(const xla::Values& given);

    const xla::Values& given;
    std::vector<xla::Buffer> buffers;
    std::vector<void*> pointers;
    xla::Values values;
  };

  // The stream's context is the thread's while this lives.
  class Current {
   public:
    explicit Current(void* stream);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

    void* context = nullptr;
  };

  // Pinned memory that is this call's. At the end an event follows all that the GPU does with it,
  // also if the call fails, and then it may serve another.
  class Lent {
   public:
    Lent(void* stream, void* context) : stream_(stream), context_(context) {}
    ~Lent();
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;

    // So many bytes. Throws Refused.
    std::byte* take(std::size_t bytes);

   private:
    void* const stream_;
    void* const context_;
    Pinned pinned_;
  };

  void* const stream_;
  const Current current_;
  Side arguments_, results_;
  Lent lent_;
};

}  // namespace pp

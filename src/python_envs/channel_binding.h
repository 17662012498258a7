// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Channels as Python sees them, and waits that answer signals.
#pragma once

#include <nanobind/nanobind.h>
#include <poll.h>

#include <chrono>
#include <span>

#include "channel.h"

namespace nb = nanobind;

namespace pp {

// What a channel waits for.
inline pollfd awaited(const Channel& channel) {
  const bool writes = channel.writing(), reads = channel.front() == nullptr;
  return {channel.descriptor(), static_cast<short>((writes ? POLLOUT : 0) | (reads ? POLLIN : 0)),
          0};
}

// Waits without the GIL until a file is ready, for so long at most. Throws what a signal handler
// raises.
void wait_for_files(std::span<pollfd> files, std::chrono::milliseconds most);

void bind_channel(nb::module_& m);

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Bytes of any length that are passed in addition to rows and actions. Each process writes into a
// part of the segment of its own. An environment's block is used again for its next bytes and only
// grows, to the next power of two, so that at most half of what was ever used is wasted.
#pragma once

#include <parallel_pool/core/batches/segment.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace pp {

class SideMemory {
 public:
  // `next` counts the bytes in use; it outlives this process.
  SideMemory(const Segment& segment, std::uint64_t first, std::uint64_t bytes, std::uint64_t& next)
      : segment_(segment), first_(first), bytes_(bytes), next_(next) {}

  // A block of at least `bytes`, which may be the one there is.
  std::byte* grow(std::uint64_t& offset, std::uint64_t& capacity, std::size_t bytes) {
    if (bytes > capacity) {
      const std::uint64_t size = std::bit_ceil(std::max<std::uint64_t>(bytes, kLeast));
      if (size > bytes_ - next_) {
        throw std::length_error("infos and objects of environments need " + std::to_string(size) +
                                " more bytes, but " + std::to_string(bytes_ - next_) +
                                " are left for this worker");
      }
      offset = first_ + next_;
      capacity = size;
      next_ += size;
    }
    return segment_.base() + offset;
  }

 private:
  static constexpr std::uint64_t kLeast = 128;

  const Segment& segment_;
  const std::uint64_t first_, bytes_;
  std::uint64_t& next_;
};

}  // namespace pp

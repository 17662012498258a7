// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The environments of a batch in which all of them step, split into one part for each thread. A
// thread runs its own part first, and the part is the same in every batch, so environments and rows
// stay in the caches of the thread's CPU. When its own part is done, it takes work from the ends of
// other parts, so that no thread waits for another while there is work that has not begun.
//
// Protocol
//   Caller: 1. fill() while everything is taken and its results are there.
//   Taker:  2. take() a range of its own part, or of another.
//
//   Part::bounds  what is left of a part, both ends in one word. Written by the caller (release)
//                 and taken from by anyone (compare and exchange, acquire-release), so that a
//                 taker sees what the caller prepared. A taker that was held up since an earlier
//                 batch may find the same bounds again: then the range is there to be taken, like
//                 any other.
//   parts_        written by the caller, read by takers that look for more work; relaxed: with an
//                 old value they overlook parts, or look at empty ones.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace pp {

class SplitRange {
 public:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // not included

    std::uint32_t size() const { return last - first; }
  };
  // How many are taken at a time: half of what a part has left, within these limits.
  struct Chunks {
    std::uint32_t least = 1;
    std::uint32_t most = 1;
    std::uint32_t together = 1;  // both are multiples of this
  };

  explicit SplitRange(std::size_t most_parts) : places_(std::make_unique<Place[]>(most_parts)) {}

  // Splits 0, ..., count - 1 into the parts `first_part` to `end_part - 1`, whose sizes are
  // multiples of `together` if there is enough.
  void fill(std::uint32_t count, std::size_t first_part, std::size_t end_part,
            std::uint32_t together) {
    parts_.store(end_part, std::memory_order_relaxed);
    const std::uint64_t groups = (count + together - 1) / together;
    const std::size_t parts = end_part - first_part;
    const auto border = [&](std::size_t part) {
      return std::min(count, static_cast<std::uint32_t>(groups * part / parts) * together);
    };
    for (std::size_t part = 0; part < parts; ++part) {
      const Range range{border(part), border(part + 1)};
      places_[first_part + part].bounds.store(range, std::memory_order_release);
    }
  }

  // Takes a range: of part `own` if there is one that has any left. An empty one if all is taken.
  Range take(std::size_t own, const Chunks& chunks) {
    const std::size_t parts = parts_.load(std::memory_order_relaxed);
    if (own < parts) {
      const Range range = take_front(places_[own], chunks);
      if (range.size() > 0) return range;
    }
    for (std::size_t i = 1; i <= parts; ++i) {
      const Range other = take_back(places_[(own + i) % parts], chunks);
      if (other.size() > 0) return other;
    }
    return {};
  }

  // Whether anything is left to be taken.
  bool any() const {
    const std::size_t parts = parts_.load(std::memory_order_relaxed);
    for (std::size_t part = 0; part < parts; ++part) {
      if (places_[part].bounds.load(std::memory_order_acquire).size() > 0) return true;
    }
    return false;
  }

 private:
  struct alignas(64) Place {
    std::atomic<Range> bounds{Range{}};
  };
  static_assert(std::atomic<Range>::is_always_lock_free);

  static std::uint32_t chunk_of(const Range& left, const Chunks& chunks) {
    const std::uint32_t half = left.size() / 2 / chunks.together * chunks.together;
    return std::min(std::clamp(half, chunks.least, chunks.most), left.size());
  }

  static Range take_front(Place& place, const Chunks& chunks) {
    Range left = place.bounds.load(std::memory_order_acquire);
    while (left.size() > 0) {
      const Range taken{left.first, left.first + chunk_of(left, chunks)};
      if (place.bounds.compare_exchange_weak(left, {taken.last, left.last},
                                             std::memory_order_acq_rel,
                                             std::memory_order_acquire)) {
        return taken;
      }
    }
    return {};
  }

  static Range take_back(Place& place, const Chunks& chunks) {
    Range left = place.bounds.load(std::memory_order_acquire);
    while (left.size() > 0) {
      const Range taken{left.last - chunk_of(left, chunks), left.last};
      if (place.bounds.compare_exchange_weak(left, {left.first, taken.first},
                                             std::memory_order_acq_rel,
                                             std::memory_order_acquire)) {
        return taken;
      }
    }
    return {};
  }

  std::unique_ptr<Place[]> places_;
  std::atomic<std::size_t> parts_{1};
};

}  // namespace pp

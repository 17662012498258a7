// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Memory that a pool shares with other processes: one file without a name, so that nothing of it
// outlives the processes. It is mapped much larger than it will ever get; the system gives a page
// when it is first written. Linux only.
#pragma once

#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/threads/fork_guard.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace pp {

class Segment {
 public:
  // A new file of this size; throws std::bad_alloc if there is no room to map it, and an Error if
  // it cannot be made.
  static std::shared_ptr<Segment> create(std::size_t bytes);
  // The file behind a descriptor, which stays the caller's.
  static std::shared_ptr<Segment> attach(int descriptor);
  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  std::byte* base() const { return base_; }
  std::size_t bytes() const { return bytes_; }
  int descriptor() const { return descriptor_; }
  template <class T>
  T* at(std::uint64_t offset) const {
    return reinterpret_cast<T*>(base_ + offset);
  }
  // Gives the pages of a range back to the system.
  void discard(std::uint64_t offset, std::size_t bytes) noexcept;

 private:
  Segment(int descriptor, std::size_t bytes);

  int descriptor_;
  std::size_t bytes_;
  std::byte* base_;
};

// Batches in a part of a segment, which lives as long as the last of them. All are equally large.
class SegmentMemory final : public BatchMemory {
 public:
  SegmentMemory(std::shared_ptr<Segment> segment, std::uint64_t first, std::uint64_t end)
      : segment_(std::move(segment)), next_(first), end_(end) {}

  void* allocate(std::size_t bytes) override;
  void deallocate(void* memory, std::size_t bytes) noexcept override;

 private:
  std::shared_ptr<Segment> segment_;
  ForkGuard fork_guard_;
  std::mutex mutex_;  // taken where a batch is made or unmade, not where it is recycled
  std::vector<std::uint64_t> free_;
  std::size_t made_ = 0;
  std::uint64_t next_;
  std::uint64_t end_;
};

}  // namespace pp

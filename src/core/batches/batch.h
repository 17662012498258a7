// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One batch: a single 64-byte-aligned allocation with a contiguous array for each column, and the
// store that hands batches out and takes them back for reuse.
//
// Protocol of the store
//   1. The pool's calling thread acquires: it pops a free batch or allocates one.
//   2. The thread that drops the last view of the batch releases it, at any time, also
//      after the pool is gone: one push onto a lock-free stack, or a plain deallocation when
//      enough batches are free. A release never waits and never calls into the pool.
//   free_        written by every releaser (push, release order) and by the acquirer (pop, acquire
//                order). Only one thread pops, and a popped batch is the acquirer's alone, so the
//                head cannot be popped and pushed back in between (no ABA).
//   free_count_  relaxed: it only limits how much memory is kept.
#pragma once

#include <parallel_pool/core/batches/batch_layout.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace pp {

class BatchStore;

class Batch {
 public:
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  std::byte* const* columns() const { return reinterpret_cast<std::byte* const*>(this + 1); }
  template <class T>
  T* column(std::size_t index) const {
    return reinterpret_cast<T*>(columns()[index]);
  }

  // Gives the memory back. Nothing may use the batch afterwards.
  void release() noexcept;

  void* lease = nullptr;  // of the code that handed the batch out; the engine ignores it

 private:
  friend class BatchStore;
  Batch() = default;

  std::shared_ptr<BatchStore> store_;  // set while the batch is out
  Batch* next_ = nullptr;
  std::byte* data_ = nullptr;  // the first column
};

// Supplies a pool with batches and takes back unreceived ones. For the calling thread only.
class BatchSource {
 public:
  virtual ~BatchSource() = default;
  virtual Batch* acquire() = 0;
  virtual void give_back(Batch* batch) noexcept = 0;
};

// Where the columns of batches come from, if not from the heap. `deallocate` runs on the thread
// that drops the last view of a batch; it may be any.
class BatchMemory {
 public:
  virtual ~BatchMemory() = default;
  // Aligned as BatchLayout demands; throws std::bad_alloc.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void deallocate(void* memory, std::size_t bytes) noexcept = 0;
};

class BatchStore : public BatchSource, public std::enable_shared_from_this<BatchStore> {
 public:
  // Keeps up to `keep` free batches. Without `memory` they lie on the heap.
  BatchStore(const BatchLayout& layout, std::size_t keep,
             std::unique_ptr<BatchMemory> memory = nullptr);
  ~BatchStore() override;
  BatchStore(const BatchStore&) = delete;
  BatchStore& operator=(const BatchStore&) = delete;

  Batch* acquire() override;
  void give_back(Batch* batch) noexcept override { batch->release(); }
  std::size_t free_count() const { return free_count_.load(std::memory_order_relaxed); }

 private:
  friend class Batch;
  void put_back(Batch* batch) noexcept;
  Batch* allocate() const;
  void deallocate(Batch* batch) const noexcept;

  std::vector<std::size_t> offsets_;
  std::size_t bytes_;
  std::size_t header_bytes_;
  std::size_t keep_;
  std::unique_ptr<BatchMemory> memory_;
  std::atomic<Batch*> free_{nullptr};
  std::atomic<std::size_t> free_count_{0};
};

}  // namespace pp

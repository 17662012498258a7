// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Allocation and recycling of batches.
#include <parallel_pool/core/batches/batch.h>

#include <new>
#include <utility>

namespace pp {

void Batch::release() noexcept {
  const std::shared_ptr<BatchStore> store = std::move(store_);
  store->put_back(this);
}

BatchStore::BatchStore(const BatchLayout& layout, std::size_t keep,
                       std::unique_ptr<BatchMemory> memory)
    : offsets_(layout.offsets), bytes_(layout.bytes), keep_(keep), memory_(std::move(memory)) {
  const std::size_t header = sizeof(Batch) + offsets_.size() * sizeof(std::byte*);
  constexpr std::size_t kAlignment = BatchLayout::kAlignment;
  header_bytes_ = (header + kAlignment - 1) / kAlignment * kAlignment;
}

BatchStore::~BatchStore() {
  Batch* batch = free_.load(std::memory_order_acquire);
  while (batch != nullptr) deallocate(std::exchange(batch, batch->next_));
}

Batch* BatchStore::acquire() {
  Batch* head = free_.load(std::memory_order_acquire);
  while (head != nullptr &&
         !free_.compare_exchange_weak(head, head->next_, std::memory_order_acquire,
                                      std::memory_order_acquire)) {
  }
  if (head == nullptr) {
    head = allocate();
  } else {
    free_count_.fetch_sub(1, std::memory_order_relaxed);
  }
  head->store_ = shared_from_this();
  return head;
}

void BatchStore::put_back(Batch* batch) noexcept {
  if (free_count_.fetch_add(1, std::memory_order_relaxed) >= keep_) {
    free_count_.fetch_sub(1, std::memory_order_relaxed);
    deallocate(batch);
    return;
  }
  batch->next_ = free_.load(std::memory_order_relaxed);
  while (!free_.compare_exchange_weak(batch->next_, batch, std::memory_order_release,
                                      std::memory_order_relaxed)) {
  }
}

Batch* BatchStore::allocate() const {
  auto* const data =
      memory_ != nullptr ? static_cast<std::byte*>(memory_->allocate(bytes_)) : nullptr;
  const std::size_t size = header_bytes_ + (data != nullptr ? 0 : bytes_);
  void* memory = ::operator new(size, std::align_val_t{BatchLayout::kAlignment});
  auto* batch = ::new (memory) Batch();
  batch->data_ = data != nullptr ? data : static_cast<std::byte*>(memory) + header_bytes_;
  auto** columns = reinterpret_cast<std::byte**>(batch + 1);
  for (std::size_t i = 0; i < offsets_.size(); ++i) columns[i] = batch->data_ + offsets_[i];
  return batch;
}

void BatchStore::deallocate(Batch* batch) const noexcept {
  if (memory_ != nullptr) memory_->deallocate(batch->data_, bytes_);
  batch->~Batch();
  ::operator delete(batch, std::align_val_t{BatchLayout::kAlignment});
}

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Batches whose rows lie on the NUMA nodes of the workers that write them.
#pragma once

#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/pool/pool_options.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace pp {

// Asks the system to place the rows of a home's environments on the home's node. If it refuses, a
// page lies on the node of the thread that writes it first.
class HomeMemory final : public BatchMemory {
 public:
  // For batches of sync mode, in which environment i has row i.
  HomeMemory(const BatchLayout& layout, const std::vector<Home>& homes);

  void* allocate(std::size_t bytes) override;
  void deallocate(void* memory, std::size_t bytes) noexcept override;

 private:
  struct Part {
    std::size_t first = 0;
    std::size_t last = 0;  // bytes, not included
    int node = 0;
  };
  std::vector<Part> parts_;
};

// For the batches of a pool; null if they lie on the heap.
std::unique_ptr<BatchMemory> batch_memory(const BatchLayout& layout, const PoolOptions& options);

}  // namespace pp

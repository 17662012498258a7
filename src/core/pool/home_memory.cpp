// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Maps memory, and binds its pages to NUMA nodes.
#include <parallel_pool/core/pool/home_memory.h>

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace pp {
namespace {

// Smaller parts are not bound: the system keeps a record of each, and has room for some ten
// thousands in a process. So users can keep many batches.
constexpr std::size_t kLeastBytes = 64 * 1024;

std::size_t page_bytes() {
#if defined(__linux__)
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#else
  return 4096;
#endif
}

}  // namespace

HomeMemory::HomeMemory(const BatchLayout& layout, const std::vector<Home>& homes) {
  const std::size_t page = page_bytes();
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    const Column& column = layout.columns[i];
    const std::size_t row = column.row_bytes() * (column.per_player ? layout.max_players : 1);
    for (const Home& home : homes) {
      // Pages that two homes share stay where they are written first.
      const std::size_t first = (layout.offsets[i] + home.first_env * row + page - 1) / page;
      const std::size_t last = (layout.offsets[i] + home.last_env * row) / page;
      if (last > first && (last - first) * page >= kLeastBytes) {
        parts_.push_back({first * page, last * page, home.node});
      }
    }
  }
}

#if defined(__linux__)

void* HomeMemory::allocate(std::size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  constexpr int kPreferred = 1;  // MPOL_PREFERRED of the kernel's interface
  constexpr std::size_t kNodes = 1024;
  constexpr std::size_t kBits = 8 * sizeof(unsigned long);
  for (const Part& part : parts_) {
    unsigned long nodes[kNodes / kBits] = {};
    const auto node = static_cast<std::size_t>(part.node);
    if (node >= kNodes) continue;
    nodes[node / kBits] |= 1ul << node % kBits;
    syscall(SYS_mbind, static_cast<std::byte*>(memory) + part.first, part.last - part.first,
            kPreferred, nodes, kNodes + 1, 0);
  }
  return memory;
}

void HomeMemory::deallocate(void* memory, std::size_t bytes) noexcept { munmap(memory, bytes); }

#else

void* HomeMemory::allocate(std::size_t bytes) {
  return ::operator new(bytes, std::align_val_t{BatchLayout::kAlignment});
}

void HomeMemory::deallocate(void* memory, std::size_t) noexcept {
  ::operator delete(memory, std::align_val_t{BatchLayout::kAlignment});
}

#endif

std::unique_ptr<BatchMemory> batch_memory(const BatchLayout& layout, const PoolOptions& options) {
  const std::vector<Home>& homes = options.placement.homes;
  if (homes.size() < 2 || !options.sync()) return nullptr;
  return std::make_unique<HomeMemory>(layout, homes);
}

}  // namespace pp

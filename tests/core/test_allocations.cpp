// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The counter of allocations counts them all; without this, one that counts nothing would pass.
#include <cstdlib>
#include <new>
#include <thread>

#include "check.h"
#include "heap_counter.h"

namespace pp::testing {
namespace {

// Keeps an allocation from being optimised away.
template <class T>
T* seen(T* pointer) {
  __asm__ volatile("" : "+r"(pointer) : : "memory");
  return pointer;
}

void the_counter_counts() {
  const auto counts = [](auto&& allocate) {
    const std::uint64_t before = allocations();
    allocate();
    return allocations() - before;
  };
  check_equal(counts([] { std::free(seen(std::malloc(10))); }), 1u, "malloc");
  check_equal(counts([] { std::free(seen(std::calloc(10, 10))); }), 1u, "calloc");
  check_equal(counts([] { delete seen(new int); }), 1u, "new");
  check_equal(counts([] {
                ::operator delete(seen(::operator new(64, std::align_val_t{64})),
                                  std::align_val_t{64});
              }),
              1u, "aligned new");
  check(counts([] { std::thread([] { std::free(seen(std::malloc(10))); }).join(); }) >= 2u,
        "other threads");
}

}  // namespace
}  // namespace pp::testing

int main() { pp::testing::the_counter_counts(); }

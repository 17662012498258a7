// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The split range: parts are even and the same in every batch; a thread that is done
// takes from others; each number is taken exactly once, however many take.
#include <parallel_pool/core/queues/split_range.h>

#include <atomic>
#include <thread>
#include <vector>

#include "check.h"

namespace pp::testing {
namespace {

constexpr SplitRange::Chunks kAll{1000, 1000, 1};

void parts_are_even_multiples() {
  SplitRange range(5);
  for (int batch = 0; batch < 3; ++batch) {
    check(!range.any());
    range.fill(100, 1, 4, 8);
    const std::uint32_t borders[] = {0, 32, 64, 100};
    for (std::size_t part = 1; part < 4; ++part) {
      check(range.any());
      const SplitRange::Range taken = range.take(part, kAll);
      check_equal(taken.first, borders[part - 1]);
      check_equal(taken.last, borders[part]);
    }
    check_equal(range.take(2, kAll).size(), 0u);
  }
  range.fill(3, 0, 5, 8);
  std::uint32_t sum = 0;
  for (std::size_t part = 0; part < 5; ++part) sum += range.take(part, kAll).size();
  check_equal(sum, 3u, "fewer than parts");
}

void chunks_are_halves_within_limits() {
  SplitRange range(1);
  range.fill(1000, 0, 1, 1);
  const SplitRange::Chunks chunks{8, 200, 8};
  std::vector<std::uint32_t> sizes;
  while (range.any()) sizes.push_back(range.take(0, chunks).size());
  const std::vector<std::uint32_t> expected{200, 200, 200, 200, 96, 48, 24, 16, 8, 8};
  check(sizes == expected);
}

void who_is_done_takes_from_the_ends_of_others() {
  SplitRange range(3);
  range.fill(300, 0, 3, 1);
  check_equal(range.take(0, kAll).last, 100u);
  const SplitRange::Range stolen = range.take(0, {30, 30, 1});
  check_equal(stolen.first, 170u);
  check_equal(stolen.last, 200u);
  check_equal(range.take(1, kAll).first, 100u, "its own part still begins where it did");
  check_equal(range.take(7, kAll).first, 200u, "without a part of its own");
  check(!range.any());
}

void each_number_is_taken_once() {
  constexpr std::uint32_t kCount = 5000;
  constexpr int kBatches = 300;
  constexpr std::size_t kThreads = 4;
  SplitRange range(kThreads);
  std::vector<std::atomic<int>> taken(kCount);
  std::atomic<std::uint32_t> done{0};
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (std::size_t own = 1; own <= kThreads; ++own) {
    threads.emplace_back([&, own] {
      while (!stop.load(std::memory_order_relaxed)) {
        const SplitRange::Range found = range.take(own, {1, 64, 1});
        for (std::uint32_t i = found.first; i < found.last; ++i) {
          taken[i].fetch_add(1, std::memory_order_relaxed);
        }
        done.fetch_add(found.size(), std::memory_order_acq_rel);
      }
    });
  }
  for (int batch = 1; batch <= kBatches; ++batch) {
    range.fill(kCount, batch % 2 == 0 ? 0 : 1, 1 + static_cast<std::size_t>(batch) % 3 + 1, 1);
    while (done.load(std::memory_order_acquire) < kCount) std::this_thread::yield();
    done.store(0, std::memory_order_relaxed);
    for (const auto& times : taken) check_equal(times.load(std::memory_order_relaxed), batch);
  }
  stop.store(true, std::memory_order_relaxed);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace pp::testing

int main() {
  using namespace pp::testing;
  parts_are_even_multiples();
  chunks_are_halves_within_limits();
  who_is_done_takes_from_the_ends_of_others();
  each_number_is_taken_once();
}

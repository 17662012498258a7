// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Where the environments of a pool are made. Linux gives a page of memory to the node of the thread
// that writes it first, so blocks of environments are made by threads next to their memory.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace pp {

class EnvPlaces {
 public:
  struct Block {
    std::uint32_t end = 0;  // one after its last environment
    std::vector<int> cpus;  // that the thread may use; empty: the calling thread makes them
  };

  // All are made by the calling thread.
  EnvPlaces(std::uint32_t count) : blocks_{{count, {}}} {}  // NOLINT: a count is enough
  explicit EnvPlaces(std::vector<Block> blocks) : blocks_(std::move(blocks)) {}

  std::uint32_t count() const { return blocks_.back().end; }

  // Calls `make_up_to(end)` for one block after the other. Rethrows what it throws.
  void each(const std::function<void(std::uint32_t end)>& make_up_to) const;

 private:
  std::vector<Block> blocks_;  // at least one, in the order of their ends
};

}  // namespace pp

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Records what a run of the program first does with each byte of RAM. The result of a run depends
// only on the bytes that it reads before it writes them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pp::atari {

class RamHistory {
 public:
  static constexpr std::size_t kBytes = 128;

  constexpr void read(std::size_t index) {
    if (first_[index] == kNothing) first_[index] = kRead;
  }
  constexpr void write(std::size_t index) {
    if (first_[index] == kNothing) first_[index] = kWritten;
  }

  bool untouched(std::size_t index) const { return first_[index] == kNothing; }
  // Whether nothing that is to come can change it.
  bool complete() const { return std::ranges::find(first_, kNothing) == first_.end(); }
  bool depends_on(std::size_t index) const { return first_[index] == kRead; }

 private:
  enum First : std::uint8_t { kNothing, kRead, kWritten };
  std::array<First, kBytes> first_{};
};

}  // namespace pp::atari

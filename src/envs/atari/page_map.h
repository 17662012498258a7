// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Where the processor finds bytes without asking a chip: the address space in pages of 64 bytes.
#pragma once

#include <cstdint>

namespace pp::atari {

inline constexpr int kPageBits = 6;
inline constexpr int kPageBytes = 1 << kPageBits;
// 14 address bits: the bus has 13, and the FE cartridge looks at one more.
inline constexpr int kPages = 256;

constexpr int page_of(std::uint16_t address) { return (address >> kPageBits) & (kPages - 1); }

// A page without memory, or whose accesses have effects, is null: ask the machine.
struct PageMap {
  const std::uint8_t* code[kPages] = {};  // pages whose instructions may run on into the next one
  const std::uint8_t* read[kPages] = {};
  std::uint8_t* write[kPages] = {};

  void set(int page, const std::uint8_t* readable, std::uint8_t* writable) {
    read[page] = readable;
    write[page] = writable;
  }
  // To be called after changes of `read` in [first, last).
  void link(int first, int last) {
    for (int page = first > 0 ? first - 1 : 0; page < last; ++page) {
      const bool goes_on =
          read[page] != nullptr && page + 1 < kPages && read[page + 1] == read[page] + kPageBytes;
      code[page] = goes_on ? read[page] : nullptr;
    }
  }
};

}  // namespace pp::atari

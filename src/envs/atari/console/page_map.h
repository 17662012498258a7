// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The memory that the processor accesses directly, without a chip, in pages of 64 bytes.
#pragma once

#include <cstdint>

namespace pp::atari {

inline constexpr int kPageBits = 6;
inline constexpr int kPageBytes = 1 << kPageBits;
inline constexpr int kPages = 128;  // the bus has 13 address bits

constexpr int page_of(int address) { return (address >> kPageBits) & (kPages - 1); }

// A page without memory, or whose accesses have effects, is null: ask the machine.
struct PageMap {
  const std::uint8_t* read[kPages] = {};
  std::uint8_t* write[kPages] = {};
};

struct Cell;  // decoding.h

// A part of the program that can be executed where its cells lie. The address of a cell, in cells,
// has the low byte of the address in the 6507's memory.
struct CodeWindow {
  const Cell* begin = nullptr;
  int size = 0;          // an instruction that starts before this does not reach beyond the window
  std::uint16_t at = 0;  // the address of the first byte
};

}  // namespace pp::atari

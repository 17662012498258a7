// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Measures of the television's picture, and the memory that it is drawn into.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "row_key.h"

namespace pp::atari {

// A cycle of the processor is three colour clocks; a scanline is 76 cycles.
inline constexpr int kClocksPerCycle = 3;
inline constexpr int kClocksPerLine = 228;
inline constexpr int kBlankClocks = 68;  // of a line, before its first pixel
inline constexpr int kWidth = 160;
inline constexpr int kNtscHeight = 210;
inline constexpr int kPalHeight = 250;

// Rows of a frame buffer. After a system reset within a frame, drawing starts at the frame's first
// line instead of the first displayed one, and goes on to the last displayed one.
inline constexpr int kBufferRows = 300;

struct Picture {
  alignas(32) std::uint8_t rows[kBufferRows * kWidth];
};

// A set of rows.
class RowSet {
 public:
  void add(int row) { words_[row / kBits] |= std::uint64_t{1} << row % kBits; }
  void remove(int row) { words_[row / kBits] &= ~(std::uint64_t{1} << row % kBits); }
  void add_all() { words_.fill(~std::uint64_t{0}); }
  void clear() { words_.fill(0); }
  // The first row from `row` on, or kBufferRows.
  int next(int row) const {
    std::uint64_t word = words_[row / kBits] >> row % kBits << row % kBits;
    for (row /= kBits; word == 0; word = words_[row]) {
      if (++row == kWords) return kBufferRows;
    }
    return std::min(row * kBits + std::countr_zero(word), kBufferRows);
  }

 private:
  static constexpr int kBits = 64;
  static constexpr int kWords = kBufferRows / kBits + 1;
  std::array<std::uint64_t, kWords> words_;
};

// Two pictures that frames are drawn into by turns, as palette indices, and what each of their rows
// was made from. Keys describe the pictures, not the machine: they stay as they are when the
// machine goes back to an earlier moment.
//
// Most frames use two thirds of the rows, and the operating system provides memory only for pages
// that are written. So the buffers begin as zeros, and a reset writes only what is not 0.
struct FrameBuffers {
  struct Free {
    void* memory;
    void operator()(FrameBuffers*) const { std::free(memory); }
  };
  using Pointer = std::unique_ptr<FrameBuffers, Free>;
  static Pointer make();

  Picture pictures[2];
  RowKey keys[2][kBufferRows];
  // The rows whose pixels may have changed since a reader of the pictures has removed them.
  RowSet changed[2];
  // What the rows of the last frame that was not drawn consisted of, without colours, and how they
  // collide. This depends on no picture, so it is never forgotten.
  RowKey undrawn[kBufferRows];
  int current;

  void clear_pictures() {
    for (Picture& picture : pictures) {
      for (int at = 0; at < kBufferRows * kWidth; at += kWidth) {
        std::uint8_t* const row = picture.rows + at;
        if (std::any_of(row, row + kWidth, [](std::uint8_t pixel) { return pixel != 0; })) {
          std::memset(row, 0, kWidth);
        }
      }
    }
  }
  void forget_keys(int picture) {
    for (RowKey& key : keys[picture]) key.forget();
    changed[picture].add_all();
  }
};

static_assert(std::is_trivially_default_constructible_v<FrameBuffers> &&
              std::is_trivially_destructible_v<FrameBuffers>);

inline FrameBuffers::Pointer FrameBuffers::make() {
  constexpr std::size_t kAlignment = alignof(FrameBuffers);
  std::size_t space = sizeof(FrameBuffers) + kAlignment;
  void* const memory = std::calloc(1, space);
  if (memory == nullptr) throw std::bad_alloc();
  void* aligned = memory;
  std::align(kAlignment, sizeof(FrameBuffers), aligned, space);
  return Pointer(static_cast<FrameBuffers*>(aligned), Free{memory});
}

// In pieces that compilers turn into vector moves; for a whole row they would emit a loop of a
// string instruction, which is slow to start.
inline constexpr int kPiece = 32;

inline void copy_row(std::uint8_t* to, const std::uint8_t* from) {
  for (int x = 0; x < kWidth; x += kPiece) std::memcpy(to + x, from + x, kPiece);
}

}  // namespace pp::atari

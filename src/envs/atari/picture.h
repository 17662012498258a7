// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Measures of the television's picture, and the memory that it is drawn into.
#pragma once

#include <cstdint>

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

// Two pictures that frames are drawn into by turns, as palette indices.
struct Picture {
  alignas(32) std::uint8_t rows[kBufferRows * kWidth];
};
struct FrameBuffers {
  Picture pictures[2] = {};
  int current = 0;
};

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What distinguishes one console with its cartridge from another.
#pragma once

#include <cstdint>

namespace pp::atari {

// A cycle of the processor is three colour clocks; a scanline is 76 cycles.
inline constexpr int kClocksPerCycle = 3;
inline constexpr int kClocksPerLine = 228;
inline constexpr int kBlankClocks = 68;
inline constexpr int kWidth = 160;
inline constexpr int kMaxHeight = 250;
// Rows of a frame buffer. After a system reset within a frame, drawing starts at the frame's first
// line instead of the first displayed one, and goes on to the last displayed one.
inline constexpr int kBufferRows = 300;

enum class CartridgeType : std::uint8_t { k2K, k4K, kF8, kF6, kE0, kF8SC, kF6SC, kFE, kDPC };

enum class TvFormat : std::uint8_t { kNtsc, kPal };

enum class Jack : std::uint8_t { kJoystick, kPaddles };

struct ConsoleProperties {
  CartridgeType cartridge = CartridgeType::k4K;
  int first_row = 34;  // the first displayed scanline, at most 40
  int height = 210;    // displayed scanlines with an NTSC picture, at most kMaxHeight
  Jack left_jack = Jack::kJoystick;
  Jack right_jack = Jack::kJoystick;
  bool swap_ports = false;    // the first player's stick is in the right jack
  bool swap_paddles = false;  // the paddles of a jack change places
  bool hmove_blanks = true;   // HMOVE blanks the left edge
  bool power_on_expert = false;  // both difficulty switches are at A when the TV format is detected
};

}  // namespace pp::atari

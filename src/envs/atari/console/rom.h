// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The facts of a cartridge that the hardware needs: identity, type, television and controllers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pp::atari {

enum class Cartridge : std::uint8_t { k2K, k4K, kF8, kF8SC, kF6, kF6SC, kE0, kFE, kDPC };

enum class Television : std::uint8_t { kNtsc, kPal };

// What is plugged in. With swapped ports the player's stick is on the right port; with swapped
// paddles the two of a port change places.
enum class Controllers : std::uint8_t {
  kJoysticks,
  kSwappedJoysticks,
  kPaddlesLeft,
  kSwappedPaddlesBoth,
  kPaddlesBoth,
};

struct Rom {
  std::string_view name;  // of the file, without its suffix
  std::string_view md5;
  Cartridge cartridge;
  Television television = Television::kNtsc;
  int first_line = 34;  // the first scanline that is displayed
  int height = 210;     // displayed lines
  Controllers controllers = Controllers::kJoysticks;
  bool hmove_blanks = true;
  bool power_on_expert = false;  // both difficulty switches at A while television is detected
  // The run that detects the television leaves something that the first reset depends on.
  bool detection_matters = false;
};

// Bytes of an image.
constexpr int size_of(Cartridge cartridge) {
  switch (cartridge) {
    case Cartridge::k2K:
      return 2048;
    case Cartridge::k4K:
      return 4096;
    case Cartridge::kF8:
    case Cartridge::kF8SC:
    case Cartridge::kE0:
    case Cartridge::kFE:
      return 8192;
    case Cartridge::kF6:
    case Cartridge::kF6SC:
      return 16384;
    case Cartridge::kDPC:
      return 10495;
  }
  return 0;
}

// All ROMs, by name.
std::span<const Rom> roms();

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a row of the picture follows from, in a form that can be compared: how each object looks at
// the row's end, and the log of what changed within the row.
//
// The protocol of the log:
// - While a row is drawn, its pixels are not. Before a register changes what an object shows, or a
//   colour, the TIA appends how that looked until this pixel. What changes before the first pixel
//   is not logged: the row never showed it.
// - When a row is complete, its key is compared with the one that the picture's row was made from.
//   If both are equal, the row is there already, and so is what it collides.
// - Otherwise the row is made from the key: it holds all that pixels and collisions depend on.
// - An object that shows nothing has the look 0, wherever it is, and a colour that nothing in the
//   row has counts as 0. A black row has no looks and no log.
// - A row that is made in parts has no key: its picture is unknown to the next frame.
#pragma once

#include <bit>
#include <cstdint>

namespace pp::atari {

// How an object looks, as four bytes. Of players, missiles and the ball: the pattern (bit 7 of a
// player's is on the left; bit 0 of the others'), the position, bits 0-2 of NUSIZ, and two flags.
// Of the playfield: PF0, PF1, PF2, and whether the right half is mirrored.
struct Look {
  std::uint8_t pattern = 0;
  std::uint8_t position = 0;
  std::uint8_t mode = 0;
  std::uint8_t flags = 0;

  static constexpr std::uint8_t kReflected = 1;
  static constexpr std::uint8_t kSkipsFirst = 2;
};

// Until pixel x, `what` (an object, or all four colours) was as the word says.
using LogEntry = std::uint64_t;

constexpr LogEntry log_entry(int x, int what, std::uint32_t word) {
  return static_cast<LogEntry>(word) << 32 | static_cast<LogEntry>(what) << 8 |
         static_cast<LogEntry>(x);
}
constexpr int pixel_of(LogEntry entry) { return static_cast<int>(entry & 0xff); }
constexpr int what_of(LogEntry entry) { return static_cast<int>(entry >> 8 & 0xff); }
constexpr std::uint32_t word_of(LogEntry entry) { return static_cast<std::uint32_t>(entry >> 32); }

struct RowKey {
  static constexpr int kObjects = 6;
  static constexpr unsigned kMostEntries = 6;  // rows with a longer log have no key
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  std::uint32_t looks[kObjects];
  std::uint32_t colours;
  std::uint32_t rest = kUnknown;  // rules, blanks, and the length of the log
  LogEntry log[kMostEntries];
  std::uint16_t latches;  // what the row collides

  bool known() const { return rest != kUnknown; }
  void forget() { rest = kUnknown; }
  unsigned length() const { return rest >> 24; }
};

}  // namespace pp::atari

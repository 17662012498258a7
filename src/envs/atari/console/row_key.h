// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a row of the picture depends on, in a form that can be compared: how each object looks at
// the row's end, and the log of what changed within the row.
//
// The protocol of the log:
// - While a row is drawn, its pixels are not. Before a register changes what an object shows, or a
//   colour, the TIA appends how that looked until this pixel. What changes before the first pixel
//   is not logged: the row never showed it.
// - When a row is complete, its key is compared with the one that the picture's row was made from.
//   If both are equal, the picture has the row already, and its collisions are known.
// - Otherwise the row is made from the key: it holds all that pixels and collisions depend on.
// - An object that shows nothing has the look 0, wherever it is. Only those colours count that
//   something in the row may have. A black row has no looks and no log.
// - A row that is made in parts has no key: its picture is unknown to the next frame.
#pragma once

#include <cstdint>

namespace pp::atari {

// How an object looks, in four bytes from the lowest on. Of players, missiles and the ball: the
// pattern (bit 7 of a player's is on the left, bit 0 of the others'), the position, bits 0-2 of
// NUSIZ, and flags. Of the playfield: PF0, PF1, PF2, and whether the right half is mirrored.
using Look = std::uint32_t;

constexpr Look make_look(std::uint8_t first, std::uint8_t second, std::uint8_t third,
                         unsigned flags) {
  return first | std::uint32_t{second} << 8 | std::uint32_t{third} << 16 | flags << 24;
}
constexpr std::uint8_t byte_of(Look look, int byte) {
  return static_cast<std::uint8_t>(look >> (8 * byte));
}
constexpr unsigned flags_of(Look look) { return look >> 24; }
inline constexpr unsigned kReflected = 1;
inline constexpr unsigned kSkipsFirst = 2;

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
  static constexpr std::uint32_t kUnknown = 0;

  Look looks[kObjects];
  std::uint32_t colours;
  std::uint32_t seen;     // the bits of the colours that count
  std::uint32_t rest;     // rules, blanks, and the length of the log; never 0 if known
  std::uint16_t latches;  // the row's collisions
  LogEntry log[kMostEntries];

  bool known() const { return rest != kUnknown; }
  // Keys in memory that was never written are unknown already; this must not write them.
  void forget() {
    if (known()) rest = kUnknown;
  }
};

}  // namespace pp::atari

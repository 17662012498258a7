// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How the TIA's objects are positioned: the strobes RESxx, and motion by HMOVE.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "picture.h"

namespace pp::atari {

// Offsets of a player's or missile's copies, and the width of the player, by NUSIZ bits 0-2.
struct CopyMode {
  int copies;
  int offsets[3];
  int width;
};
inline constexpr CopyMode kCopyModes[8] = {
    {1, {0}, 8},     {2, {0, 16}, 8}, {2, {0, 32}, 8},     {3, {0, 16, 32}, 8},
    {2, {0, 64}, 8}, {1, {0}, 16},    {3, {0, 32, 64}, 8}, {1, {0}, 32},
};

// Where RESP0 and RESP1 put a player.
constexpr int strobed_player(int line_clock) {
  return line_clock < kBlankClocks ? 3 : (line_clock - kBlankClocks + 5) % kWidth;
}

// Where RESM0, RESM1 and RESBL put their object, but for `strobe_exception`.
constexpr int strobed_missile(int line_clock) {
  return line_clock < kBlankClocks ? 2 : (line_clock - kBlankClocks + 4) % kWidth;
}

enum class Strobe : std::uint8_t { kMissile0, kMissile1, kBall };

// Positions that some programs get by a strobe soon after HMOVE, or -1.
constexpr int strobe_exception(Strobe strobe, std::int64_t since_hmove, int line_clock) {
  struct Exception {
    Strobe strobe;
    int since_hmove;
    int line_clock;
    int position;
  };
  constexpr Exception kExceptions[] = {
      {Strobe::kMissile0, 60, 69, 8},  // Dolphin
      {Strobe::kMissile1, 9, 18, 3},   // Pitfall II
      {Strobe::kBall, 54, 60, 10},     // Escape from the Mindmaster
      {Strobe::kBall, 54, 69, 10},     // the same
      {Strobe::kBall, 9, 18, 3},       // Decathlon
      {Strobe::kBall, 21, 30, 6},      // Robot Tank
      {Strobe::kBall, 18, 27, 5},      // Hole Hunter
  };
  constexpr int kLatest = 60;
  if (since_hmove > kLatest) return -1;
  for (const Exception& e : kExceptions) {
    if (e.strobe == strobe && e.since_hmove == since_hmove && e.line_clock == line_clock) {
      return e.position;
    }
  }
  return -1;
}

// What a RESPx strobe meets when the player moves from one position to another.
enum class Meeting : std::uint8_t {
  kNothing,
  kSetUp,    // a copy of the old position is about to be drawn: the first new one is drawn too
  kDrawing,  // a copy of the old position is being drawn: it is finished first
};

namespace detail {
inline constexpr int kLastOfOldCopies = 236;

// By mode, and how far to the right of the old position something happens, from -159 on.
constexpr auto meeting_table() {
  std::array<std::array<Meeting, kWidth + kLastOfOldCopies>, 8> table{};
  for (int mode = 0; mode < 8; ++mode) {
    const CopyMode& m = kCopyModes[mode];
    for (int i = 0; i < m.copies; ++i) {  // the last copy decides
      for (int since = 0; since < 4 + m.width; ++since) {
        const int at = since + m.offsets[i];
        if (at > kLastOfOldCopies) break;
        table[mode][at + kWidth - 1] = since < 4 ? Meeting::kSetUp : Meeting::kDrawing;
      }
    }
  }
  return table;
}
inline constexpr auto kMeetings = meeting_table();
}  // namespace detail

constexpr Meeting meeting(int mode, int from, int to) {
  const auto& meetings = detail::kMeetings[mode];
  const int right = to - from + kWidth - 1;
  if (to + kWidth <= detail::kLastOfOldCopies) {  // going round, which decides
    const Meeting met = meetings[right + kWidth];
    if (met != Meeting::kNothing) return met;
  }
  return meetings[right];
}

// How far an object with this nibble in its HMxx moves to the right when HMOVE is strobed at a
// cycle of the line. Late in the horizontal blank and after the picture only a part happens.
inline constexpr int kFirstPartialMotion = 4;  // the cycle
constexpr int motion(int cycle, int nibble) {
  constexpr int kEarly[17] = {-6, -5, -5, -4, -3, -2, -2, -1, 0, 1, 1, 2, 3, 4, 4, 5, 6};
  constexpr int kLate[20] = {-6, -5, -4, -4, -3, -2, -1, -1, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8};
  const int full = nibble < 8 ? -nibble : 16 - nibble;
  if (cycle < kFirstPartialMotion || cycle == 75) return full;
  if (cycle <= 20) return std::max(full, kEarly[cycle - 4]);
  if (cycle <= 54) return 0;
  return std::min(0, full - kLate[cycle - 55]);
}

namespace detail {
constexpr std::array<std::array<std::int8_t, 16>, 76> motion_table() {
  std::array<std::array<std::int8_t, 16>, 76> table{};
  for (int cycle = 0; cycle < 76; ++cycle) {
    for (int nibble = 0; nibble < 16; ++nibble) {
      table[cycle][nibble] = static_cast<std::int8_t>(motion(cycle, nibble));
    }
  }
  return table;
}
}  // namespace detail
inline constexpr auto kMotions = detail::motion_table();

constexpr int wrapped(int position) {
  return position < 0 ? position + kWidth : position >= kWidth ? position - kWidth : position;
}

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What the TIA remembers: everything that a saved state has of it.
#pragma once

#include <array>
#include <cstdint>

#include "rom.h"

namespace pp::atari {

// A colour clock, counted from about the start of the frame.
using Clock = std::int64_t;

struct TiaOptions {
  int first_row = 34;
  int height = 210;
  Television television = Television::kNtsc;
  bool hmove_blanks = true;
  bool paddles[2] = {false, false};  // in the left and the right jack
};

inline constexpr Clock kNoVsync = 0x7fffffff;

// All that goes on from one frame to the next, or that a frame which takes several calls needs.
struct TiaState {
  using Colours = std::array<std::uint8_t, 4>;

  Clock frame_start = 0;
  Clock drawn = 0;       // the clock up to which the picture is drawn
  Clock line_start = 0;  // of the line that `drawn` is in
  int row = 0;           // of the picture, for that line
  Clock vsync_mark = kNoVsync;
  Clock hmove_clock = 0;
  bool finished = true;
  bool greyed = false;  // the rest of a frame whose processor is frozen
  int scanlines = 0;    // of the last finished frame

  Colours colours{};
  std::uint8_t graphics[2] = {};      // of the players
  std::uint8_t old_graphics[2] = {};  // the same for VDELPx
  bool reflected[2] = {};
  bool skip_first[2] = {};  // the first copy is not drawn
  std::uint8_t nusiz[2] = {};
  bool missile_on[2] = {};
  bool missile_locked[2] = {};  // RESMPx
  bool ball_on = false;
  bool old_ball_on = false;
  bool delayed[3] = {};  // VDELP0, VDELP1, VDELBL
  std::uint8_t playfield[3] = {};
  std::uint8_t ctrlpf = 0;
  bool mirrored = false;  // the playfield's right half, in force
  bool vblank = false;
  bool dumping = false;
  std::uint32_t dump_end = 0;  // the cycle
  std::uint8_t motion[5] = {};
  std::uint8_t position[5] = {};
  std::uint16_t collisions = 0;

  bool blank_armed = false;  // an HMOVE blank is due
  bool blank_here = false;   // in this line
  int blank_from = -1;       // the first pixel of this line that one covers, or -1
  bool ark_on = false;       // Cosmic Ark's stars: missile 0 moves from line to line
  std::uint8_t ark_counter = 0;
  std::uint8_t ark_shape = 0;  // 0 normal, 1 wider, 2 invisible

  template <class Io>
  void serialize(Io& io) {
    io(frame_start, drawn, line_start, row, vsync_mark, hmove_clock, finished, greyed, scanlines,
       colours, graphics, old_graphics, reflected, skip_first, nusiz, missile_on, missile_locked,
       ball_on, old_ball_on, delayed, playfield, ctrlpf, mirrored, vblank, dumping, dump_end,
       motion, position, collisions, blank_armed, blank_here, blank_from, ark_on, ark_counter,
       ark_shape);
  }
};

}  // namespace pp::atari

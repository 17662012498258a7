// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How the TIA's lines come about: deposits, collisions, colours, and what happens between lines.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "tia.h"
#include "tia_shapes.h"

namespace pp::atari {
namespace {

// The pairs of objects behind the collision registers: bits 6 and 7 of register r are the latches
// 2 r and 2 r + 1. Objects are numbered P0, P1, M0, M1, ball, playfield.
constexpr std::uint8_t kPairs[16][2] = {
    {2, 0}, {2, 1}, {3, 1}, {3, 0}, {0, 4}, {0, 5}, {1, 4}, {1, 5},
    {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 4}, {4, 5}, {2, 3}, {0, 1},
};
constexpr int kUnused = 12;  // a latch that nothing sets

// The latches that a set of lit objects may set.
constexpr std::array<std::uint16_t, 64> latch_table() {
  std::array<std::uint16_t, 64> table{};
  for (int lit = 0; lit < 64; ++lit) {
    for (int latch = 0; latch < 16; ++latch) {
      const bool both = (lit >> kPairs[latch][0] & 1) && (lit >> kPairs[latch][1] & 1);
      if (both && latch != kUnused) table[lit] |= static_cast<std::uint16_t>(1 << latch);
    }
  }
  return table;
}
constexpr auto kLatches = latch_table();

constexpr Clock kBlankEnd = kBlankClocks + 8;  // the line's clock at which an HMOVE blank ends
constexpr int kScore = 2;
constexpr int kPriority = 4;

constexpr Mask kLeftHalf = range(0, 80);
constexpr Mask kRightHalf = range(80, 160);

}  // namespace

void Tia::wake() {
  wake_ = s_.drawn >= picture_end_ ? kNever : std::max(picture_start_, s_.drawn + 1);
}

// Starts at the left edge of the line at s_.line_start.
void Tia::begin_line() {
  x_ = 0;
  segment_ = 0;
  for (int i = 0; i < kObjects; ++i) {
    deposits_[i] = {};
    deposited_[i] = 0;
  }
  uniform_ = true;
  s_.blank_here = s_.blank_armed;
  s_.blank_from = s_.blank_armed ? 0 : -1;
}

void Tia::draw_until(Clock t) {
  t = std::min(t, picture_end_);
  while (t > s_.line_start + kClocksPerLine) finish_line();
  s_.drawn = t;
  const Clock now = t - s_.line_start;
  x_ = static_cast<int>(std::clamp<Clock>(now - kBlankClocks, 0, kWidth));
  if (s_.blank_here) {
    if (now >= kBlankEnd) {
      s_.blank_here = s_.blank_armed = false;
    } else if (now < kBlankClocks && drawing_) {
      // Drawing that stops here, before the line's first pixel, blanks too much.
      std::memset(row(s_.row), 0, static_cast<std::size_t>(kBlankEnd - now));
    }
  }
  if (t == picture_end_) flush();
  wake();
}

// Completes the line and goes on to the next one.
void Tia::finish_line() {
  if (s_.blank_here) s_.blank_here = s_.blank_armed = false;
  x_ = kWidth;
  if (changed_ || s_.blank_from >= 0 || segment_ > 0 || s_.row == 0) {
    const bool whole = segment_ == 0 && s_.blank_from < 0 && uniform_;
    flush();
    changed_ = !whole;
  } else if (drawing_) {
    std::memcpy(row(s_.row), row(s_.row - 1), kWidth);
  }
  ++s_.row;
  s_.line_start += kClocksPerLine;
  begin_line();
  end_of_line_actions();
}

void Tia::end_of_line_actions() {
  if (s_.mirrored != ((s_.ctrlpf & 1) != 0)) {
    change(kPlayfield);
    s_.mirrored = !s_.mirrored;
  }
  for (int i = 0; i < 2; ++i) {
    if (!s_.skip_first[i]) continue;
    change(i == 0 ? kP0 : kP1);
    s_.skip_first[i] = false;
  }
  if (s_.ark_on) step_ark();
}

void Tia::step_ark() {
  constexpr int kSteps[4] = {18, 33, 0, 17};
  s_.ark_counter = (s_.ark_counter + 1) & 3;
  change(kM0);
  s_.position[kM0] =
      static_cast<std::uint8_t>(wrapped(s_.position[kM0] - kSteps[s_.ark_counter]));
  s_.ark_shape = s_.ark_counter == 1 || s_.ark_counter == 2 ? s_.ark_counter : 0;
}

// To be called before a register of the object changes.
void Tia::change(Object object) {
  // With both of these, colours depend on which objects are on.
  if ((s_.ctrlpf & (kScore | kPriority)) == (kScore | kPriority)) flush();
  deposit(object);
  stale_ |= 1 << object;
  changed_ = true;
}

void Tia::deposit(Object object) {
  if (deposited_[object] >= x_) return;
  deposits_[object] |= shape(object) & range(deposited_[object], x_);
  deposited_[object] = static_cast<std::uint8_t>(x_);
  uniform_ = false;
}

const Mask& Tia::shape(Object object) {
  if ((stale_ & 1 << object) != 0) {
    stale_ &= ~(1 << object);
    shapes_[object] = make_shape(object);
  }
  return shapes_[object];
}

Mask Tia::make_shape(Object object) const {
  switch (object) {
    case kP0:
    case kP1:
      return player_shape(shown_graphics(object), s_.reflected[object], s_.nusiz[object] & 7,
                          s_.position[object], s_.skip_first[object]);
    case kM0:
    case kM1: {
      const int i = object - kM0;
      const int ark = i == 0 ? s_.ark_shape : 0;
      if (!missile_shown(i) || ark == 2) return {};
      return missile_shape(s_.nusiz[i] >> 4 | ark, s_.nusiz[i] & 7, s_.position[object]);
    }
    case kBall:
      return ball_shown() ? ball_shape(s_.ctrlpf >> 4, s_.position[kBall]) : Mask{};
    default:
      return playfield_shape(s_.playfield[0], s_.playfield[1], s_.playfield[2], s_.mirrored);
  }
}

// Finishes the pixels from segment_ up to x_: their collisions and colours.
void Tia::flush() {
  if (segment_ >= x_) return;
  if (s_.vblank) {
    if (drawing_) std::memset(row(s_.row) + segment_, 0, static_cast<std::size_t>(x_ - segment_));
    for (int i = 0; i < kObjects; ++i) deposits_[i] = {};
  } else {
    Mask lit[kObjects];
    for (int i = 0; i < kObjects; ++i) {
      const Mask& now = shape(static_cast<Object>(i));
      lit[i] = deposited_[i] == 0 && x_ == kWidth
                   ? now
                   : deposits_[i] | (now & range(deposited_[i], x_));
      deposits_[i] = {};
    }
    collide(lit);
    if (drawing_) paint(lit);
  }
  std::fill_n(deposited_, kObjects, static_cast<std::uint8_t>(x_));
  segment_ = static_cast<std::uint8_t>(x_);
}

void Tia::collide(const Mask (&lit)[kObjects]) {
  int any = 0;
  for (int i = 0; i < kObjects; ++i) any |= lit[i].any() << i;
  for (unsigned open = kLatches[any] & ~s_.collisions; open != 0; open &= open - 1) {
    const int latch = std::countr_zero(open);
    if (lit[kPairs[latch][0]].meets(lit[kPairs[latch][1]])) {
      s_.collisions |= static_cast<std::uint16_t>(1 << latch);
    }
  }
}

void Tia::paint(const Mask (&lit)[kObjects]) {
  std::uint8_t* const pixels = row(s_.row);
  compose_(pixels, segment_, x_, layers(lit));
  if (s_.blank_from < 0) return;
  const int from = std::max<int>(segment_, s_.blank_from);
  for (int x = from; x < std::min(x_, 8); ++x) pixels[x] = 0;
}

// Who covers whom.
Layers Tia::layers(const Mask (&lit)[kObjects]) const {
  const std::uint8_t colour0 = s_.colours[kColour0];
  const std::uint8_t colour1 = s_.colours[kColour1];
  const std::uint8_t colour_pf = s_.colours[kColourPlayfield];
  const std::uint8_t background = s_.colours[kColourBackground];
  const Mask first = lit[kP0] | lit[kM0];
  const Mask second = lit[kP1] | lit[kM1];
  const Mask& playfield = lit[kPlayfield];
  const bool score = (s_.ctrlpf & kScore) != 0;
  const bool priority = (s_.ctrlpf & kPriority) != 0;
  const bool halves = score && (!priority || enabled_objects() == 1 << kPlayfield);
  if (halves) {
    return {{first | (playfield & kLeftHalf), second | (playfield & kRightHalf), lit[kBall]},
            {colour0, colour1, colour_pf},
            background};
  }
  if (priority) {
    return {{playfield | lit[kBall], first, second}, {colour_pf, colour0, colour1}, background};
  }
  return {{first, second, playfield | lit[kBall]}, {colour0, colour1, colour_pf}, background};
}

// The objects that are on anywhere, as bits.
int Tia::enabled_objects() const {
  int set = 0;
  for (int i = 0; i < 2; ++i) {
    if (shown_graphics(i) != 0) set |= 1 << (kP0 + i);
    if (missile_shown(i)) set |= 1 << (kM0 + i);
  }
  if (ball_shown()) set |= 1 << kBall;
  const bool playfield = (s_.playfield[0] & 0xf0) != 0 || s_.playfield[1] != 0 || s_.playfield[2] != 0;
  if (playfield) set |= 1 << kPlayfield;
  return set;
}

// Where drawing stops within a line it sets up to three pixels more, to the next multiple of 4, if
// few objects are on and none of their copies, lit or not, reaches that group of four.
void Tia::overdraw() {
  const int end = (x_ + 3) & ~3;
  if (!drawing_ || s_.vblank || end == x_) return;
  constexpr int kP0Bit = 1 << kP0, kP1Bit = 1 << kP1, kM0Bit = 1 << kM0, kM1Bit = 1 << kM1;
  constexpr int kBallBit = 1 << kBall, kPlayfieldBit = 1 << kPlayfield;
  constexpr int kAlways[] = {kPlayfieldBit,      kP0Bit,           kP1Bit,           kP0Bit | kP1Bit,
                             kM0Bit,             kM1Bit,           kBallBit,         kM0Bit | kM1Bit,
                             kBallBit | kM0Bit,  kBallBit | kM1Bit, kBallBit | kP1Bit};
  constexpr int kWithoutScore[] = {kPlayfieldBit | kP0Bit, kPlayfieldBit | kP1Bit,
                                   kPlayfieldBit | kBallBit};
  const int enabled = enabled_objects();
  const bool score = (s_.ctrlpf & kScore) != 0;
  const bool some = std::ranges::count(kAlways, enabled) != 0 ||
                    (!score && std::ranges::count(kWithoutScore, enabled) != 0);
  if (!some) return;
  Mask reach;
  for (int i = 0; i < 2; ++i) {
    const int mode = s_.nusiz[i] & 7;
    if ((enabled & kP0Bit << i) != 0) {
      reach |= player_shape(0xff, false, mode, s_.position[i], s_.skip_first[i]);
    }
    if ((enabled & kM0Bit << i) != 0) reach |= shape(i == 0 ? kM0 : kM1);
  }
  if ((enabled & kBallBit) != 0) reach |= shape(kBall);
  const Mask group = range(end - 4, end);
  if (reach.meets(group)) return;
  Mask lit[kObjects];
  lit[kPlayfield] = shape(kPlayfield);
  compose_(row(s_.row), x_, end, layers(lit));
}

}  // namespace pp::atari

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

constexpr int kBlankWidth = 8;
constexpr int kBlankEnd =
    kBlankClocks + kBlankWidth;  // the line's clock at which an HMOVE blank ends
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
  line_end_ = s_.line_start + kClocksPerLine;
  first_pixel_ = s_.line_start + kBlankClocks;
  x_ = 0;
  segment_ = 0;
  leak_ = 0;
  has_deposit_ = 0;
  deposited_ = {};
  uniform_ = true;
  s_.blank_here = s_.blank_armed;
  s_.blank_from = s_.blank_armed ? 0 : -1;
}

void Tia::draw_until(Clock t) {
  t = std::min(t, picture_end_);
  while (t > line_end_) finish_line();
  s_.drawn = t;
  const auto now = static_cast<int>(t - s_.line_start);
  x_ = now <= kBlankClocks ? 0 : now - kBlankClocks;
  if (s_.blank_here) {
    if (now >= kBlankEnd) {
      s_.blank_here = s_.blank_armed = false;
    } else if (now < kBlankClocks && blank_leaks_) {
      // Drawing that stops here, before the line's first pixel, blanks too much. The line's pixels
      // will cover it, if they come.
      leak_ = kBlankEnd - now;
    }
    blank_leaks_ = false;
    set_alarm();
  }
  if (t == picture_end_) flush();
  wake();
}

// Completes the line and goes on to the next one.
void Tia::finish_line() {
  if (s_.blank_here) s_.blank_here = s_.blank_armed = false;
  if (changed_ || s_.blank_from >= 0 || segment_ > 0 || s_.row == 0) {
    const bool whole = segment_ == 0 && s_.blank_from < 0 && uniform_;
    x_ = kWidth;
    flush();
    changed_ = !whole;
  } else if (drawing_) {
    copy_row(row(s_.row), row(s_.row - 1));
  }
  ++s_.row;
  s_.line_start += kClocksPerLine;
  begin_line();
  end_of_line_actions();
}

// Nothing is drawn of the new line yet: shapes may change as they are.
void Tia::end_of_line_actions() {
  if (s_.mirrored != ((s_.ctrlpf & 1) != 0)) {
    s_.mirrored = !s_.mirrored;
    reshape(kPlayfield);
  }
  for (int i = 0; i < 2; ++i) {
    if (!s_.skip_first[i]) continue;
    s_.skip_first[i] = false;
    reshape(i == 0 ? kP0 : kP1);
  }
  if (s_.ark_on) step_ark();
}

void Tia::step_ark() {
  constexpr int kSteps[4] = {18, 33, 0, 17};
  s_.ark_counter = (s_.ark_counter + 1) & 3;
  reshape(kM0);
  s_.position[kM0] = static_cast<std::uint8_t>(wrapped(s_.position[kM0] - kSteps[s_.ark_counter]));
  s_.ark_shape = s_.ark_counter == 1 || s_.ark_counter == 2 ? s_.ark_counter : 0;
}

void Tia::deposit(Object object) {
  if (shades_mix_) return flush();
  const int from = deposited_[object];
  if (from >= x_) return;
  if ((stale_ & 1u << object) != 0) refresh(object);
  const Mask lit = shapes_[object] & range(from, x_);
  const unsigned bit = 1u << object;
  deposits_[object] = (has_deposit_ & bit) != 0 ? deposits_[object] | lit : lit;
  has_deposit_ |= bit;
  deposited_[object] = static_cast<std::uint8_t>(x_);
  uniform_ = false;
}

// Brings shapes up to date.
void Tia::refresh() {
  while (stale_ != 0) refresh(static_cast<Object>(std::countr_zero(stale_)));
}

void Tia::refresh(Object object) {
  const unsigned bit = 1u << object;
  const Mask shape = make_shape(object);
  shapes_[object] = shape;
  visible_ = shape.any() ? visible_ | bit : visible_ & ~bit;
  stale_ &= ~bit;
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
void Tia::finish_pixels() {
  const bool whole = segment_ == 0 && x_ == kWidth;
  if (s_.vblank) {
    if (drawing_) std::memset(row(s_.row) + segment_, 0, static_cast<std::size_t>(x_ - segment_));
  } else if (drawing_ || (kLatches[visible_ | stale_ | has_deposit_] & ~s_.collisions) != 0) {
    refresh();
    const unsigned any = visible_ | has_deposit_;
    const unsigned open = kLatches[any] & ~s_.collisions;
    const Mask* const lit = whole && has_deposit_ == 0 ? shapes_ : gather(any);
    if (open != 0) collide(open, lit);
    if (drawing_) {
      if (any == 0 && whole) {
        fill_row(row(s_.row), s_.colours[kColourBackground]);
      } else {
        compose_(row(s_.row), segment_, x_, layers(lit));
      }
      if (s_.blank_from >= 0) blank();
    }
  }
  has_deposit_ = 0;
  segment_ = x_;
  if (x_ < kWidth) {
    deposited_.fill(static_cast<std::uint8_t>(x_));
    uniform_ = false;
  }
}

// The pixels that the objects light from segment_ up to x_.
const Mask* Tia::gather(unsigned any) {
  for (int i = 0; i < kObjects; ++i) {
    if ((any & 1u << i) == 0) {
      deposits_[i] = {};
      continue;
    }
    const Mask rest = shapes_[i] & range(deposited_[i], x_);
    deposits_[i] = (has_deposit_ & 1u << i) != 0 ? deposits_[i] | rest : rest;
  }
  return deposits_;
}

void Tia::collide(unsigned open, const Mask* lit) {
  for (; open != 0; open &= open - 1) {
    const int latch = std::countr_zero(open);
    if (lit[kPairs[latch][0]].meets(lit[kPairs[latch][1]])) {
      s_.collisions |= static_cast<std::uint16_t>(1 << latch);
    }
  }
}

// HMOVE blanks the left edge.
void Tia::blank() {
  const int from = std::max(segment_, s_.blank_from);
  std::uint8_t* const pixels = row(s_.row);
  if (from == 0 && x_ >= kBlankWidth) {
    std::memset(pixels, 0, kBlankWidth);
  } else {
    for (int x = from; x < std::min(x_, kBlankWidth); ++x) pixels[x] = 0;
  }
}

// Who covers whom.
[[gnu::always_inline]] inline Layers Tia::layers(const Mask* lit) const {
  const std::uint8_t colour0 = s_.colours[kColour0];
  const std::uint8_t colour1 = s_.colours[kColour1];
  const std::uint8_t colour_pf = s_.colours[kColourPlayfield];
  const std::uint8_t background = s_.colours[kColourBackground];
  const Mask first = lit[kP0] | lit[kM0];
  const Mask second = lit[kP1] | lit[kM1];
  const Mask& playfield = lit[kPlayfield];
  const Mask& ball = lit[kBall];
  const bool score = (s_.ctrlpf & kScore) != 0;
  const bool priority = (s_.ctrlpf & kPriority) != 0;
  if (score && (!priority || enabled_objects() == 1u << kPlayfield)) {
    return {{{first | (playfield & kLeftHalf), colour0},
             {second | (playfield & kRightHalf), colour1},
             {ball, colour_pf}},
            background};
  }
  if (priority) {
    return {{{playfield | ball, colour_pf}, {first, colour0}, {second, colour1}}, background};
  }
  return {{{first, colour0}, {second, colour1}, {playfield | ball, colour_pf}}, background};
}

// The objects that are on anywhere, as bits.
unsigned Tia::enabled_objects() const {
  unsigned set = 0;
  for (int i = 0; i < 2; ++i) {
    if (shown_graphics(i) != 0) set |= 1u << (kP0 + i);
    if (missile_shown(i)) set |= 1u << (kM0 + i);
  }
  if (ball_shown()) set |= 1u << kBall;
  const bool playfield =
      (s_.playfield[0] & 0xf0) != 0 || s_.playfield[1] != 0 || s_.playfield[2] != 0;
  if (playfield) set |= 1u << kPlayfield;
  return set;
}

// Where drawing stops within a line it sets up to three pixels more, to the next multiple of 4, if
// few objects are on and none of their copies, lit or not, reaches that group of four.
void Tia::overdraw() {
  if (drawing_ && leak_ > x_) {
    std::memset(row(s_.row) + x_, 0, static_cast<std::size_t>(leak_ - x_));
  }
  const int end = (x_ + 3) & ~3;
  if (!drawing_ || s_.vblank || end == x_) return;
  constexpr unsigned kP0Bit = 1u << kP0, kP1Bit = 1u << kP1, kM0Bit = 1u << kM0;
  constexpr unsigned kM1Bit = 1u << kM1, kBallBit = 1u << kBall, kPlayfieldBit = 1u << kPlayfield;
  constexpr unsigned kAlways[] = {
      kPlayfieldBit,
      kP0Bit,
      kP1Bit,
      kP0Bit | kP1Bit,
      kM0Bit,
      kM1Bit,
      kBallBit,
      kM0Bit | kM1Bit,
      kBallBit | kM0Bit,
      kBallBit | kM1Bit,
      kBallBit | kP1Bit,
  };
  constexpr unsigned kWithoutScore[] = {kPlayfieldBit | kP0Bit, kPlayfieldBit | kP1Bit,
                                        kPlayfieldBit | kBallBit};
  const unsigned enabled = enabled_objects();
  const bool score = (s_.ctrlpf & kScore) != 0;
  const bool some = std::ranges::count(kAlways, enabled) != 0 ||
                    (!score && std::ranges::count(kWithoutScore, enabled) != 0);
  if (!some) return;
  refresh();
  Mask reach;
  for (int i = 0; i < 2; ++i) {
    if ((enabled & kP0Bit << i) != 0) {
      reach |= player_shape(0xff, false, s_.nusiz[i] & 7, s_.position[i], s_.skip_first[i]);
    }
    if ((enabled & kM0Bit << i) != 0) reach |= shapes_[kM0 + i];
  }
  if ((enabled & kBallBit) != 0) reach |= shapes_[kBall];
  if (reach.meets(range(end - 4, end))) return;
  Mask lit[kObjects];
  lit[kPlayfield] = shapes_[kPlayfield];
  compose_(row(s_.row), x_, end, layers(lit));
}

}  // namespace pp::atari

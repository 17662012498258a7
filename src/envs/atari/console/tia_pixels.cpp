// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Computes the TIA's pixels: collisions, priorities, colours.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

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
constexpr int kScore = 2;
constexpr int kPriority = 4;

constexpr Mask kLeftHalf = range(0, 80);
constexpr Mask kRightHalf = range(80, 160);

}  // namespace

// Finishes the pixels from segment_ up to x_: their collisions and colours.
void Tia::finish_pixels() {
  if (s_.vblank) {
    if (drawing_) std::memset(row(s_.row) + segment_, 0, static_cast<std::size_t>(x_ - segment_));
  } else if (drawing_ || (kLatches[visible_ | stale_ | has_deposit_] & ~s_.collisions) != 0) {
    refresh();
    const unsigned any = visible_ | has_deposit_;
    const bool whole = segment_ == 0 && x_ == kWidth;
    Mask gathered[kObjects];
    const Mask* lit = shapes_;
    if (!whole || has_deposit_ != 0) {
      gather(any, gathered);
      lit = gathered;
    }
    collide(kLatches[any] & ~s_.collisions, lit);
    if (drawing_) paint(lit);
  }
  strip_count_ = 0;
  has_deposit_ = 0;
  segment_ = x_;
  if (x_ < kWidth) {
    deposited_.fill(static_cast<std::uint8_t>(x_));
    uniform_ = false;
  }
}

// The same for collisions only: who reads them does not need pixels.
void Tia::find_collisions() {
  if (s_.vblank || x_ <= std::max(segment_, collided_)) return;
  if ((kLatches[visible_ | stale_ | has_deposit_] & ~s_.collisions) != 0) {
    refresh();
    const unsigned any = visible_ | has_deposit_;
    Mask lit[kObjects];
    gather(any, lit);
    collide(kLatches[any] & ~s_.collisions, lit);
  }
  collided_ = x_;
}

// The pixels that the objects light from segment_ up to x_.
void Tia::gather(unsigned any, Mask* lit) const {
  for (; any != 0; any &= any - 1) {
    const int i = std::countr_zero(any);
    lit[i] = shapes_[i] & range(deposited_[i], x_);
    if ((has_deposit_ & 1u << i) == 0) continue;
    lit[i] |= i == kPlayfield ? pixels_of_cells(deposited_cells_) : deposits_[i];
  }
}

void Tia::collide(unsigned open, const Mask* lit) {
  const Mask inside = ~kBelow[collided_];
  for (; open != 0; open &= open - 1) {
    const int latch = std::countr_zero(open);
    if ((lit[kPairs[latch][0]] & inside).meets(lit[kPairs[latch][1]])) {
      s_.collisions |= static_cast<std::uint16_t>(1 << latch);
    }
  }
}

// The pixels so far have the present colours.
void Tia::close_strip() {
  const int before = strip_count_ == 0 ? segment_ : strips_[strip_count_ - 1].end;
  if (before == x_) return;
  if (strip_count_ == strips_.size()) return flush();
  strips_[strip_count_++] = {static_cast<std::uint8_t>(x_), s_.colours};
  uniform_ = false;
}

// Who covers whom.
[[gnu::always_inline]] inline Layers Tia::layers(const Mask* lit, const Colours& colours) const {
  const std::uint8_t colour0 = colours[kColour0];
  const std::uint8_t colour1 = colours[kColour1];
  const std::uint8_t colour_pf = colours[kColourPlayfield];
  const std::uint8_t background = colours[kColourBackground];
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

void Tia::paint(const Mask* lit) {
  std::uint8_t* const pixels = row(s_.row);
  int from = segment_;
  for (const Strip& strip : std::span(strips_).first(strip_count_)) {
    compose_(pixels, from, strip.end, layers(lit, strip.colours));
    from = strip.end;
  }
  if (from < x_) compose_(pixels, from, x_, layers(lit, s_.colours));
  if (s_.blank_from >= 0) blank();
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
  compose_(row(s_.row), x_, end, layers(lit, s_.colours));
}

}  // namespace pp::atari

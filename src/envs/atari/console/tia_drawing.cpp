// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Draws the TIA's lines: shapes, deposits, and what happens between lines.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "tia.h"
#include "tia_shapes.h"

namespace pp::atari {
namespace {

// The line's clock at which an HMOVE blank ends.
constexpr int kBlankEnd = kBlankClocks + 8;

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
  collided_ = 0;
  leak_ = 0;
  has_deposit_ = 0;
  deposited_ = {};
  uniform_ = true;
  s_.blank_here = s_.blank_armed;
  s_.blank_from = s_.blank_armed ? 0 : -1;
  plan();
}

// Up to where drawing in this line is nothing but a matter of positions.
void Tia::plan() {
  if (s_.blank_here) {
    plain_until_ = blank_leaks_ ? 0 : s_.line_start + kBlankEnd;
  } else {
    plain_until_ = line_end_;
  }
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
    plan();
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
  const unsigned bit = 1u << object;
  if (object == kPlayfield) {
    if (((from | x_) & 3) != 0) return flush();  // seldom: PFx change where a cell begins
    const auto left_of = [](int x) { return (std::uint64_t{1} << (x >> 2)) - 1; };
    const std::uint64_t lit =
        playfield_cells(s_.playfield[0], s_.playfield[1], s_.playfield[2], s_.mirrored) &
        left_of(x_) & ~left_of(from);
    deposited_cells_ = (has_deposit_ & bit) != 0 ? deposited_cells_ | lit : lit;
  } else {
    if ((stale_ & bit) != 0) refresh(object);
    const Mask lit = shapes_[object] & range(from, x_);
    deposits_[object] = (has_deposit_ & bit) != 0 ? deposits_[object] | lit : lit;
  }
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

}  // namespace pp::atari

// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Moves the TIA on from line to line, and keeps the log of what changes within one.
#include <algorithm>
#include <bit>

#include "tia.h"
#include "tia_shapes.h"

namespace pp::atari {
void Tia::wake() {
  wake_ = s_.drawn >= picture_end_ ? kNever : picture_start_;
  set_alarm();
}

// As long as nothing is drawn, accesses need not know that an HMOVE blank waits for the picture.
void Tia::set_alarm() {
  alarm_ = line_limit_;
  alarm_instant_ = limit_instant_;
  if (recognises_ && (!follows_leak() || wake_ == kNever)) return;
  alarm_ = !recognises_ || touched_ >= wake_ ? 0 : std::min(line_limit_, wake_ - kLongestDelay);
  alarm_instant_ = instant_of(alarm_);
}

// Starts at the left edge of the line at s_.line_start.
void Tia::begin_line() {
  line_end_ = s_.line_start + kClocksPerLine;
  x_ = 0;
  segment_ = 0;
  cleared_ = 0;
  leak_ = 0;
  logged_ = 0;
  since_ = {};
  s_.blank_here = s_.blank_armed;
  s_.blank_from = s_.blank_armed ? 0 : -1;
  plan();
}

// Up to where drawing in this line is nothing but a matter of positions.
void Tia::plan() {
  plain_until_ = line_end_;
  if (!s_.blank_here || (recognises_ && !may_stop_)) return;
  plain_until_ = blank_leaks_ ? 0 : s_.line_start + kBlankEnd;
}

// Completes the line and goes on to the next one.
[[gnu::always_inline]] inline void Tia::finish_line() {
  if (s_.blank_here) {
    pass_blank();
    if (may_stop_) set_alarm();
  }
  x_ = kWidth;
  segment_ == 0 && !shades_mix_ ? finish_row() : flush();
  ++s_.row;
  s_.line_start += kClocksPerLine;
  begin_line();
  if (changes_at_line_end()) end_of_line_actions();
}

void Tia::draw_until(Clock t) {
  if (t <= s_.drawn) return;
  t = std::min(t, picture_end_);
  if (t > line_end_) {
    finish_line();
    if (t > line_end_) finish_equal_lines(t);
  }
  s_.drawn = t;
  const auto now = static_cast<int>(t - s_.line_start);
  x_ = now <= kBlankClocks ? 0 : now - kBlankClocks;
  if (s_.blank_here && (now >= kBlankEnd || follows_leak())) {
    if (now >= kBlankEnd) {
      pass_blank();
    } else if (now < kBlankClocks) {
      // Drawing that stops here, before the line's first pixel, blanks too much. The line's pixels
      // will cover it, if they come.
      leak_ = kBlankEnd - now;
    }
    blank_leaks_ = false;
    set_alarm();
    plan();
  }
  if (t == picture_end_) {
    flush();
    wake();
  }
}

// Completes the lines that end before t and of which nothing is drawn yet. As a rule nothing happens
// at their ends, so that they only differ in their places.
[[gnu::noinline]] void Tia::finish_equal_lines(Clock t) {
  while (t > line_end_ && (s_.blank_here || shades_mix_ || changes_at_line_end())) finish_line();
  if (t <= line_end_) return;
  const auto lines = static_cast<int>((t - 1 - s_.line_start) / kClocksPerLine);
  x_ = kWidth;
  finish_rows(lines);
  x_ = 0;
  s_.line_start += lines * kClocksPerLine;
  line_end_ = s_.line_start + kClocksPerLine;
  plan();
}

// Nothing is drawn of the new line yet: objects may change as they are.
[[gnu::noinline]] void Tia::end_of_line_actions() {
  if (s_.mirrored != ((s_.ctrlpf & 1) != 0)) {
    s_.mirrored = !s_.mirrored;
    look(kPlayfield);
  }
  for (int i = 0; i < 2; ++i) {
    if (!s_.skip_first[i]) continue;
    s_.skip_first[i] = false;
    look(i == 0 ? kP0 : kP1);
  }
  if (s_.ark_on) step_ark();
}

void Tia::step_ark() {
  constexpr int kSteps[4] = {18, 33, 0, 17};
  s_.ark_counter = (s_.ark_counter + 1) & 3;
  s_.position[kM0] = static_cast<std::uint8_t>(wrapped(s_.position[kM0] - kSteps[s_.ark_counter]));
  s_.ark_shape = s_.ark_counter == 1 || s_.ark_counter == 2 ? s_.ark_counter : 0;
  look(kM0);
}

// Notes what an object or the colours have looked like until now. Where priorities depend on all
// objects, or the log is full, the pixels so far are finished instead.
void Tia::log(int what, std::uint32_t word) {
  if (shades_mix_ || logged_ == kLogEntries) return flush();
  note(what, word);
}

[[gnu::noinline]] void Tia::look(Object object) {
  const Look before = shown_[object];
  switch (object) {
    case kP0:
    case kP1: {
      const unsigned flags =
          (s_.reflected[object] ? kReflected : 0) | (s_.skip_first[object] ? kSkipsFirst : 0);
      set_look(object,
               make_look(shown_graphics(object), s_.position[object], s_.nusiz[object] & 7, flags));
      break;
    }
    case kM0:
    case kM1: {
      const int i = object - kM0;
      const int ark = i == 0 ? s_.ark_shape : 0;
      const bool on = missile_shown(i) && ark != 2;
      set_look(object, make_look(on ? pattern_of_width(s_.nusiz[i] >> 4 | ark) : 0,
                                 s_.position[object], s_.nusiz[i] & 7, 0));
      break;
    }
    case kBall:
      set_look(kBall, make_look(ball_shown() ? pattern_of_width(s_.ctrlpf >> 4) : 0,
                                s_.position[kBall], 0, 0));
      break;
    default:
      set_look(kPlayfield, make_look(s_.playfield[0] & 0xf0, s_.playfield[1], s_.playfield[2],
                                     s_.mirrored ? 1 : 0));
  }
  if (shown_[object] != before) changed_ = true;
}

void Tia::look_at_all() {
  for (int i = 0; i < kObjects; ++i) look(static_cast<Object>(i));
}

}  // namespace pp::atari

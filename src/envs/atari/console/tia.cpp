// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The start and end of the TIA's frames, and what it is after a reset or a state's loading.
#include "tia.h"

#include <algorithm>
#include <cstring>

namespace pp::atari {
namespace {

constexpr int kMaxLinesNtsc = 290;
constexpr int kMaxLinesPal = 342;
constexpr Clock kFarClock = Clock{1} << 60;

}  // namespace

Tia::Tia(const TiaOptions& options, FrameBuffers& buffers)
    : options_(options), buffers_(&buffers), compose_(best_compose()) {
  reset();
}

void Tia::reset() {
  const bool finished = s_.finished;
  s_ = TiaState();
  s_.finished = finished;
  buffers_->clear_pictures();
  for (int picture = 0; picture < 2; ++picture) buffers_->forget_keys(picture);
  buffers_->current = 0;
  look_at_all();
  quiet_.forget();
  moving_ = 0;
  shades_mix_ = false;
  blank_leaks_ = false;
  place_picture();
  touched_ = 0;
  quiet_instant_ = 0;
  quiet_address_ = kWsync;
  begin_line();
  changed_ = true;
  wake();
}

void Tia::go_back(const Tia& earlier) {
  FrameBuffers* const buffers = buffers_;
  const Compose compose = compose_;
  const bool recognises = recognises_;
  *this = earlier;
  buffers_ = buffers;
  compose_ = compose;
  set_recognition(recognises);
}

void Tia::place_picture() {
  picture_start_ = s_.frame_start + kClocksPerLine * options_.first_row;
  picture_end_ = picture_start_ + kClocksPerLine * options_.height;
  const int lines = options_.television == Television::kPal ? kMaxLinesPal : kMaxLinesNtsc;
  line_limit_ = s_.frame_start + kClocksPerLine * (lines + 1);
  limit_instant_ = instant_of(line_limit_);
  first_cycle_ = static_cast<int>(-s_.frame_start / kClocksPerCycle);
  waited_until_ = -first_cycle_ * kCycle;
}

void Tia::start_frame(std::int64_t cycles) {
  const Clock now = kClocksPerCycle * cycles;
  buffers_->current ^= 1;
  s_.frame_start = -line_clock(now);
  s_.vsync_mark -= now;
  s_.hmove_clock -= now;
  s_.dump_end -= static_cast<std::uint32_t>(cycles);
  s_.greyed = false;
  place_picture();
  s_.drawn = s_.line_start = picture_start_;
  s_.row = 0;
  touched_ = 0;
  quiet_instant_ = 0;
  quiet_address_ = kWsync;
  if (options_.television == Television::kPal) {
    for (std::uint8_t& colour : s_.colours) {
      colour = static_cast<std::uint8_t>((colour & 0xfe) | (s_.scanlines & 1));
    }
  }
  begin_line();
  changed_ = true;
  wake();
}

void Tia::end_call(std::int64_t cycles) {
  touch_quietly();
  settle();
  look_for_blank_end();
  flush();
  overdraw();
  lines_ = (kClocksPerCycle * cycles - s_.frame_start) / kClocksPerLine;
  if (s_.finished) {
    s_.scanlines = static_cast<int>(lines_);
  } else if (!s_.greyed) {
    s_.greyed = true;
    const auto first =
        static_cast<int>(std::clamp<std::int64_t>(lines_ - options_.first_row, 0, options_.height));
    for (int i = first; i < options_.height; ++i) {
      forget_row(i);
      for (int x = 0; x < kWidth; ++x) row(i)[x] = (row(i)[x] & 15) >> 1;
    }
  }
}

// A loaded state may be anything: what it indexes stays within bounds.
void Tia::loaded() {
  for (std::uint8_t& position : s_.position) position %= kWidth;
  moving_ = 0;
  for (int i = 0; i < 5; ++i) {
    s_.motion[i] &= 15;
    moving_ |= static_cast<unsigned>(s_.motion[i] != 0) << i;
  }
  s_.frame_start = std::clamp<Clock>(s_.frame_start, -kClocksPerLine, 0);
  place_picture();
  s_.row = std::clamp(s_.row, 0, options_.first_row + options_.height - 1);
  s_.drawn = std::clamp<Clock>(s_.drawn, 0, picture_end_);
  const Clock first_line =
      std::max<Clock>(0, picture_end_ - kClocksPerLine * (kBufferRows - s_.row));
  s_.line_start = std::clamp(s_.line_start, first_line, picture_end_);
  s_.blank_from = std::clamp(s_.blank_from, -1, kWidth);
  s_.ark_counter &= 3;
  s_.ark_shape = std::min<std::uint8_t>(s_.ark_shape, 2);
  s_.ctrlpf &= 0x37;
  for (std::uint8_t& nusiz : s_.nusiz) nusiz &= 0x37;
  for (Clock* mark : {&s_.vsync_mark, &s_.hmove_clock}) {
    *mark = std::clamp<Clock>(*mark, -kFarClock, kFarClock);
  }
  for (int picture = 0; picture < 2; ++picture) buffers_->forget_keys(picture);
  look_at_all();
  quiet_.forget();
  blank_leaks_ = s_.blank_armed;
  shades_mix_ = (s_.ctrlpf & kMixing) == kMixing;
  touched_ = s_.drawn;
  quiet_instant_ = 0;
  quiet_address_ = kWsync;
  const bool blank_here = s_.blank_here;
  const int blank_from = s_.blank_from;
  begin_line();
  s_.blank_here = blank_here;
  s_.blank_from = blank_from;
  plan();
  x_ = static_cast<int>(std::clamp<Clock>(s_.drawn - s_.line_start - kBlankClocks, 0, kWidth));
  segment_ = x_;
  since_.fill(static_cast<std::uint8_t>(x_));
  changed_ = true;
  wake();
}

}  // namespace pp::atari
